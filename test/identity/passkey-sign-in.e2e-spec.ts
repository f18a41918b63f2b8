import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { PasskeyDomains } from '#contexts/identity/identity.public.js';
import type { PasskeyRequestOptions } from '#contexts/identity/passkey/webauthn/options.dto.js';
import { userHandleOf } from '#contexts/identity/passkey/webauthn/user-handle.js';
import { type AssertionLies, Authenticator, flipped } from '../support/authenticator.js';
import { School, type Person } from '../support/school.js';
import { startTestApp } from '../support/test-app.js';
import { useSchool } from '../support/use-school.js';
import { dataOf } from './answers.js';
import { FAILED, invitationOptions, join, knock, MANY_AT_DOORS, signedIn, signInWith, tokenFor } from './ways-in.js';

const { app, school } = useSchool(MANY_AT_DOORS);
let learner: Person;
let device: Authenticator;

/** A device with a passkey of the member. */
const joined = async (memberId: string, model: ConstructorParameters<typeof Authenticator>[0] = {}) => {
  const made = new Authenticator(model);
  signedIn(app, await join(app, await tokenFor(school.owner.client, memberId), made));
  return made;
};

beforeEach(async () => {
  learner = await school.person();
  device = await joined(learner.memberId);
});
afterEach(() => app.moveClock(0));

const options = async () =>
  dataOf<{ options: PasskeyRequestOptions }>(await knock(app, 'passkeys/options', {})).options;
const expectFailed = async (answer: Promise<Response>, why: string) => {
  const { status, text } = await answer;
  expect([why, status, text]).toEqual([why, 401, FAILED]);
};

describe('a passkey', () => {
  it('signs in, and tells the day of its last use', async () => {
    const data = signedIn(app, await signInWith(app, device));
    expect(data).toMatchObject({ member: { id: learner.memberId }, organization: { id: school.id }, otherPasskeys: 0 });
    const { items } = dataOf<{ items: { lastUsedDay: string }[] }>(await data.client.get('/me/passkeys'));
    expect(items[0].lastUsedDay).toBe(`${app.now().toISOString().slice(0, 10)}T00:00:00.000Z`);
  });

  it('of each algorithm signs in again and again', async () => {
    for (const algorithm of ['EdDSA', 'RS256'] as const) {
      const { memberId } = await school.person();
      const other = await joined(memberId, { algorithm });
      for (let n = 0; n < 2; n += 1) {
        expect(signedIn(app, await signInWith(app, other)).member.id).toBe(memberId);
      }
    }
  });

  it('of another organization on the same device signs in to that one', async () => {
    const other = await School.open(app);
    const { memberId } = await other.person();
    signedIn(app, await join(app, await tokenFor(other.owner.client, memberId), device));
    const [one, two] = device.credentials;
    for (const [credential, at, member] of [
      [one, school.id, learner.memberId],
      [two, other.id, memberId],
    ] as const) {
      const data = signedIn(app, await signInWith(app, device, {}, ({ id }) => id === credential.id));
      expect([data.organization.id, data.member.id]).toEqual([at, member]);
    }
    await expectFailed(
      signInWith(app, device, { userHandle: two.userHandle }, ({ id }) => id === one.id),
      'foreign handle',
    );
  });

  it('keeps whether it is backed up', async () => {
    const { client } = signedIn(app, await signInWith(app, device, { backedUp: false }));
    expect(dataOf<{ items: object[] }>(await client.get('/me/passkeys')).items).toMatchObject([{ backedUp: false }]);
  });

  it('that is bound to its device is refused for a counter that does not grow; a synchronized one is not', async () => {
    const bound = await joined((await school.person()).memberId, { synchronized: false });
    signedIn(app, await signInWith(app, bound, { counter: 5 }));
    for (const counter of [0, 4, 5]) await expectFailed(signInWith(app, bound, { counter }), `counter ${counter}`);
    signedIn(app, await signInWith(app, bound, { counter: 6 }));
    signedIn(app, await signInWith(app, bound, { counter: 4_294_967_295 }));
    for (const counter of [5, 5, 0]) signedIn(app, await signInWith(app, device, { counter }));
  });
});

describe('a proof', () => {
  it('serves once, in whatever process', async () => {
    const beside = await startTestApp(MANY_AT_DOORS.settings, app);
    try {
      const assertion = device.get(await options());
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) => knock(n % 2 ? app : beside, 'passkeys', { assertion })),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      for (const { status, text } of answers) if (status !== 201) expect(text).toBe(FAILED);
      await expectFailed(knock(beside, 'passkeys', { assertion }), 'used');
    } finally {
      await beside.close();
    }
  });

  it('that is refused is not used up', async () => {
    const assertion = device.get(await options());
    const response = { ...assertion.response, signature: flipped(assertion.response.signature, 40) };
    await expectFailed(knock(app, 'passkeys', { assertion: { ...assertion, response } }), 'signature');
    signedIn(app, await knock(app, 'passkeys', { assertion }));
  });

  it('is good for five minutes, and for signing in only', async () => {
    const assertion = device.get(await options());
    app.moveClock(5 * 60_000);
    await expectFailed(knock(app, 'passkeys', { assertion }), 'expired');
    app.moveClock(4 * 60_000);
    signedIn(app, await knock(app, 'passkeys', { assertion }));
    const token = await tokenFor(school.owner.client, learner.memberId);
    const { challenge } = (await invitationOptions(app, token)).passkey!;
    await expectFailed(signInWith(app, device, { challenge }), 'of an invitation');
    const { client } = signedIn(app, await signInWith(app, device));
    const own = dataOf<{ options: { challenge: string } }>(await client.post('/me/passkeys/options'));
    await expectFailed(signInWith(app, device, { challenge: own.options.challenge }), 'of adding a passkey');
  });
});

describe('every failure is one answer', () => {
  const otherHandle = (organizationId: string, memberId: string) =>
    userHandleOf({ organizationId, memberId }).toString('base64url');

  it('whatever the device or the browser says that is not so', async () => {
    const second = await school.person();
    const lies: [string, AssertionLies][] = [
      ['unknown organization', { userHandle: otherHandle(second.memberId, learner.memberId) }],
      ['unknown member', { userHandle: otherHandle(school.id, school.id) }],
      ['another member', { userHandle: otherHandle(school.id, second.memberId) }],
      ['no handle', { userHandle: undefined }],
      ['origin', { origin: 'http://localhost:3001' }],
      ['domain', { domain: 'example.com' }],
      ['frame', { crossOrigin: true }],
      ['not verified', { verified: false }],
      ['not present', { present: false }],
      ['eligibility', { backupEligible: false, backedUp: false }],
      ['type', { type: 'webauthn.create' }],
      ['signature', { resign: (signature) => Buffer.from(flipped(signature.toString('base64url'), 50), 'base64url') }],
    ];
    const before = await school.digest();
    for (const [why, lie] of lies) await expectFailed(signInWith(app, device, lie), why);
    const unknown = new Authenticator();
    unknown.create({
      ...(await invitationOptions(app, await tokenFor(school.owner.client, second.memberId))).passkey!,
    });
    const digest = await school.digest();
    await expectFailed(signInWith(app, unknown), 'unknown credential');
    expect(await school.digest()).toBe(digest);
    expect(before).not.toBe(digest);
  });

  it('also once the passkey is removed, or the member is detached', async () => {
    const { items } = dataOf<{ items: { id: string }[] }>(
      await signedIn(app, await signInWith(app, device)).client.get('/me/passkeys'),
    );
    const set = (status: string, at: string) =>
      school.rows(
        `update passkeys set status = '${status}', removed_at = ${at} where organization_id = $1 and id = $2`,
        items[0].id,
      );
    await set('removed', 'now()');
    await expectFailed(signInWith(app, device), 'removed');
    await set('active', 'null');
    await school.owner.client.delete(`/members/${learner.memberId}`);
    await expectFailed(signInWith(app, device), 'detached');
  });

  it('tells its cause to no log either, and no secret is in rows, entries, events or the log', async () => {
    const token = await tokenFor(school.owner.client, (await school.person()).memberId);
    const { passkey } = await invitationOptions(app, token);
    const made = new Authenticator().create(passkey!);
    const { key } = signedIn(app, await knock(app, 'invitations', { token, passkey: made }));
    const assertion = device.get(await options());
    const other = signedIn(app, await knock(app, 'passkeys', { assertion }));
    await other.client.get('/me');
    const { rows: keys } = await school.rows<object>('select * from idempotency_keys where organization_id = $1');
    const tables = ['sign_ins', 'invitations', 'sign_in_proofs', 'passkeys'];
    const rows = await Promise.all(
      tables.map((table) =>
        school.rows<object>(`select row_to_json(t)::text as row from ${table} t where organization_id = $1`),
      ),
    );
    const told = JSON.stringify([keys, rows.map((one) => one.rows), await school.trail(), app.logged()]);
    const secrets = [token, key, other.key, passkey!.challenge, assertion.response.signature];
    secrets.push(made.response.clientDataJSON, assertion.response.clientDataJSON);
    for (const secret of secrets) expect(told).not.toContain(secret);
  });
});

describe('under another domain', () => {
  it('a passkey of the former one signs in no more, and is shown with its domain', async () => {
    const settings = { ...MANY_AT_DOORS.settings, PUBLIC_URL: 'https://learn.example.com' };
    const moved = await startTestApp(settings, app);
    try {
      const asked = dataOf<{ options: PasskeyRequestOptions }>(await knock(moved, 'passkeys/options', {})).options;
      expect(asked.rpId).toBe('learn.example.com');
      const assertion = device.get(
        { ...asked, rpId: 'localhost' },
        { domain: 'learn.example.com', origin: settings.PUBLIC_URL },
      );
      const { status, text } = await knock(moved, 'passkeys', { assertion });
      expect([status, text]).toEqual([401, FAILED]);
      await moved.nest.get(PasskeyDomains, { strict: false }).warn();
      expect(moved.logged()).toMatch(/[1-9]\d* passkeys are of another domain than learn\.example\.com/);
      const { client } = await school.signIn(learner.memberId);
      const { items } = dataOf<{ items: object[] }>(await client.get('/me/passkeys'));
      expect(items).toMatchObject([{ domain: 'localhost', status: 'active' }]);
    } finally {
      await moved.close();
    }
  });
});
