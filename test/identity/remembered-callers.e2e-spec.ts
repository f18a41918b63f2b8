import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { SendOptions } from '../support/client.js';
import type { Person } from '../support/school.js';
import { textsOf } from '../support/statement-log.js';
import { useSchool } from '../support/use-school.js';

const GROUP = { name: 'Level one', type: 'level', scope: 'organization' };

const { app, school } = useSchool();
let person: Person;

/** An ADMIN whom the service remembers: it has just written. */
async function remember(): Promise<void> {
  person = await school.person('ADMIN');
  expect((await write()).status).toBe(201);
  expect((await read()).status).toBe(200);
}

beforeEach(remember);

const write = (body: object | string = GROUP, options: SendOptions = {}) =>
  person.client.post('/groups', body, options);
const read = () => person.client.get('/groups');
const change = (text: string, id: string) => app.rows.query(text, [school.id, id]);
const countKeys = async () => {
  const text = 'select count(*)::integer as count from idempotency_keys where organization_id = $1';
  return (await school.rows<{ count: number }>(text)).rows[0].count;
};

describe('a caller who is remembered from an earlier request', () => {
  it.each([
    ['is detached', `update members set status = 'detached' where organization_id = $1 and id = $2`],
    ['has a revoked key', 'update api_keys set revoked_at = now() where organization_id = $1 and member_id = $2'],
    [
      'has an expired key',
      `update api_keys set expires_at = '2001-01-01' where organization_id = $1 and member_id = $2`,
    ],
    [
      'has a key whose secret is another one',
      `update api_keys set secret_hash = sha256('other') where organization_id = $1 and member_id = $2`,
    ],
  ])('gets 401 for whatever it sends once it %s, and writes nothing', async (_, text) => {
    const requests = [
      () => write(),
      (used: SendOptions) => write(GROUP, used),
      () => write({}),
      () => write('{broken'),
      () => read(),
    ];
    for (const send of requests) {
      // After a 401 the caller is no longer remembered: each request comes from another person.
      await remember();
      const used = { idempotencyKey: randomUUID() };
      expect((await write(GROUP, used)).status).toBe(201);
      await change(text, person.memberId);
      const before = await countKeys();
      expect((await send(used)).status).toBe(401);
      expect(await countKeys()).toBe(before);
    }
  });

  it('has the role that it has now', async () => {
    await change(`update members set role = 'MEMBER' where organization_id = $1 and id = $2`, person.memberId);
    expect([(await write()).status, (await write({})).status]).toEqual([403, 403]);
    await change(`update members set role = 'ADMIN' where organization_id = $1 and id = $2`, person.memberId);
    expect((await write()).status).toBe(201);
  });

  it('has the responsibilities that it has now', async () => {
    await change(`update members set role = 'MEMBER' where organization_id = $1 and id = $2`, person.memberId);
    expect((await write()).status).toBe(403);
    const body = { memberId: person.memberId, role: 'program_director', scope: 'organization' };
    const started = await school.owner.client.post('/responsibilities', body);
    expect(started.status).toBe(201);
    expect((await write()).status).toBe(201);
    const { id } = (started.body as { data: { id: string } }).data;
    await change('update responsibilities set ended_at = now() where organization_id = $1 and id = $2', id);
    expect((await write()).status).toBe(403);
  });

  it('is confirmed by the statement that enters the tenant, not read again', async () => {
    const sent = await textsOf(async () => {
      expect((await write()).status).toBe(201);
      expect((await read()).status).toBe(200);
    });
    expect([...sent].filter((text) => text.includes('find_api_key'))).toEqual([]);
    expect([...sent].filter((text) => /claim_idempotency_key|app_enter/.test(text))).toHaveLength(2);
  });
});
