import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { Agent } from '../mcp/agent.js';
import { Client } from '../support/client.js';
import type { Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { dataOf } from './answers.js';

const { app, school } = useSchool();
let learner: Person;
let admin: Person;

beforeEach(async () => {
  learner = await school.person();
  admin = await school.person('ADMIN');
});

async function open(maker: Client = admin.client): Promise<string> {
  const response = await maker.post(`/members/${learner.memberId}/session-keys`, { minutes: 60 });
  expect(response.status).toBe(201);
  return dataOf<{ key: string }>(response).key;
}
const statusOf = async (key: string, path = '/me') => (await new Client(app, key).get(path)).status;

describe('a session key', () => {
  it('works as a Bearer token', async () => {
    const Authorization = `Bearer ${await open()}`;
    const { status, body } = await request(app.url).get('/api/v1/me').set({ Authorization });
    expect([status, (body as { data: { member: { id: string } } }).data.member.id]).toEqual([200, learner.memberId]);
    expect(app.logged()).not.toContain(Authorization.slice('Bearer '.length));
  });

  it('acts at /mcp as the person, without their responsibilities', async () => {
    await school.assign(learner.memberId, { role: 'program_director' });
    const own = await Agent.connect(app, learner.client);
    const session = await Agent.connect(app, new Client(app, await open()));
    try {
      const names = async (agent: Agent) => (await agent.tools()).map(({ name }) => name);
      expect(await names(own)).toContain('create_group');
      expect((await names(session)).sort()).toEqual([
        ...['get_member_task', 'list_slots', 'read_me', 'read_outcomes', 'read_progress', 'record_outcome'],
      ]);
      const { envelope } = await session.call('read_me', {});
      expect(envelope.data).toMatchObject({ member: { id: learner.memberId }, responsibilities: [] });
      const refused = await session.call('list_members', {});
      expect([refused.isError, refused.envelope.code]).toEqual([true, 'forbidden']);
    } finally {
      await own.close();
      await session.close();
    }
  });

  it('that a key of the scope admin alone made reads and writes for the person, which that key may not', async () => {
    const { client } = await school.key(admin.memberId, admin.accountId, { scopes: ['admin'] });
    const enrollmentId = await school.enrollment({ member_id: learner.memberId });
    const session = new Client(app, await open(client));
    const report = { enrollmentId, title: 'No laptop', urgency: 'normal' };
    expect([(await session.get('/me')).status, (await session.post('/me/blockers', report)).status]).toEqual([
      200, 201,
    ]);
    expect([(await client.get('/me')).status, (await client.post('/me/blockers', report)).status]).toEqual([403, 403]);
    expect(await statusOf(session.apiKey ?? '', '/members')).toBe(403);
  });

  it('shows nobody what its maker called the API key', async () => {
    await school.rows(`update api_keys set name = 'canary' where organization_id = $1 and id = $2`, admin.apiKeyId);
    const { text, body } = await new Client(app, await open()).get('/me');
    expect(text).not.toContain('canary');
    expect((body as { data: { apiKey: object } }).data.apiKey).toMatchObject({
      id: admin.apiKeyId,
      name: 'Session key',
    });
    expect((await admin.client.get('/me')).text).toContain('canary');
  });

  it.each([
    ['its maker', () => admin, 'MEMBER', 'ADMIN'],
    ['its member', () => learner, 'ADMIN', 'MEMBER'],
  ])('works again when %s got the role back before it expires', async (_, whose, away, back) => {
    const key = await open();
    expect(await statusOf(key)).toBe(200);
    for (const [role, status] of [
      [away, 401],
      [back, 200],
    ] as const) {
      const changed = await school.owner.client.patch(`/members/${whose().memberId}`, { role });
      expect([changed.status, await statusOf(key)]).toEqual([200, status]);
    }
  });

  it('stays refused when its member was detached and added again', async () => {
    const key = await open();
    expect((await school.owner.client.delete(`/members/${learner.memberId}`)).status).toBe(200);
    const member = { account_id: learner.accountId, name: learner.name, role: 'MEMBER', status: 'active' };
    await school.insert('members', { ...member, created_at: app.now() });
    expect([await statusOf(key), await statusOf(key)]).toEqual([401, 401]);
  });
});
