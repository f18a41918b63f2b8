import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { ProviderJob } from '#contexts/identity/identity-provider/provider.job.js';
import { SecretBox, SecretKeys } from '#kernel/secrets';
import { LyingProvider } from '../support/lying-provider.js';
import { runJob } from '../support/run-job.js';
import { type Person, School } from '../support/school.js';
import { SECRET_KEY } from '../support/test-app.js';
import { useSchool } from '../support/use-school.js';
import { dataOf } from './answers.js';
import {
  addressOf,
  AT_PROVIDERS,
  connect,
  providerOf,
  setProvider,
  signInAt,
  signInNameOf,
  start,
} from './at-provider.js';
import { invitationOptions, signedIn, tokenFor } from './ways-in.js';

const HOUR_MS = 3_600_000;

const { app, school } = useSchool(AT_PROVIDERS);
let provider: LyingProvider;
let learner: Person;

beforeEach(async () => {
  provider = await LyingProvider.open();
  learner = await school.person();
  provider.person = { sub: 'ada', email: addressOf(learner), email_verified: true };
});
afterEach(() => provider.close());

const reasonOf = ({ body }: Response) => (body as { reason?: string }).reason;
const statusOf = async () => {
  const { status, lastError } = await providerOf(school);
  return [status, lastError];
};
const dueIn = async (): Promise<number> => {
  const sql = `select due_at as at from scheduled_jobs where organization_id = $1 and name = 'identity_provider'`;
  const { rows } = await school.rows<{ at: Date }>(sql);
  return Math.round((rows[0].at.getTime() - app.now().getTime()) / HOUR_MS);
};

describe('an identity provider', () => {
  it('waits for its check, is active from then on, and is checked every day', async () => {
    const set = dataOf<object>(await setProvider(school, provider, { emailDomains: ['Example.COM', 'example.com'] }));
    expect(set).toEqual({
      issuer: provider.issuer,
      clientId: 'delivery-service',
      emailDomains: ['example.com'],
      required: false,
      redirectUri: `http://localhost:3000/console/signed-in/${school.id}`,
      status: 'pending_validation',
      lastError: null,
      lastSignInAt: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(Math.abs(await dueIn())).toBe(0);
    await runJob(school, ProviderJob);
    expect([await statusOf(), await dueIn()]).toEqual([['active', null], 24]);
  });

  it.each<[string, (lying: LyingProvider) => unknown]>([
    ['other_issuer', (it) => (it.metadata = (honest) => ({ ...honest, issuer: 'https://elsewhere.example' }))],
    ['no_code_flow', (it) => (it.metadata = (honest) => ({ ...honest, response_types_supported: ['token'] }))],
    ['bad_document', (it) => (it.keySet = () => ({ keys: [] }))],
    ['connect_failed', (it) => (it.answer = (_path, response) => !!response.destroy())],
  ])('fails with %s, is checked every hour, and recovers', async (error, lie) => {
    const { metadata, keySet, answer } = provider;
    lie(provider);
    await connect(school, provider);
    expect([await statusOf(), await dueIn()]).toEqual([['failing', error], 1]);
    expect((await start(app, { organization: signInNameOf(school) })).status).toBe(401);
    Object.assign(provider, { metadata, keySet, answer });
    await runJob(school, ProviderJob);
    expect([await statusOf(), await dueIn()]).toEqual([['active', null], 24]);
    const { audit } = await school.trail();
    const acts = audit.filter(({ action }) => /^identity_provider\.(activated|failed)$/.test(String(action)));
    expect(acts.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['identity_provider.failed', null],
      ['identity_provider.activated', null],
    ]);
  });

  it.each([
    'http://8.8.8.8/',
    'https://10.0.0.1',
    'https://id.school.example/?a=b',
    'https://id.school.example/#part',
    'https://id.school.example/?',
    'https://user:secret@id.school.example',
    'https://@id.school.example',
    'ftp://id.school.example',
    'id.school.example',
  ])('is refused with the issuer %s', async (issuer) => {
    const { status, body } = await setProvider(school, { issuer });
    const { details } = body as { details: { field: string }[] };
    expect([status, details.map(({ field }) => field)]).toEqual([400, ['issuer']]);
  });

  it('keeps its secret for the same client alone', async () => {
    const sealed = async (): Promise<Buffer | null> => {
      const sql = 'select client_secret as secret from identity_providers where organization_id = $1';
      return (await school.rows<{ secret: Buffer | null }>(sql)).rows[0].secret;
    };
    await setProvider(school, provider);
    const first = await sealed();
    expect(first?.toString('latin1')).not.toContain('a secret of the client');
    await setProvider(school, provider, { clientSecret: undefined, emailDomains: ['other.example'] });
    expect(await sealed()).toEqual(first);
    await setProvider(school, provider, { clientSecret: undefined, clientId: 'another' });
    expect(await sealed()).toBeNull();
  });

  it('is brought under the first of SECRET_KEYS by its daily check', async () => {
    const sealed = async (): Promise<Buffer> => {
      const sql = 'select client_secret as secret from identity_providers where organization_id = $1';
      return (await school.rows<{ secret: Buffer }>(sql)).rows[0].secret;
    };
    await connect(school, provider);
    const first = await sealed();
    const box = app.nest.get(SecretBox, { strict: false });
    const own = Reflect.get(box, 'keys') as SecretKeys;
    Reflect.set(box, 'keys', new SecretKeys([Buffer.alloc(32, 9), SECRET_KEY]));
    await runJob(school, ProviderJob);
    const second = await sealed();
    expect([box.isCurrent(first), box.isCurrent(second)]).toEqual([false, true]);
    signedIn(app, await signInAt(app, school, provider));
    Reflect.set(box, 'keys', own);
    // The key is gone: the check goes on, and nobody gets in until a new secret is set.
    await runJob(school, ProviderJob);
    expect([await statusOf(), (await signInAt(app, school, provider)).status]).toEqual([['active', null], 401]);
    await setProvider(school, provider);
    signedIn(app, await signInAt(app, school, provider));
  });

  it('of another issuer ends the links and sign-ins of the former one, as its removal does', async () => {
    await connect(school, provider);
    const first = signedIn(app, await signInAt(app, school, provider));
    const elsewhere = await LyingProvider.open();
    elsewhere.person = provider.person;
    await connect(school, elsewhere);
    expect((await first.client.get('/me')).status).toBe(401);
    expect(await providerOf(school)).toMatchObject({ issuer: elsewhere.issuer, status: 'active', lastSignInAt: null });
    const second = signedIn(app, await signInAt(app, school, elsewhere));
    const removed = await school.owner.client.delete('/identity-provider');
    expect(dataOf<object>(removed)).toMatchObject({ issuer: elsewhere.issuer });
    expect((await second.client.get('/me')).status).toBe(401);
    expect((await school.owner.client.get('/identity-provider')).status).toBe(404);
    expect((await school.owner.client.delete('/identity-provider')).status).toBe(404);
    const { items } = dataOf<{ items: { endedBy: string }[] }>(await learner.client.get('/me/sign-ins'));
    expect(items.map(({ endedBy }) => endedBy)).toEqual(['provider', 'provider']);
    expect(await runJob(school, ProviderJob)).toBe(1);
    await elsewhere.close();
  });

  it('is set once by two who set it at once', async () => {
    const answers = await Promise.all([setProvider(school, provider), setProvider(school, provider)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe('a required provider', () => {
  const require = () => setProvider(school, provider, { required: true });

  it('must have let somebody in before', async () => {
    expect(reasonOf(await require())).toBe('no_sign_in_by_issuer');
    await connect(school, provider);
    expect(reasonOf(await require())).toBe('no_sign_in_by_issuer');
    signedIn(app, await signInAt(app, school, provider));
    const { status, body } = await require();
    expect([status, (body as { data: object }).data]).toEqual([
      200,
      expect.objectContaining({ required: true, status: 'active' }),
    ]);
    const elsewhere = { issuer: 'https://id.school.example' };
    expect(reasonOf(await setProvider(school, elsewhere, { required: true }))).toBe('no_sign_in_by_issuer');
  });

  it('ends the sign-ins that were made otherwise, but for those of OWNERs, and shuts the other ways in', async () => {
    await connect(school, provider);
    const here = signedIn(app, await signInAt(app, school, provider));
    const admin = await school.person('ADMIN');
    const [passkey, ofAdmin, ofOwner] = await Promise.all(
      [learner, admin, school.owner].map(({ memberId }) => school.signIn(memberId)),
    );
    await require();
    const statuses = await Promise.all([here, passkey, ofAdmin, ofOwner].map(({ client }) => client.get('/me')));
    expect(statuses.map(({ status }) => status)).toEqual([200, 401, 401, 200]);
    const methodsOf = async ({ memberId }: Person) =>
      (await invitationOptions(app, await tokenFor(school.owner.client, memberId))).methods;
    expect(await methodsOf(learner)).toEqual(['identity_provider']);
    expect(await methodsOf(school.owner)).toEqual(['passkey', 'identity_provider']);
    provider.answer = (_path, response) => !!response.destroy();
    await runJob(school, ProviderJob);
    expect([await statusOf(), await methodsOf(learner)]).toEqual([['failing', 'connect_failed'], []]);
    await school.owner.client.delete('/identity-provider');
    expect(await methodsOf(learner)).toEqual(['passkey']);
  });
});

describe('the link of a member', () => {
  it('can be ended where there is one, by those who may invite the member', async () => {
    const admin = await school.person('ADMIN');
    const unlink = (by: Person, { memberId }: Person) =>
      by.client.post(`/members/${memberId}/external-identity/unlink`, {});
    expect(reasonOf(await unlink(admin, learner))).toBe('not_linked');
    for (const person of [learner, admin, school.owner]) await school.externalIdentity(person.memberId);
    expect((await unlink(admin, learner)).status).toBe(200);
    for (const other of [admin, school.owner]) expect((await unlink(admin, other)).status).toBe(403);
    expect((await unlink(school.owner, admin)).status).toBe(200);
    const foreign = await School.open(app);
    expect((await unlink(foreign.owner, school.owner)).status).toBe(404);
  });
});

describe('changes in a sign-in that is not recent', () => {
  it('are refused with 403, before any other refusal', async () => {
    const { client } = await school.signIn(school.owner.memberId, { proved_at: null });
    const body = { issuer: provider.issuer, clientId: 'x', emailDomains: ['example.com'], required: true };
    const answers = [
      await client.put('/identity-provider', body),
      await client.delete('/identity-provider'),
      await client.put('/organization/sign-in-name', { name: 'north-academy' }),
      await client.post(`/members/${learner.memberId}/external-identity/unlink`, {}),
    ];
    const told = answers.map(({ status, body }) => {
      const { details } = body as { details: { field: string }[] };
      return [status, details.at(0)?.field];
    });
    expect(told).toEqual(answers.map(() => [403, 'signIn']));
  });
});

describe('the sign-in name', () => {
  it('is taken by one of two who set it at once', async () => {
    const other = await School.open(app);
    const name = signInNameOf(school);
    const set = ({ owner }: School) => owner.client.put('/organization/sign-in-name', { name });
    const answers = await Promise.all([set(school), set(other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.map(reasonOf).filter(Boolean)).toEqual(['sign_in_name_taken']);
    const winner = answers[0].status === 200 ? school : other;
    expect((await set(winner)).status).toBe(200);
    expect(dataOf<object>(await winner.owner.client.get('/me'))).toMatchObject({ organization: { signInName: name } });
  });

  it.each(['ab', 'a'.repeat(41), '-north', 'north-', 'north--academy', 'North', 'nörth', 'north academy'])(
    'is not %s',
    async (name) => {
      expect((await school.owner.client.put('/organization/sign-in-name', { name })).status).toBe(400);
    },
  );
});
