import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '../support/client.js';
import { School } from '../support/school.js';
import { countStatements } from '../support/statement-count.js';
import { useSchool } from '../support/use-school.js';

const DAY = 86_400_000;

describe('extending deadlines', () => {
  const { app, school } = useSchool();
  let enrollmentId: string;

  beforeEach(async () => {
    enrollmentId = await school.enrollment();
  });

  const inDays = (days: number): Date => new Date(app.now().getTime() + days * DAY);
  const task = (days: number | null, row: Record<string, unknown> = {}) =>
    school.task({ enrollment_id: enrollmentId, due_at: days === null ? null : inDays(days), ...row });
  const extend = (body: object, client: Client = school.owner.client) =>
    client.post(`/enrollments/${enrollmentId}/deadline-extensions`, { reason: 'Illness', ...body });
  const some = (memberTaskIds: string[], days = 7) => ({ scope: 'tasks', memberTaskIds, days });
  const dueAt = async (id: string) =>
    (await school.owner.client.get(`/member-tasks/${id}`)).body.data.dueAt as string | null;
  const seen = async () =>
    (await school.owner.client.get(`/enrollments/${enrollmentId}/deadline-extensions`)).body.data.items as object[];

  it('moves the named tasks by calendar days, and tells what is still overdue', async () => {
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId });
    const [ahead, late] = [await task(1, { title: 'Plan' }), await task(-30)];
    const [draft, other] = [await task(-30, { status: 'draft' }), await task(2)];
    const before = await Promise.all([ahead, late, draft, other].map(dueAt));
    const later = (instant: string | null) => new Date(Date.parse(instant ?? '') + 7 * DAY).toISOString();
    const response = await extend({ ...some([late, draft, ahead]), reason: ' Illness ' }, coach.client);
    expect([response.status, response.body.data]).toEqual([
      201,
      {
        id: expect.any(String),
        enrollmentId,
        scope: 'tasks',
        days: 7,
        reason: 'Illness',
        grantedBy: coach.accountId,
        grantedByName: coach.name,
        grantedAt: expect.any(String),
        tasks: [
          { memberTaskId: ahead, title: 'Plan', from: before[0], to: later(before[0]), overdue: false },
          { memberTaskId: late, title: expect.any(String), from: before[1], to: later(before[1]), overdue: true },
          { memberTaskId: draft, title: expect.any(String), from: before[2], to: later(before[2]), overdue: false },
        ],
      },
    ]);
    expect(await Promise.all([ahead, late, draft, other].map(dueAt))).toEqual([
      ...before.slice(0, 3).map(later),
      before[3],
    ]);
    expect(await seen()).toEqual([response.body.data]);
  });

  it('with scope all moves every draft and published task that has a deadline', async () => {
    const open = [await task(1), await task(2, { status: 'draft' })];
    await task(3, { status: 'completed' });
    await task(3, { status: 'archived' });
    await task(null);
    await school.task({ due_at: inDays(1) });
    const response = await extend({ scope: 'all', days: 1 });
    expect([response.status, response.body.data.scope]).toEqual([201, 'all']);
    expect((response.body.data.tasks as { memberTaskId: string }[]).map((one) => one.memberTaskId)).toEqual(open);
  });

  it('keeps the time of day in the zone of the cohort over a change of the clocks', async () => {
    const cohortId = await school.cohort({ timezone: 'Europe/Paris' });
    enrollmentId = await school.enrollment({ cohort_id: cohortId });
    // 18:00, a time that does not exist on the 28th of March 2027, and one that exists twice on the 31st of October.
    const ids = [
      await task(0, { due_at: '2027-03-27T17:00:00Z' }),
      await task(0, { due_at: '2027-03-27T01:30:00Z' }),
      await task(0, { due_at: '2027-10-30T00:30:00Z' }),
    ];
    expect((await extend(some(ids, 1))).status).toBe(201);
    expect(await Promise.all(ids.map(dueAt))).toEqual([
      '2027-03-28T16:00:00.000Z',
      '2027-03-28T01:00:00.000Z',
      '2027-10-31T00:30:00.000Z',
    ]);
  });

  it('of one task takes a new deadline, after the present one and in the future', async () => {
    const id = await task(10);
    const one = (instant: Date) => extend({ scope: 'tasks', memberTaskIds: [id], dueAt: instant.toISOString() });
    for (const instant of [inDays(-1), inDays(9)]) {
      const refused = await one(instant);
      expect([refused.status, refused.body.details[0].field]).toEqual([400, 'dueAt']);
    }
    const granted = await one(inDays(11));
    expect([granted.status, granted.body.data.days]).toEqual([201, null]);
    expect(await dueAt(id)).toBe(granted.body.data.tasks[0].to);
    const overdue = await task(-10);
    const past = { scope: 'tasks', memberTaskIds: [overdue], dueAt: inDays(-5).toISOString() };
    expect((await extend(past)).body.details[0].field).toBe('dueAt');
  });

  it('refuses what breaks a field rule, each by its name, and changes nothing', async () => {
    const [id, other] = [await task(1), await task(1)];
    const instant = inDays(5).toISOString();
    const cases: [object, string][] = [
      [{ scope: 'tasks', days: 1 }, 'memberTaskIds'],
      [some([id, id]), 'memberTaskIds'],
      [{ ...some([id]), scope: 'all' }, 'memberTaskIds'],
      [{ scope: 'tasks', memberTaskIds: [id] }, 'days'],
      [{ ...some([id]), dueAt: instant }, 'dueAt'],
      [{ scope: 'tasks', memberTaskIds: [id, other], dueAt: instant }, 'dueAt'],
      [{ scope: 'all', dueAt: instant }, 'dueAt'],
    ];
    const digest = await school.digest();
    for (const [body, field] of cases) {
      const refused = await extend(body);
      expect([body, refused.status, refused.body.details?.[0].field]).toEqual([body, 400, field]);
    }
    expect(await school.digest()).toBe(digest);
  });

  it('refuses tasks that are not open, have no deadline, or are another enrollment’s, all in one way', async () => {
    const id = await task(1);
    const other = await School.open(app);
    const wrong = [
      randomUUID(),
      await task(1, { status: 'completed' }),
      await task(1, { status: 'archived' }),
      await task(null),
      await school.task({ due_at: inDays(1) }),
      await other.task({ due_at: inDays(1) }),
    ];
    const bodies = new Set<string>();
    const digest = await school.digest();
    for (const one of wrong) {
      const refused = await extend(some([id, one]));
      expect([refused.status, refused.body.details[0].field]).toEqual([400, 'memberTaskIds']);
      bodies.add(JSON.stringify({ ...refused.body, correlationId: '' }));
    }
    expect(bodies.size).toBe(1);
    expect(await school.digest()).toBe(digest);
  });

  it('keeps the titles of the tasks as they were, also when they have moved on to another enrollment', async () => {
    const id = await task(1, { title: 'Plan' });
    const granted = (await extend(some([id]))).body.data as object;
    expect((await school.owner.client.patch(`/member-tasks/${id}`, { title: 'Two plans' })).status).toBe(200);
    expect(await seen()).toEqual([granted]);
    const transfer = { toCohortId: await school.cohort(), reason: 'Moved' };
    expect((await school.owner.client.post(`/enrollments/${enrollmentId}/transfer`, transfer)).status).toBe(201);
    expect((await school.owner.client.patch(`/member-tasks/${id}`, { title: 'Plan of Lyon' })).status).toBe(200);
    expect(await seen()).toEqual([granted]);
  });

  it('refuses a deadline that would be beyond the year 9999', async () => {
    const id = await task(0, { due_at: '9999-12-31T00:00:00Z' });
    const refused = await extend(some([id], 1));
    expect([refused.status, refused.body.details]).toEqual([
      400,
      [{ field: 'days', issue: 'must not move a deadline out of the years 1 to 9999' }],
    ]);
  });

  it('with scope all refuses more than 200 tasks, and none at all', async () => {
    expect((await extend({ scope: 'all', days: 1 })).status).toBe(409);
    for (let n = 0; n < 200; n += 1) await task(n);
    expect((await extend({ scope: 'all', days: 1 })).body.data.tasks).toHaveLength(200);
    await task(1);
    const refused = await extend({ scope: 'all', days: 1 });
    expect([refused.status, refused.body.details[0].field]).toEqual([400, 'scope']);
  });

  it.each(['completed', 'withdrawn', 'failed', 'transferred'])('refuses an enrollment that is %s', async (status) => {
    enrollmentId = await school.enrollment({ status });
    expect((await extend(some([await task(1)]))).status).toBe(409);
  });

  it.each(['pending', 'paused'])('takes an enrollment that is %s', async (status) => {
    enrollmentId = await school.enrollment({ status });
    expect((await extend(some([await task(1)]))).status).toBe(201);
  });

  it('has one event with the ids of the tasks, and an entry with the deadlines, both without the reason', async () => {
    const ids = [await task(1, { title: 'Never told' }), await task(2)];
    const { id, tasks } = (await extend({ ...some(ids), reason: 'Never told' })).body.data;
    const { cohortId, memberId } = (await school.owner.client.get(`/enrollments/${enrollmentId}`)).body.data;
    const trail = await school.trail();
    const moved = (tasks as { memberTaskId: string; from: string; to: string }[]).map(({ memberTaskId, from, to }) => ({
      memberTaskId,
      from,
      to,
    }));
    expect(trail.audit).toMatchObject([
      {
        action: 'enrollment.deadline_extended',
        target_type: 'deadline_extension',
        target_id: id,
        changes: { enrollmentId, scope: 'tasks', days: 7, memberTasks: moved },
      },
    ]);
    expect(trail.events.map(({ name, data }) => [name, data])).toEqual([
      [
        'enrollment.deadline_extended',
        { deadlineExtensionId: id, enrollmentId, cohortId, memberId, memberTaskIds: ids },
      ],
    ]);
    expect(JSON.stringify(trail)).not.toContain('Never told');
  });

  it('takes the same number of statements for one task and for many', async () => {
    const first = await task(1);
    const one = await countStatements(() => extend(some([first])));
    for (let n = 0; n < 50; n += 1) await task(n);
    expect(await countStatements(() => extend({ scope: 'all', days: 1 }))).toBeLessThanOrEqual(one);
  });
});
