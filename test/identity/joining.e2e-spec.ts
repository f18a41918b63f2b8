import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { CreatedInvitation } from '#contexts/identity/invitation/invitation.dto.js';
import { Authenticator } from '../support/authenticator.js';
import type { Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { dataOf } from './answers.js';
import {
  FAILED,
  invitationOptions,
  join,
  knock,
  MANY_AT_DOORS,
  signedIn,
  signInWith,
  tokenFor,
  tokenIn,
} from './ways-in.js';

const HOUR = 3_600_000;

const { app, school } = useSchool(MANY_AT_DOORS);
let admin: Person;
let learner: Person;

beforeEach(async () => {
  admin = await school.person('ADMIN');
  learner = await school.person();
});
afterEach(() => app.moveClock(0));

const rowsOf = async (table: string) =>
  (await school.rows<Record<string, unknown>>(`select * from ${table} where organization_id = $1 order by id`)).rows;

describe('an invitation', () => {
  it('lets its member in with a new passkey, which then signs in by itself', async () => {
    const { memberId, name } = learner;
    const token = await tokenFor(school.owner.client, memberId);
    const options = await invitationOptions(app, token);
    expect(options).toMatchObject({
      organization: { id: school.id, name: 'Lighthouse Academy' },
      member: { id: memberId, name },
      methods: ['passkey'],
      passkey: { rp: { id: 'localhost' }, user: { name: `${name} · Lighthouse Academy` }, excludeCredentials: [] },
    });
    const device = new Authenticator();
    const joined = signedIn(app, await join(app, token, device, { label: 'Phone' }));
    expect(joined).toMatchObject({
      member: { id: memberId, name, role: 'MEMBER' },
      organization: { id: school.id, name: 'Lighthouse Academy' },
      otherPasskeys: 0,
    });
    expect(dataOf<object>(await joined.client.get('/me'))).toMatchObject({ signIn: { method: 'invitation' } });
    const again = signedIn(app, await signInWith(app, device));
    expect(dataOf<object>(await again.client.get('/me'))).toMatchObject({
      member: { id: memberId },
      signIn: { method: 'passkey', recent: true },
    });
    expect(dataOf<object>(await again.client.get('/me/passkeys'))).toMatchObject({
      items: [{ label: 'Phone', domain: 'localhost', backedUp: true, status: 'active' }],
    });
  });

  it('is opened as often as one likes, which spends nothing', async () => {
    const token = await tokenFor(school.owner.client, learner.memberId);
    const digest = await school.digest();
    for (let n = 0; n < 3; n += 1) await invitationOptions(app, token);
    expect(await school.digest()).toBe(digest);
    signedIn(app, await join(app, token, new Authenticator()));
    expect((await knock(app, 'invitations/options', { token })).text).toBe(FAILED);
  });

  it('lets in one of twenty who use it at once', async () => {
    const token = await tokenFor(school.owner.client, learner.memberId);
    const answers = await Promise.all(Array.from({ length: 20 }, () => join(app, token, new Authenticator())));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(401)]);
    for (const { status, text } of answers) if (status === 401) expect(text).toBe(FAILED);
    expect([(await rowsOf('passkeys')).length, (await rowsOf('sign_ins')).length]).toEqual([1, 1]);
    expect(await rowsOf('sign_in_proofs')).toHaveLength(1);
  });

  it('is not used up by an attempt that fails', async () => {
    const token = await tokenFor(school.owner.client, learner.memberId);
    const digest = await school.digest();
    for (const lies of [{ verified: false }, { origin: 'https://evil.test' }, { crossOrigin: true }]) {
      expect((await join(app, token, new Authenticator(), { lies })).text).toBe(FAILED);
    }
    expect(await school.digest()).toBe(digest);
    signedIn(app, await join(app, token, new Authenticator()));
  });

  it('takes no challenge of another invitation, and none of its own after five minutes', async () => {
    const token = await tokenFor(school.owner.client, learner.memberId);
    const other = await invitationOptions(app, await tokenFor(school.owner.client, admin.memberId));
    const own = await invitationOptions(app, token);
    const use = (passkey: object) => knock(app, 'invitations', { token, passkey });
    expect((await use(new Authenticator().create(other.passkey!))).text).toBe(FAILED);
    const made = new Authenticator().create(own.passkey!);
    app.moveClock(5 * 60_000);
    expect((await use(made)).text).toBe(FAILED);
    app.moveClock(4 * 60_000);
    expect((await use(made)).status).toBe(201);
  });

  it('records that the member joined the first time only, in the name of the member', async () => {
    const first = await tokenFor(school.owner.client, learner.memberId);
    signedIn(app, await join(app, first, new Authenticator()));
    const second = await tokenFor(school.owner.client, learner.memberId);
    expect(signedIn(app, await join(app, second, new Authenticator()))).toMatchObject({ otherPasskeys: 1 });
    const { audit, events } = await school.trail();
    const [own, names] = [
      audit.filter(({ actor_id }) => actor_id === learner.accountId),
      events.map(({ name }) => name),
    ];
    expect(own.map(({ action }) => action)).toEqual([
      ...['passkey.added', 'member.joined', 'sign_in.started', 'passkey.added', 'sign_in.started'],
    ]);
    for (const entry of own) expect(entry).toMatchObject({ correlation_id: 'knock', api_key_id: null });
    expect(names).toEqual(['member.invited', 'passkey.added', 'member.joined', 'member.invited', 'passkey.added']);
    const [{ passkey_id }] = await rowsOf('sign_ins');
    expect(events[1].data).toEqual({ memberId: learner.memberId, passkeyId: passkey_id });
  });

  it('keeps the other passkeys of its member, which a device is told not to make twice', async () => {
    const device = new Authenticator();
    signedIn(app, await join(app, await tokenFor(school.owner.client, learner.memberId), device));
    const token = await tokenFor(school.owner.client, learner.memberId);
    const { passkey } = await invitationOptions(app, token);
    expect(passkey?.excludeCredentials).toEqual([{ id: device.credentials[0].id, type: 'public-key' }]);
    signedIn(app, await join(app, token, new Authenticator()));
    signedIn(app, await signInWith(app, device));
  });

  it('makes no eleventh passkey', async () => {
    for (let n = 0; n < 10; n += 1) await school.passkey(learner.memberId);
    const token = await tokenFor(school.owner.client, learner.memberId);
    expect((await join(app, token, new Authenticator())).text).toBe(FAILED);
    await school.rows(`update passkeys set status = 'removed', removed_at = now() where organization_id = $1 and id =
      (select min(id::text)::uuid from passkeys where organization_id = $1)`);
    signedIn(app, await join(app, token, new Authenticator()));
  });
});

describe('an invitation fails, and tells not why, once', () => {
  it.each<[string, (id: string) => Promise<unknown>]>([
    ['it is revoked', (id) => school.owner.client.post(`/invitations/${id}/revoke`)],
    ['another one is made', () => school.owner.client.post(`/members/${learner.memberId}/invitations`, {})],
    ['its maker is demoted', () => school.owner.client.patch(`/members/${admin.memberId}`, { role: 'MEMBER' })],
    ['its maker is detached', () => school.owner.client.delete(`/members/${admin.memberId}`)],
    ['the key of its maker is revoked', () => school.owner.client.post(`/api-keys/${admin.apiKeyId}/revoke`)],
    ['its member is detached', () => school.owner.client.delete(`/members/${learner.memberId}`)],
    ['its member is promoted', () => school.owner.client.patch(`/members/${learner.memberId}`, { role: 'ADMIN' })],
    [
      'its member is promoted and demoted',
      async () => {
        for (const role of ['ADMIN', 'MEMBER'])
          await school.owner.client.patch(`/members/${learner.memberId}`, { role });
      },
    ],
    [
      'it has expired',
      () => {
        app.moveClock(73 * HOUR);
        return Promise.resolve();
      },
    ],
  ])('%s', async (_, happens) => {
    const made = await admin.client.post(`/members/${learner.memberId}/invitations`, {});
    const { id, url } = dataOf<CreatedInvitation>(made);
    const token = tokenIn(url);
    const device = new Authenticator();
    const { passkey } = await invitationOptions(app, token);
    const answer = device.create(passkey!);
    await happens(id);
    const digest = await school.digest();
    for (const [door, body] of [
      ['invitations/options', { token }],
      ['invitations', { token, passkey: answer }],
    ] as const) {
      const { status, text } = await knock(app, door, body);
      expect([door, status, text]).toEqual([door, 401, FAILED]);
    }
    expect(await school.digest()).toBe(digest);
  });

  it('its token is unknown, of another form, or of another organization', async () => {
    const token = await tokenFor(school.owner.client, learner.memberId);
    const foreign = Buffer.concat([Buffer.alloc(16, 1), Buffer.from(token, 'base64url').subarray(16)]);
    const changed = token.slice(0, -2) + (token.endsWith('AA') ? 'BA' : 'AA');
    for (const one of [changed, foreign.toString('base64url'), 'x', `${token}A`, token.slice(1)]) {
      expect([one, (await knock(app, 'invitations/options', { token: one })).text]).toEqual([one, FAILED]);
    }
  });
});

it('what is missing or of the wrong type is named, before any look-up', async () => {
  for (const [door, body, fields] of [
    ['invitations/options', {}, ['token']],
    ['invitations/options', { token: 5 }, ['token']],
    ['invitations', { token: 'x' }, ['passkey']],
    ['invitations', { token: 'x', passkey: {} }, ['passkey.id', 'passkey.rawId', 'passkey.response', 'passkey.type']],
    ['passkeys', {}, ['assertion']],
  ] as const) {
    const { status, body: answer } = await knock(app, door, body);
    const named = (answer as { details: { field: string }[] }).details.map(({ field }) => field).sort();
    expect([door, status, named]).toEqual([door, 400, fields]);
  }
});

describe('where the identity provider is required', () => {
  it.each(['active', 'failing'])('and is %s, OWNERs alone join with a passkey and sign in with one', async (status) => {
    const device = new Authenticator();
    signedIn(app, await join(app, await tokenFor(school.owner.client, learner.memberId), device));
    const before = await tokenFor(school.owner.client, learner.memberId);
    const made = new Authenticator().create((await invitationOptions(app, before)).passkey!);
    await school.identityProvider({ required: true, status });
    const options = await invitationOptions(app, before);
    expect([options.methods, options.passkey]).toEqual([status === 'active' ? ['identity_provider'] : [], null]);
    expect((await knock(app, 'invitations', { token: before, passkey: made })).text).toBe(FAILED);
    expect((await signInWith(app, device)).text).toBe(FAILED);

    const ofOwner = await tokenFor(school.owner.client, school.owner.memberId);
    expect((await invitationOptions(app, ofOwner)).methods).toContain('passkey');
    const owned = new Authenticator();
    signedIn(app, await join(app, ofOwner, owned));
    signedIn(app, await signInWith(app, owned));
  });
});
