import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import type { Passkey } from '#contexts/identity/passkey/passkey.dto.js';
import type { PasskeyCreationOptions } from '#contexts/identity/passkey/webauthn/options.dto.js';
import { Authenticator } from '../support/authenticator.js';
import type { Client } from '../support/client.js';
import type { Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { dataOf } from './answers.js';
import { FAILED, join, knock, MANY_AT_DOORS, signedIn, signInWith, tokenFor } from './ways-in.js';

const { app, school } = useSchool(MANY_AT_DOORS);
let learner: Person;
let me: Client;

beforeEach(async () => {
  learner = await school.person();
  me = (await school.signIn(learner.memberId)).client;
});

const optionsOf = async (by: Client) =>
  dataOf<{ options: PasskeyCreationOptions }>(
    await by.post('/me/passkeys/options', undefined, { idempotencyKey: null }),
  ).options;
const add = async (by: Client, device = new Authenticator(), label = 'Phone') =>
  by.post('/me/passkeys', { label, passkey: device.create(await optionsOf(by)) });
const list = async (by: Client) => dataOf<{ items: Passkey[] }>(await by.get('/me/passkeys')).items;
const fieldsOf = ({ body }: Response) => (body as { details: { field: string }[] }).details.map(({ field }) => field);

describe('my passkeys', () => {
  it('are added in a sign-in, and sign in from then on', async () => {
    const device = new Authenticator();
    const added = await add(me, device, 'Laptop');
    expect([added.status, added.body.data]).toEqual([
      201,
      expect.objectContaining({ label: 'Laptop', domain: 'localhost', lastUsedDay: null, status: 'active' }),
    ]);
    expect(signedIn(app, await signInWith(app, device)).member.id).toBe(learner.memberId);
    const { audit, events } = await school.trail();
    const { id } = dataOf<Passkey>(added);
    expect(events[0]).toMatchObject({ name: 'passkey.added', data: { memberId: learner.memberId, passkeyId: id } });
    expect(audit[0]).toMatchObject({ action: 'passkey.added', target_id: id, api_key_id: null });
    expect(JSON.stringify(audit)).not.toContain('Laptop');
  });

  it('have options with another challenge each time, which write nothing and name what the member has', async () => {
    const device = new Authenticator();
    await add(me, device);
    const digest = await school.digest();
    const [one, other] = [await optionsOf(me), await optionsOf(me)];
    expect(one.challenge).not.toBe(other.challenge);
    expect(one.excludeCredentials.map(({ id }) => id)).toEqual(device.credentials.map(({ id }) => id));
    expect(() => device.create(one)).toThrow('InvalidStateError');
    expect(await school.digest()).toBe(digest);
  });

  it('are of the member alone: others neither see nor change them', async () => {
    const { id } = dataOf<Passkey>(await add(me));
    const { client } = await school.signIn(school.owner.memberId);
    expect(await list(client)).toEqual([]);
    expect((await client.patch(`/me/passkeys/${id}`, { label: 'Mine' })).status).toBe(404);
    expect((await client.post(`/me/passkeys/${id}/remove`)).status).toBe(404);
  });

  it('are for no API key and no session key', async () => {
    const response = await school.owner.client.post(`/members/${learner.memberId}/session-keys`, { minutes: 60 });
    const { key } = dataOf<{ key: string }>(response);
    for (const by of [learner.client, Object.assign(Object.create(me) as Client, { apiKey: key })]) {
      const id = await school.passkey(learner.memberId);
      const answers = [
        await by.get('/me/passkeys'),
        await by.post('/me/passkeys/options'),
        await by.post('/me/passkeys', { label: 'Phone', passkey: {} }),
        await by.patch(`/me/passkeys/${id}`, { label: 'Phone' }),
        await by.post(`/me/passkeys/${id}/remove`),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    }
  });

  it('are changed in a recent sign-in only, and listed in any', async () => {
    const id = await school.passkey(learner.memberId);
    const old = (await school.signIn(learner.memberId, { proved_at: new Date(app.now().getTime() - 601_000) })).client;
    expect((await old.get('/me/passkeys')).status).toBe(200);
    for (const answer of [
      await old.post('/me/passkeys/options'),
      await old.post('/me/passkeys', { label: 'Phone', passkey: {} }),
      await old.patch(`/me/passkeys/${id}`, { label: 'Phone' }),
      await old.post(`/me/passkeys/${id}/remove`),
    ]) {
      expect([answer.status, fieldsOf(answer)]).toEqual([403, ['signIn']]);
    }
  });

  it('are renamed, while they are there', async () => {
    await school.passkey(learner.memberId);
    const id = await school.passkey(learner.memberId);
    const renamed = await me.patch(`/me/passkeys/${id}`, { label: 'Tablet' });
    expect([renamed.status, dataOf<Passkey>(renamed).label]).toEqual([200, 'Tablet']);
    await me.post(`/me/passkeys/${id}/remove`);
    expect((await me.patch(`/me/passkeys/${id}`, { label: 'Phone' })).status).toBe(409);
  });
});

describe('a new passkey', () => {
  it('of another member, of an invitation or of a used challenge is refused, and named', async () => {
    const { client } = await school.signIn(school.owner.memberId);
    const token = await tokenFor(school.owner.client, learner.memberId);
    const invited = dataOf<{ passkey: PasskeyCreationOptions }>(await knock(app, 'invitations/options', { token }));
    const used = await optionsOf(me);
    await me.post('/me/passkeys', { label: 'Phone', passkey: new Authenticator().create(used) });
    const digest = await school.digest();
    for (const options of [await optionsOf(client), invited.passkey, used]) {
      const response = await me.post('/me/passkeys', { label: 'Phone', passkey: new Authenticator().create(options) });
      expect([response.status, fieldsOf(response)]).toEqual([400, ['passkey']]);
    }
    expect(await school.digest()).toBe(digest);
  });

  it('that the organization has seen is refused, also once it is removed', async () => {
    const device = new Authenticator();
    const { id } = dataOf<Passkey>(await add(me, device));
    await school.passkey(learner.memberId);
    const again = async (by: Client) => {
      const options = await optionsOf(by);
      const passkey = new Authenticator().create(options, { credentialId: device.credentials[0].id });
      return by.post('/me/passkeys', { label: 'Phone', passkey });
    };
    const { client } = await school.signIn(school.owner.memberId);
    expect([(await again(me)).status, (await again(client)).status]).toEqual([409, 409]);
    await me.post(`/me/passkeys/${id}/remove`);
    expect([(await again(me)).status, (await again(client)).status]).toEqual([409, 409]);
  });

  it('is one of ten at most, also when several are added at once', async () => {
    for (let n = 0; n < 8; n += 1) await school.passkey(learner.memberId);
    await school.passkey(learner.memberId, { status: 'removed', removed_at: app.now() });
    const answers = await Promise.all(Array.from({ length: 5 }, () => add(me)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
    expect(await list(me)).toHaveLength(10);
  });
});

describe('a passkey that is removed', () => {
  it('ends its sign-ins and that of its invitation, but the one that asks', async () => {
    const device = new Authenticator();
    const invited = signedIn(app, await join(app, await tokenFor(school.owner.client, learner.memberId), device));
    const first = signedIn(app, await signInWith(app, device));
    const current = signedIn(app, await signInWith(app, device));
    const other = new Authenticator();
    await add(current.client, other);
    const elsewhere = signedIn(app, await signInWith(app, other));
    const id = (await list(current.client)).at(-1)?.id ?? '';
    const removed = await current.client.post(`/me/passkeys/${id}/remove`);
    expect([removed.status, dataOf<Passkey>(removed).status]).toEqual([200, 'removed']);
    const works = async ({ client }: { client: Client }) => (await client.get('/me')).status;
    expect([await works(invited), await works(first), await works(current), await works(elsewhere)]).toEqual([
      401, 401, 200, 200,
    ]);
    expect((await signInWith(app, device)).text).toBe(FAILED);
    const { audit } = await school.trail();
    expect(audit.at(-1)?.changes).toMatchObject({ endedSignInIds: [invited.signInId, first.signInId].sort() });
    expect((await current.client.post(`/me/passkeys/${id}/remove`)).status).toBe(409);
  });

  it('is not the last one, unless the member signed in at the identity provider', async () => {
    const { id } = dataOf<Passkey>(await add(me));
    await school.passkey(learner.memberId, { status: 'removed', removed_at: app.now() });
    const refused = await me.post(`/me/passkeys/${id}/remove`);
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    await school.externalIdentity(learner.memberId, { power: 'OWNER' });
    expect((await me.post(`/me/passkeys/${id}/remove`)).status).toBe(200);
  });

  it('is not the last one, also when both of two are removed at once', async () => {
    const ids = [await school.passkey(learner.memberId), await school.passkey(learner.memberId)];
    const answers = await Promise.all(ids.map((id) => me.post(`/me/passkeys/${id}/remove`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('an administrator removes the passkeys of a member', () => {
  const remove = (by: Client, memberId: string, body: object = { reason: 'The phone was stolen' }) =>
    by.post(`/members/${memberId}/passkeys/remove`, body);

  it('all of them, with the sign-ins and the open invitation', async () => {
    const device = new Authenticator();
    const { client } = signedIn(app, await join(app, await tokenFor(school.owner.client, learner.memberId), device));
    await school.passkey(learner.memberId);
    const token = await tokenFor(school.owner.client, learner.memberId);
    const response = await remove(school.owner.client, learner.memberId);
    expect([response.status, response.body.data]).toEqual([200, { removed: 2, endedSignIns: 2 }]);
    expect([(await client.get('/me')).status, (await me.get('/me')).status]).toEqual([401, 401]);
    expect((await signInWith(app, device)).text).toBe(FAILED);
    expect((await knock(app, 'invitations/options', { token })).text).toBe(FAILED);
    const { events, audit } = await school.trail();
    expect(events.filter(({ name }) => name === 'passkey.removed')).toHaveLength(2);
    expect(JSON.stringify(audit)).not.toContain('stolen');
    const { rows } = await school.rows<{ removal_reason: string }>(
      'select removal_reason from passkeys where organization_id = $1',
    );
    expect(rows).toEqual([{ removal_reason: 'The phone was stolen' }, { removal_reason: 'The phone was stolen' }]);
    const again = await remove(school.owner.client, learner.memberId);
    expect([again.status, again.body.data]).toEqual([200, { removed: 0, endedSignIns: 0 }]);
  });

  it('as they would invite the member, and never their own', async () => {
    const [admin, other] = [await school.person('ADMIN'), await school.person('ADMIN')];
    for (const [by, of, status] of [
      [admin, learner, 200],
      [admin, other, 403],
      [admin, school.owner, 403],
      [admin, admin, 403],
      [school.owner, admin, 200],
      [school.owner, school.owner, 409],
      [learner, learner, 403],
    ] as const) {
      expect([by.name, of.name, (await remove(by.client, of.memberId)).status]).toEqual([by.name, of.name, status]);
    }
    expect((await remove(school.owner.client, learner.memberId, {})).status).toBe(400);
  });
});
