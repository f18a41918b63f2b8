import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '../support/client.js';
import { announced, withDatabase } from '../support/database-server.js';
import type { Person } from '../support/school.js';
import { Workplace } from '../support/service-process.js';
import { SECRET_KEY, type TestApp } from '../support/test-app.js';
import { useSchool } from '../support/use-school.js';

const KEYS = 50;
const TWINS = 4;
const KEYS_AT_ONCE = 10;

const place = new Workplace();
let processes: TestApp[];

// Ahead of the service's own end: these hooks run in the order in which they stand.
afterAll(() => place.clear());
const { app, school } = useSchool({ isOwn: true });
beforeAll(async () => {
  const database = new URL(app.databaseUrl).pathname.slice(1);
  const settings = {
    ...announced().settings,
    NODE_ENV: 'production',
    ROLE: 'api',
    DATABASE_URL: app.databaseUrl,
    MIGRATION_DATABASE_URL: withDatabase(announced().ownerUrl, database),
    SECRET_KEYS: SECRET_KEY.toString('base64'),
    LOCK_TIMEOUT_MS: '60000',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_MINUTE: '0',
    ORGANIZATION_RATE_LIMIT_PER_MINUTE: '0',
  };
  const started = await Promise.all([place.serve(settings), place.serve(settings)]);
  processes = started.map(({ url }) => ({ ...app, url }));
});

/** A person's calls over the one process or the other, or over both in turn. */
const over = (index: number, person: Person = school.owner) =>
  new Client(processes[index % processes.length], person.client.apiKey);

/** Every change has its audit entry, its event and its key, and nothing else has. */
async function expectTrail(changes: number): Promise<void> {
  const { audit, events, keys } = await school.trail();
  expect([audit.length, events.length, keys]).toEqual([changes, changes, changes]);
}

describe('one Idempotency-Key over two processes at once', () => {
  it('takes effect once, and everybody is told of the same record', async () => {
    const keys = Array.from({ length: KEYS }, () => randomUUID());
    for (let start = 0; start < KEYS; start += KEYS_AT_ONCE) {
      await Promise.all(keys.slice(start, start + KEYS_AT_ONCE).map(expectOneEffect));
    }
    const { rows } = await school.rows('select id from groups where organization_id = $1');
    expect(rows).toHaveLength(KEYS);
    await expectTrail(KEYS);
  });

  async function expectOneEffect(idempotencyKey: string): Promise<void> {
    const body = { name: `Level ${idempotencyKey.slice(0, 8)}`, type: 'level', scope: 'organization' };
    const answers = await Promise.all(
      Array.from({ length: TWINS }, (_, twin) => over(twin).post('/groups', body, { idempotencyKey })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    for (const { status, body: answer } of answers) {
      expect([answer.replayed, answer.data]).toEqual([status === 200, answers[0].body.data]);
    }
  }
});

describe('what one process is told counts in the other from the next request on', () => {
  const group = { name: 'Level one', type: 'level', scope: 'organization' };

  it('a revoked key is refused', async () => {
    const admin = await school.person('ADMIN');
    for (const index of [0, 1]) expect((await over(index, admin).get('/groups')).status).toBe(200);
    expect((await over(0).post(`/api-keys/${admin.apiKeyId}/revoke`)).status).toBe(200);
    expect((await over(1, admin).get('/groups')).status).toBe(401);
  });

  it('a demoted member may do less, and is not told of what was done before', async () => {
    const admin = await school.person('ADMIN');
    const idempotencyKey = randomUUID();
    expect((await over(1, admin).post('/groups', group, { idempotencyKey })).status).toBe(201);
    expect((await over(0).patch(`/members/${admin.memberId}`, { role: 'MEMBER' })).status).toBe(200);
    expect((await over(1, admin).post('/groups', group)).status).toBe(403);
    expect((await over(1, admin).post('/groups', group, { idempotencyKey })).status).toBe(403);
    await expectTrail(2);
  });

  it('a detached member is refused', async () => {
    const admin = await school.person('ADMIN');
    expect((await over(1, admin).get('/groups')).status).toBe(200);
    expect((await over(0).delete(`/members/${admin.memberId}`)).status).toBe(200);
    expect((await over(1, admin).get('/groups')).status).toBe(401);
  });
});

describe('places that both processes give away', () => {
  it('in a cohort are never more than its seats', async () => {
    const cohortId = await school.cohort({ capacity: 5 });
    const members: string[] = [];
    for (let n = 0; n < 20; n += 1) members.push((await school.person()).memberId);
    const answers = await Promise.all(
      members.map((memberId, n) => over(n).post(`/cohorts/${cohortId}/enrollments`, { memberId, status: 'active' })),
    );
    expectAdmitted(answers, 5);
    expect((await over(1).get(`/cohorts/${cohortId}`)).body.data).toMatchObject({ occupancy: 5, overCapacity: false });
    await expectTrail(5);
  });

  it('in a group are never more than its capacity', async () => {
    const groupId = await school.group({ capacity: 4 });
    const cohortId = await school.cohort();
    const enrollments: string[] = [];
    for (let n = 0; n < 20; n += 1) enrollments.push(await school.enrollment({ cohort_id: cohortId }));
    const answers = await Promise.all(
      enrollments.map((enrollmentId, n) => over(n).post(`/groups/${groupId}/memberships`, { enrollmentId })),
    );
    expectAdmitted(answers, 4);
    expect((await over(1).get(`/groups/${groupId}`)).body.data).toMatchObject({ activeMembershipCount: 4 });
    await expectTrail(4);
  });

  function expectAdmitted(answers: { status: number }[], places: number): void {
    const admitted = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status === 409);
    expect([admitted.length, refused.length]).toEqual([places, answers.length - places]);
  }
});
