import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { Client } from '../support/client.js';
import { keyUsesNoted } from '../support/key-usage.js';
import type { Person } from '../support/school.js';
import { startTestApp } from '../support/test-app.js';
import { useSchool } from '../support/use-school.js';
import { dataOf } from './answers.js';

interface SignIn {
  id: string;
  memberId: string;
  status: string;
  endedBy: string | null;
  current: boolean;
}

const MINUTE = 60_000;

const { app, school } = useSchool();
let admin: Person;
let learner: Person;

beforeEach(async () => {
  admin = await school.person('ADMIN');
  learner = await school.person();
});
afterEach(() => app.moveClock(0));

const listed = async (by: Client, path = '/me/sign-ins'): Promise<SignIn[]> =>
  dataOf<{ items: SignIn[] }>(await by.get(path)).items;
const fieldsOf = ({ body }: Response) => (body as { details: { field: string }[] }).details.map(({ field }) => field);

describe('a sign-in', () => {
  it('acts for its member with all that the member may do', async () => {
    const { id, client } = await school.signIn(admin.memberId);
    const me = dataOf<Record<string, unknown>>(await client.get('/me'));
    expect(me).toMatchObject({
      organization: { id: school.id, signInName: null },
      member: { id: admin.memberId, role: 'ADMIN' },
      apiKey: null,
      signIn: { id, method: 'passkey', recent: true },
    });
    expect((await client.post('/programs', { name: 'Leadership' })).status).toBe(201);
    expect(dataOf<{ signIn: unknown }>(await admin.client.get('/me')).signIn).toBeNull();
  });

  it('is named by what it leaves in the trail, instead of an API key', async () => {
    const { id, client } = await school.signIn(admin.memberId);
    await client.post('/programs', { name: 'Leadership' });
    const { items } = dataOf<{ items: object[] }>(await admin.client.get('/audit-entries?action=program.created'));
    expect(items[0]).toMatchObject({ actorId: admin.accountId, apiKeyId: null, apiKeyName: null, signInId: id });
  });

  it('ends twelve hours after its start at the latest, by the clock of the service', async () => {
    const { client } = await school.signIn(learner.memberId);
    for (let minutes = 0; minutes < 12 * 60; minutes += 100) {
      app.moveClock(minutes * MINUTE);
      expect([minutes, (await client.get('/me')).status]).toEqual([minutes, 200]);
      await keyUsesNoted(app);
    }
    app.moveClock(12 * 60 * MINUTE);
    expect((await client.get('/me')).status).toBe(401);
  });

  it('ends after two hours without a request, in every process, and stays so', async () => {
    const other = await startTestApp({}, app);
    try {
      const { text, client } = await school.signIn(learner.memberId);
      const elsewhere = new Client(other, text);
      for (const one of [client, elsewhere]) expect((await one.get('/me')).status).toBe(200);
      app.moveClock(100 * MINUTE);
      expect((await client.get('/me')).status).toBe(200);
      await keyUsesNoted(app);
      // The other process remembers the caller from before, and reads from the database that it was seen.
      other.moveClock(200 * MINUTE);
      expect((await elsewhere.get('/me')).status).toBe(200);
      app.moveClock(400 * MINUTE);
      for (let attempt = 0; attempt < 2; attempt += 1) expect((await client.get('/me')).status).toBe(401);
      expect((await listed(learner.client))[0]).toMatchObject({ status: 'expired', endedBy: null });
    } finally {
      await other.close();
    }
  });

  it('of a process that remembers it ends with the next request after another process has ended it', async () => {
    const other = await startTestApp({}, app);
    try {
      const { id, text, client } = await school.signIn(learner.memberId);
      const elsewhere = new Client(other, text);
      for (let time = 0; time < 2; time += 1) expect((await elsewhere.get('/me')).status).toBe(200);
      expect(dataOf<SignIn>(await client.post(`/me/sign-ins/${id}/end`, {}))).toMatchObject({
        status: 'ended',
        endedBy: 'member',
        current: true,
      });
      for (const one of [client, elsewhere]) {
        const { status, body } = await one.get('/me');
        expect([status, body]).toEqual([401, expect.objectContaining({ code: 'unauthorized', details: [] })]);
      }
    } finally {
      await other.close();
    }
  });

  it('of another organization, or with one changed character, is an unknown key', async () => {
    const { text } = await school.signIn(learner.memberId);
    const last = text.at(-1) === 'A' ? 'B' : 'A';
    for (const key of [`${text.slice(0, -1)}${last}`, text.slice(0, -1), `${text}A`]) {
      expect((await new Client(app, key).get('/me')).status).toBe(401);
    }
  });

  it('is taken by agents, with the scope mcp:manage for administrators', async () => {
    const { client } = await school.signIn(admin.memberId);
    const { client: own } = await school.signIn(learner.memberId);
    expect((await client.get('/me')).status).toBe(200);
    expect((await own.get('/me')).status).toBe(200);
  });
});

describe('who has less power', () => {
  it('a demotion ends no sign-in, which then acts with less', async () => {
    const { client } = await school.signIn(admin.memberId);
    expect((await client.get('/api-keys')).status).toBe(200);
    await school.owner.client.patch(`/members/${admin.memberId}`, { role: 'MEMBER' });
    expect((await client.get('/api-keys')).status).toBe(403);
    expect((await client.get('/me')).status).toBe(200);
  });

  it('a detachment ends every sign-in, and is named by it', async () => {
    const { id, client } = await school.signIn(learner.memberId);
    await school.owner.client.delete(`/members/${learner.memberId}`);
    expect((await client.get('/me')).status).toBe(401);
    const [ended] = await listed(admin.client, `/sign-ins?memberId=${learner.memberId}`);
    expect(ended).toMatchObject({ id, status: 'ended', endedBy: 'detachment' });
    const { audit } = await school.trail();
    expect(audit.at(-1)).toMatchObject({ changes: { endedSignInIds: { from: [], to: [id] } } });
  });

  it('a promotion ends every sign-in', async () => {
    const { client } = await school.signIn(learner.memberId);
    await school.owner.client.patch(`/members/${learner.memberId}`, { role: 'ADMIN' });
    expect((await client.get('/me')).status).toBe(401);
    expect((await listed(learner.client))[0]).toMatchObject({ endedBy: 'promotion' });
  });
});

describe('the sign-ins of a member', () => {
  it('are listed for the member, newest first, with the current one marked', async () => {
    const first = await school.signIn(learner.memberId);
    const second = await school.signIn(learner.memberId);
    await school.signIn(admin.memberId);
    const items = await listed(first.client);
    expect(items.map(({ id, current }) => [id, current])).toEqual([
      [second.id, false],
      [first.id, true],
    ]);
  });

  it('are listed for administrators, by member and status', async () => {
    const { id } = await school.signIn(learner.memberId);
    expect((await listed(admin.client, '/sign-ins?status=open')).map((one) => one.id)).toContain(id);
    expect(await listed(admin.client, `/sign-ins?status=expired&memberId=${learner.memberId}`)).toEqual([]);
    expect((await learner.client.get('/sign-ins')).status).toBe(403);
  });

  it('are ended by their member alone, once', async () => {
    const { id } = await school.signIn(learner.memberId);
    expect((await admin.client.post(`/me/sign-ins/${id}/end`, {})).status).toBe(404);
    expect((await learner.client.post(`/me/sign-ins/${id}/end`, {})).status).toBe(200);
    const { status, body } = await learner.client.post(`/me/sign-ins/${id}/end`, {});
    expect([status, (body as { reason: string }).reason]).toEqual([409, 'sign_in_ended']);
  });

  it('are ended together by an administrator, those of an OWNER by an OWNER', async () => {
    const { memberId } = school.owner;
    const ofOwner = await school.signIn(memberId);
    const two = [await school.signIn(learner.memberId), await school.signIn(learner.memberId)];
    expect((await admin.client.post(`/members/${memberId}/sign-ins/end`, {})).status).toBe(403);
    const path = `/members/${learner.memberId}/sign-ins/end`;
    expect(dataOf(await admin.client.post(path, {}))).toEqual({ ended: 2 });
    expect(dataOf(await admin.client.post(path, {}))).toEqual({ ended: 0 });
    for (const { client } of two) expect((await client.get('/me')).status).toBe(401);
    expect((await ofOwner.client.get('/me')).status).toBe(200);
    const { events } = await school.trail();
    const data = { memberId: learner.memberId, by: 'administrator' };
    expect(events.slice(-2)).toEqual([
      expect.objectContaining({ name: 'sign_in.ended', data: expect.objectContaining(data) }),
      expect.objectContaining({ name: 'sign_in.ended', data: expect.objectContaining(data) }),
    ]);
  });

  it('are not for a session key', async () => {
    const { key } = dataOf<{ key: string }>(
      await admin.client.post(`/members/${learner.memberId}/session-keys`, { minutes: 60 }),
    );
    const session = new Client(app, key);
    expect((await session.get('/me/sign-ins')).status).toBe(403);
    const { id } = await school.signIn(learner.memberId);
    expect((await session.post(`/me/sign-ins/${id}/end`, {})).status).toBe(403);
  });
});

describe('what one makes in a sign-in', () => {
  it('is no session key', async () => {
    const { client } = await school.signIn(admin.memberId);
    const { status } = await client.post(`/members/${learner.memberId}/session-keys`, { minutes: 60 });
    expect(status).toBe(403);
  });

  it("is one's own: an API key outlives the sign-in, and the demotion of whoever else is OWNER", async () => {
    const second = await school.person('OWNER');
    const { id, client } = await school.signIn(second.memberId);
    const made = dataOf<{ key: string; expiresAt: string | null }>(
      await client.post('/api-keys', { memberId: second.memberId, name: 'My own' }),
    );
    expect(made.expiresAt).toBeNull();
    await client.post(`/me/sign-ins/${id}/end`, {});
    await second.client.patch(`/members/${school.owner.memberId}`, { role: 'MEMBER' });
    expect((await new Client(app, made.key).get('/me')).status).toBe(200);
    await school.rows(
      "update members set role = 'OWNER' where organization_id = $1 and id = $2",
      school.owner.memberId,
    );
  });

  it('needs a sign-in that was proved within ten minutes where power is given away, before any other refusal', async () => {
    const { client } = await school.signIn(school.owner.memberId);
    const detached = await school.person();
    await school.owner.client.delete(`/members/${detached.memberId}`);
    app.moveClock(11 * MINUTE);
    const digest = await school.digest();
    const refused = [
      await client.post('/api-keys', { memberId: learner.memberId, name: 'Reports' }),
      await client.post('/members', { email: 'new@example.com', name: 'New', role: 'ADMIN' }),
      await client.patch(`/members/${learner.memberId}`, { role: 'ADMIN' }),
      await client.patch(`/members/${detached.memberId}`, { role: 'ADMIN' }),
    ];
    for (const response of refused) expect([response.status, fieldsOf(response)]).toEqual([403, ['signIn']]);
    expect(await school.digest()).toBe(digest);
    expect((await client.post('/members', { email: 'm@example.com', name: 'New', role: 'MEMBER' })).status).toBe(201);
    expect((await client.patch(`/members/${learner.memberId}`, { name: 'Renamed' })).status).toBe(200);
    expect(dataOf<{ signIn: object }>(await client.get('/me')).signIn).toMatchObject({ recent: false });
  });

  it('is never recent where the identity provider does not tell when', async () => {
    const { client } = await school.signIn(school.owner.memberId, { method: 'identity_provider', proved_at: null });
    const response = await client.post('/api-keys', { memberId: learner.memberId, name: 'Reports' });
    expect([response.status, fieldsOf(response)]).toEqual([403, ['signIn']]);
    expect((await school.owner.client.post('/api-keys', { memberId: learner.memberId, name: 'Reports' })).status).toBe(
      201,
    );
  });
});

describe('the requests of a member', () => {
  it('in all sign-ins together have one limit, apart from that of API keys', async () => {
    const limited = await startTestApp({ RATE_LIMIT_PER_MINUTE: 4 }, app);
    try {
      const keys = [await school.signIn(learner.memberId), await school.signIn(learner.memberId)];
      const statuses: number[] = [];
      for (let request = 0; request < 6; request += 1) {
        statuses.push((await new Client(limited, keys[request % 2].text).get('/me')).status);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
      expect((await new Client(limited, learner.client.apiKey).get('/me')).status).toBe(200);
    } finally {
      await limited.close();
    }
  });
});
