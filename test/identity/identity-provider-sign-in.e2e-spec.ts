import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { IdentityProvider } from '../support/identity-provider.js';
import { LyingProvider } from '../support/lying-provider.js';
import { type Person, School } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { dataOf } from './answers.js';
import {
  addressOf,
  arrive,
  AT_PROVIDERS,
  connect,
  finish,
  providerOf,
  setProvider,
  signInAt,
  signInNameOf,
  start,
} from './at-provider.js';
import { FAILED, signedIn, tokenFor } from './ways-in.js';

const MINUTE_MS = 60_000;

const { app, school } = useSchool(AT_PROVIDERS);
let provider: LyingProvider;
let learner: Person;

const byName = () => ({ organization: signInNameOf(school) });
/** The provider's next person is the member, by the address. */
const personIs = ({ accountId }: Pick<Person, 'accountId'>, more: object = {}): void => {
  provider.person = { sub: accountId, email: addressOf({ accountId }), email_verified: true, ...more };
};
const answerOf = ({ status, text }: Response): string => `${status} ${text}`;
const FAILURE = `401 ${FAILED}`;
const identities = async (): Promise<number> =>
  (await school.rows('select 1 from external_identities where organization_id = $1 and ended_at is null')).rows.length;

beforeEach(async () => {
  provider = await LyingProvider.open();
  learner = await school.person();
  personIs(learner);
  await connect(school, provider);
});
afterEach(async () => {
  app.moveClock(0);
  await provider.close();
});

describe('a sign-in at oidc-provider', () => {
  it.each([
    ['by a secret and UserInfo', 'a secret of the client', false],
    ['of a public client, by the ID token', undefined, true],
  ])('lets a member in %s, and knows them again by their subject', async (_kind, clientSecret, emailInIdToken) => {
    const { redirectUri } = await providerOf(school);
    expect(redirectUri).toBe(`http://localhost:3000/console/signed-in/${school.id}`);
    const client = { clientId: 'delivery-service', clientSecret, redirectUris: [redirectUri], emailInIdToken };
    const real = await IdentityProvider.open(client);
    try {
      await connect(school, real, { clientSecret });
      real.person = { sub: 'ada', email: addressOf(learner), email_verified: true };
      const { client: hers, ...first } = signedIn(app, await signInAt(app, school, real, { ...byName(), fresh: true }));
      expect(first).toMatchObject({
        member: { id: learner.memberId, role: 'MEMBER' },
        organization: { id: school.id },
      });
      expect(dataOf<object>(await hers.get('/me'))).toMatchObject({
        member: { id: learner.memberId },
        signIn: { method: 'identity_provider', recent: true },
      });
      real.person = { sub: 'ada', email: 'another@elsewhere.example', email_verified: false };
      expect(signedIn(app, await signInAt(app, school, real)).member.id).toBe(learner.memberId);
      const { events, audit } = await school.trail();
      const linked = events.filter(({ name }) => name === 'external_identity.linked');
      expect(linked.map(({ data }) => data)).toEqual([{ memberId: learner.memberId }]);
      expect(audit.filter(({ action }) => action === 'sign_in.started')).toHaveLength(2);
      expect((await providerOf(school)).lastSignInAt).not.toBeNull();
    } finally {
      await real.close();
    }
  });
});

describe('a person whom nobody knows', () => {
  const CLAIMS: [string, () => object | Promise<object>][] = [
    ['whose address is not verified', () => ({ email_verified: false })],
    ['whose address is verified by a text', () => ({ email_verified: 'true' })],
    ['of whose address the provider says nothing', () => ({ email_verified: undefined })],
    ['without an address', () => ({ email: undefined })],
    ['with an address of another domain', () => ({ email: `${learner.accountId}@other.example` })],
    ['with an address of nobody', () => ({ email: 'nobody@example.com' })],
    ['with the address of the OWNER', () => ({ email: addressOf(school.owner) })],
    ['with the address of an ADMIN', async () => ({ email: addressOf(await school.person('ADMIN')) })],
    [
      'with the address of a detached member',
      async () => {
        await school.owner.client.delete(`/members/${learner.memberId}`);
        return {};
      },
    ],
    [
      'with the address of a member who is linked to somebody else',
      async () => {
        await school.externalIdentity(learner.memberId, { issuer: provider.issuer });
        return {};
      },
    ],
  ];
  it.each(CLAIMS)('%s does not get in, and nothing is kept of them', async (_who, claims) => {
    personIs(learner, await claims());
    const before = await identities();
    expect(answerOf(await signInAt(app, school, provider))).toBe(FAILURE);
    expect(await identities()).toBe(before);
    const { rows } = await school.rows('select 1 from sign_ins where organization_id = $1');
    expect([rows, (await providerOf(school)).lastSignInAt]).toEqual([[], null]);
  });

  it('is not bound by the address again once they were unlinked, but by an invitation', async () => {
    signedIn(app, await signInAt(app, school, provider));
    const unlinked = await school.owner.client.post(`/members/${learner.memberId}/external-identity/unlink`, {});
    expect(dataOf<object>(unlinked)).toEqual({ memberId: learner.memberId, endedSignIns: 1 });
    expect(answerOf(await signInAt(app, school, provider))).toBe(FAILURE);
    const invitation = await tokenFor(school.owner.client, learner.memberId);
    signedIn(app, await signInAt(app, school, provider, { invitation }));
    signedIn(app, await signInAt(app, school, provider));
  });

  it('of a former membership is bound to the new one', async () => {
    signedIn(app, await signInAt(app, school, provider));
    await school.owner.client.delete(`/members/${learner.memberId}`);
    const added = await school.owner.client.post('/members', {
      ...{ email: addressOf(learner), name: learner.name, role: 'MEMBER' },
    });
    const { id } = dataOf<{ id: string }>(added);
    expect(signedIn(app, await signInAt(app, school, provider)).member.id).toBe(id);
  });
});

describe('an invitation', () => {
  it.each(['ADMIN', 'OWNER', 'MEMBER'] as const)('binds a person to an %s, whatever their address', async (role) => {
    const invited = await school.person(role);
    const invitation = await tokenFor(school.owner.client, invited.memberId);
    provider.person = { sub: 'somebody' };
    expect(signedIn(app, await signInAt(app, school, provider, { invitation })).member).toMatchObject({
      id: invited.memberId,
      role,
    });
    const { events } = await school.trail();
    expect(events.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['external_identity.linked', 'member.joined']),
    );
    expect((await start(app, { invitation })).status).toBe(401);
    expect(signedIn(app, await signInAt(app, school, provider)).member.id).toBe(invited.memberId);
  });

  it('is good for nothing where the person is somebody else here', async () => {
    signedIn(app, await signInAt(app, school, provider));
    const other = await school.person();
    const invitation = await tokenFor(school.owner.client, other.memberId);
    expect(answerOf(await signInAt(app, school, provider, { invitation }))).toBe(FAILURE);
    personIs(other);
    signedIn(app, await signInAt(app, school, provider, { invitation }));
  });

  it('that was revoked in between lets nobody in', async () => {
    const invitation = await tokenFor(school.owner.client, learner.memberId);
    const arrival = await arrive(app, provider, { invitation });
    await tokenFor(school.owner.client, learner.memberId);
    expect(answerOf(await finish(app, arrival))).toBe(FAILURE);
    expect(await identities()).toBe(0);
  });
});

describe('what a page brings back', () => {
  it('is refused alike, whatever is wrong, before the provider is asked, and stays good', async () => {
    const other = await School.open(app);
    const elsewhere = await LyingProvider.open();
    await connect(other, elsewhere);
    const arrival = await arrive(app, provider, byName());
    const foreign = await arrive(app, elsewhere, { organization: signInNameOf(other) });
    const wrong: Partial<typeof arrival>[] = [
      { secret: 'another secret' },
      { state: foreign.state },
      { state: `${arrival.state.slice(0, -1)}${arrival.state.endsWith('A') ? 'B' : 'A'}` },
      { state: 'nonsense' },
      { redirectUri: foreign.redirectUri },
      { redirectUri: `${arrival.redirectUri}/` },
      { iss: elsewhere.issuer },
    ];
    for (const change of wrong) expect(answerOf(await finish(app, { ...arrival, ...change }))).toBe(FAILURE);
    // The code of one organization at another, with a state of its own.
    expect(answerOf(await finish(app, { ...foreign, code: arrival.code }))).toBe(FAILURE);
    expect(provider.requestsTo('/token')).toEqual([]);
    expect(elsewhere.requestsTo('/token')).toHaveLength(1);
    signedIn(app, await finish(app, arrival));
    await elsewhere.close();
  });

  it('is good once, also when it is sent twenty times at once', async () => {
    const arrival = await arrive(app, provider, byName());
    const answers = await Promise.all(Array.from({ length: 20 }, () => finish(app, arrival)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 201).map(answerOf))).toEqual(new Set([FAILURE]));
    const asked = provider.requestsTo('/token').length;
    expect(answerOf(await finish(app, arrival))).toBe(FAILURE);
    expect(provider.requestsTo('/token')).toHaveLength(asked);
  });

  it('is good for ten minutes', async () => {
    const arrival = await arrive(app, provider, byName());
    app.moveClock(10 * MINUTE_MS);
    expect(answerOf(await finish(app, arrival))).toBe(FAILURE);
    expect(provider.requestsTo('/token')).toEqual([]);
  });

  it('is refused once the organization has another provider, another client there, or none', async () => {
    const elsewhere = await LyingProvider.open();
    const arrivals = [await arrive(app, provider, byName()), await arrive(app, provider, byName())];
    await setProvider(school, elsewhere);
    expect(answerOf(await finish(app, arrivals[0]))).toBe(FAILURE);
    await school.owner.client.delete('/identity-provider');
    expect(answerOf(await finish(app, arrivals[1]))).toBe(FAILURE);
    expect([...provider.requestsTo('/token'), ...elsewhere.requestsTo('/token')]).toEqual([]);
    await elsewhere.close();
  });

  it('is refused where the provider is replaced while it is asked', async () => {
    const arrival = await arrive(app, provider, byName());
    const { tokens } = provider;
    let change: Promise<unknown> | undefined;
    provider.tokens = (honest) => {
      change = school.owner.client.delete('/identity-provider');
      return tokens(honest);
    };
    provider.answer = (path, response) => {
      if (path !== '/keys') return false;
      void change?.then(() => {
        provider.answer = () => false;
        void fetch(`${provider.issuer}/keys`).then(async (keys) => {
          response.writeHead(200, { 'content-type': 'application/json' }).end(await keys.text());
        });
      });
      return true;
    };
    // The keys that the process remembers are too old by then.
    app.moveClock(6 * MINUTE_MS);
    provider.aheadMs = 6 * MINUTE_MS;
    expect(answerOf(await finish(app, arrival))).toBe(FAILURE);
    expect(await identities()).toBe(0);
  });

  it.each<[string, (lying: LyingProvider) => unknown]>([
    ['signs with another key', (lying) => lying.signWithOtherKey()],
    [
      'names another issuer',
      (lying) => {
        lying.claims = (honest) => ({ ...honest, iss: 'https://accounts.google.com' });
      },
    ],
    [
      'refuses the code',
      (lying) => {
        lying.clientSecret = 'another secret';
      },
    ],
    [
      'answers with ten megabytes',
      (lying) => {
        lying.tokens = (honest) => ({ ...honest, more: 'x'.repeat(10_000_000) });
      },
    ],
  ])('is refused alike where the provider %s, and can be tried again', async (_what, lie) => {
    await lie(provider);
    expect(answerOf(await signInAt(app, school, provider))).toBe(FAILURE);
    const { rows } = await school.rows('select 1 from sign_in_proofs where organization_id = $1');
    expect(rows).toEqual([]);
  });

  it('tells nothing secret to log, trail, events and idempotency keys', async () => {
    const arrival = await arrive(app, provider, byName());
    await finish(app, { ...arrival, secret: 'a wrong secret' });
    const { key } = signedIn(app, await finish(app, arrival));
    provider.clientSecret = 'changed at the provider';
    const late = await arrive(app, provider, byName());
    await finish(app, late);
    const { audit, events } = await school.trail();
    const { rows } = await school.rows('select * from idempotency_keys where organization_id = $1');
    const told = app.logged() + JSON.stringify([audit, events, rows]);
    const secrets = [arrival, late].flatMap(({ code, state, secret }) => [code, state, secret]);
    for (const secret of [...secrets, key, 'a secret of the client']) expect(told).not.toContain(secret);
    expect(app.logged()).toContain('invalid_client');
  });
});

describe('the start of a sign-in', () => {
  it('is refused alike for whatever is not there', async () => {
    const other = await School.open(app);
    await other.owner.client.put('/organization/sign-in-name', { name: signInNameOf(other) });
    const failing = await School.open(app);
    const closed = await LyingProvider.open();
    await closed.close();
    await connect(failing, closed);
    const answers = await Promise.all(
      [
        { organization: 'nobody-has-it' },
        { organization: signInNameOf(school).toUpperCase() },
        { organization: signInNameOf(other) },
        { organization: signInNameOf(failing) },
        { invitation: 'nonsense' },
        { invitation: 'A'.repeat(54) },
        { ...byName(), returnUrl: 'https://elsewhere.example/signed-in' },
      ].map((body) => start(app, body)),
    );
    expect(answers.map(answerOf)).toEqual(answers.map(() => FAILURE));
  });

  it.each([
    [{}, ['organization']],
    [{ organization: 'one', invitation: 'another' }, ['organization']],
    [{ organization: 'one', challenge: 'short' }, ['challenge']],
    [{ organization: 'one', challenge: undefined }, ['challenge']],
    [{ organization: 7 }, ['organization']],
    [{ organization: 'one', fresh: 'yes' }, ['fresh']],
    [{ organization: 'one', returnUrl: 'nowhere' }, ['returnUrl']],
    [{ organization: 'one', returnUrl: 'https://school.example/?a=b' }, ['returnUrl']],
    [{ organization: 'one', returnUrl: 'https://me@school.example/' }, ['returnUrl']],
  ])('names what is wrong with %j', async (body, fields) => {
    const { status, body: answered } = await start(app, body);
    const { details } = answered as { details: { field: string }[] };
    expect([status, details.map(({ field }) => field)]).toEqual([400, fields]);
  });

  it('asks for a new proof where that is wanted, and the sign-in is as recent as it', async () => {
    const { authorizationUrl } = dataOf<{ authorizationUrl: string }>(await start(app, { ...byName(), fresh: true }));
    expect(new URL(authorizationUrl).searchParams.get('max_age')).toBe('0');
    const old = Math.floor(Date.now() / 1_000) - 3_600;
    const recent = async (auth_time: unknown): Promise<unknown> => {
      provider.claims = (honest) => ({ ...honest, auth_time });
      const { client } = signedIn(app, await signInAt(app, school, provider, { ...byName(), fresh: true }));
      return dataOf<{ signIn: { recent: boolean } }>(await client.get('/me')).signIn.recent;
    };
    expect([await recent(old + 3_600), await recent(old), await recent(undefined)]).toEqual([true, false, false]);
  });
});

describe('a slow provider', () => {
  it('keeps nobody else waiting, and is given up', async () => {
    const arrivals = await Promise.all(Array.from({ length: 12 }, () => arrive(app, provider, byName())));
    provider.answer = (path) => path === '/token';
    let ended = 0;
    const finishing = arrivals.map((arrival) => Promise.resolve(finish(app, arrival)).finally(() => (ended += 1)));
    for (let round = 0; round < 20; round += 1) expect((await learner.client.get('/me')).status).toBe(200);
    expect(ended).toBe(0);
    expect(new Set((await Promise.all(finishing)).map(answerOf))).toEqual(new Set([FAILURE]));
  });
});

it('is a sign-in of nobody where the name is of another organization', async () => {
  const other = await School.open(app);
  const name = signInNameOf(school);
  expect((await other.owner.client.put('/organization/sign-in-name', { name })).status).toBe(409);
  expect(
    (await other.owner.client.put('/organization/sign-in-name', { name: `n-${randomUUID().slice(0, 8)}` })).status,
  ).toBe(200);
});
