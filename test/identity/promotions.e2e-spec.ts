import { beforeEach, describe, expect, it } from '@jest/globals';
import type { MemberWithRole } from '#contexts/identity/member/member.dto.js';
import { Authenticator } from '../support/authenticator.js';
import type { Client } from '../support/client.js';
import type { Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { dataOf } from './answers.js';
import { FAILED, join, MANY_AT_DOORS, signedIn, signInWith, tokenFor } from './ways-in.js';

const { app, school } = useSchool(MANY_AT_DOORS);
let admin: Person;
let learner: Person;

beforeEach(async () => {
  admin = await school.person('ADMIN');
  learner = await school.person();
});

const move = async ({ memberId }: Person, role: string, by: Client = school.owner.client) =>
  dataOf<MemberWithRole>(await by.patch(`/members/${memberId}`, { role }));
const joinBy = async (by: Client, { memberId }: Person) => {
  const device = new Authenticator();
  return { device, ...signedIn(app, await join(app, await tokenFor(by, memberId), device)) };
};
const works = async (client: Client) => (await client.get('/me')).status === 200;

describe('a promotion', () => {
  it('takes what the invitation of an ADMIN gave: whoever used it would be promoted, too', async () => {
    const { device, client, signInId } = await joinBy(admin.client, learner);
    const passkeys = dataOf<{ items: { id: string }[] }>(await client.get('/me/passkeys')).items;
    await school.externalIdentity(learner.memberId, { power: 'ADMIN' });
    expect((await move(learner, 'OWNER')).endedPasskeys).toBe(1);
    expect(await works(client)).toBe(false);
    expect((await signInWith(app, device)).text).toBe(FAILED);
    const { rows } = await school.rows<object>(
      'select 1 from external_identities where organization_id = $1 and ended_at is null',
    );
    expect(rows).toEqual([]);
    const { audit, events } = await school.trail();
    expect(audit.at(-1)).toMatchObject({
      action: 'member.role_changed',
      changes: {
        endedSignInIds: { from: [], to: [signInId] },
        removedPasskeyIds: { from: [], to: passkeys.map(({ id }) => id) },
        endedIdentityIds: { from: [], to: [expect.any(String)] },
      },
    });
    expect(events.at(-1)?.name).toBe('member.role_changed');
  });

  it('takes a passkey that was added in such a sign-in as well', async () => {
    const { client } = await joinBy(admin.client, learner);
    const added = new Authenticator();
    const { options } = dataOf<{ options: never }>(await client.post('/me/passkeys/options'));
    await client.post('/me/passkeys', { label: 'Laptop', passkey: added.create(options) });
    expect((await move(learner, 'ADMIN')).endedPasskeys).toBe(2);
    expect((await signInWith(app, added)).text).toBe(FAILED);
  });

  it('keeps the passkeys that an OWNER let in, and ends every sign-in', async () => {
    const { device, client } = await joinBy(school.owner.client, learner);
    expect((await move(learner, 'OWNER')).endedPasskeys).toBe(0);
    expect(await works(client)).toBe(false);
    expect(signedIn(app, await signInWith(app, device)).member.role).toBe('OWNER');
  });
});

describe('a demotion', () => {
  it('ends no sign-in, which may do less from then on, and no passkey', async () => {
    const { device, client } = await joinBy(school.owner.client, admin);
    expect((await client.get('/api-keys')).status).toBe(200);
    expect((await move(admin, 'MEMBER')).endedPasskeys).toBe(0);
    expect((await client.get('/api-keys')).status).toBe(403);
    signedIn(app, await signInWith(app, device));
  });
});

describe('the second OWNER', () => {
  it('stays in by a passkey and by what it made in a sign-in, when the first one is gone', async () => {
    const second = await school.person('OWNER');
    const { device, client } = await joinBy(school.owner.client, second);
    const made = await client.post('/api-keys', { memberId: second.memberId, name: 'Own' });
    expect(made.status).toBe(201);
    expect((await client.delete(`/members/${school.owner.memberId}`)).status).toBe(200);
    expect(await works(client)).toBe(true);
    signedIn(app, await signInWith(app, device));
    const own = Object.assign(Object.create(client) as Client, { apiKey: dataOf<{ key: string }>(made).key });
    expect(await works(own)).toBe(true);
  });
});

describe('a sign-in that starts while its member is promoted', () => {
  it('is ended, or does not start', async () => {
    const { device } = await joinBy(admin.client, learner);
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => signInWith(app, device)),
      school.owner.client.patch(`/members/${learner.memberId}`, { role: 'OWNER' }),
    ]);
    expect(answers.at(-1)?.status).toBe(200);
    for (const answer of answers.slice(0, -1)) {
      if (answer.status === 201) expect(await works(signedIn(app, answer).client)).toBe(false);
      else expect(answer.text).toBe(FAILED);
    }
  });
});
