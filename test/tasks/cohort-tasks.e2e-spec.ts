import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool();

interface Task {
  id: string;
  status: string;
  deadline: object;
  counts: Record<string, number>;
}

const dataOf = (response: Response): Task => response.body.data as Task;

async function create(cohortId: string, body: object = {}): Promise<Task> {
  const request = { title: 'Write a plan', deadline: { kind: 'none' }, ...body };
  const response = await school.owner.client.post(`/cohorts/${cohortId}/tasks`, request);
  expect([response.status, response.body]).toEqual([201, expect.objectContaining({ success: true })]);
  return dataOf(response);
}

async function publish(cohortId: string, body: object = {}): Promise<Task> {
  const { id } = await create(cohortId, body);
  const response = await school.owner.client.post(`/cohort-tasks/${id}/publish`, {});
  expect(response.status).toBe(200);
  return dataOf(response);
}

async function enroll(cohortId: string): Promise<string> {
  const { memberId } = await school.person();
  const response = await school.owner.client.post(`/cohorts/${cohortId}/enrollments`, { memberId, status: 'active' });
  expect(response.status).toBe(201);
  return (response.body.data as { id: string }).id;
}

interface MemberTaskRow {
  id: string;
  enrollment_id: string;
  title: string;
  due_at: Date | null;
  status: string;
}

async function given(cohortTaskId: string): Promise<MemberTaskRow[]> {
  const sql = 'select * from member_tasks where organization_id = $1 and cohort_task_id = $2 order by id';
  return (await school.rows<MemberTaskRow>(sql, cohortTaskId)).rows;
}

describe('publishing a cohort task', () => {
  it('gives every pending, active and paused enrollment a published task with its deliverable', async () => {
    const cohortId = await school.cohort();
    const open = [];
    for (const status of ['pending', 'active', 'paused']) {
      open.push(await school.enrollment({ cohort_id: cohortId, status }));
    }
    for (const status of ['completed', 'withdrawn']) await school.enrollment({ cohort_id: cohortId, status });
    const deliverable = { title: 'Plan', acceptedFormats: [{ kind: 'link' }], expectedReviewerRole: 'coach' };
    const task = await publish(cohortId, { deliverable });
    expect(task.counts).toMatchObject({ total: 3, published: 3, handedIn: 0 });
    const tasks = await given(task.id);
    expect(tasks.map((row) => row.enrollment_id).sort()).toEqual([...open].sort());
    const shown = await school.owner.client.get(`/member-tasks/${tasks[0].id}`);
    expect(shown.body.data).toMatchObject({ cohortTaskId: task.id, status: 'published' });
    const deliverables = await school.owner.client.get(`/member-tasks/${tasks[0].id}/deliverables`);
    expect((deliverables.body.data as { items: object[] }).items).toEqual([expect.objectContaining({ title: 'Plan' })]);
    const { events } = await school.trail();
    const published = events.filter(({ name }) => name === 'member_task.published');
    expect(published.map(({ data }) => data)).toContainEqual(expect.objectContaining({ cohortTaskId: task.id }));
  });

  it('finds each deadline once: at an instant, after the start, or after the enrollment, in the zone of the cohort', async () => {
    const cohortId = await school.cohort({ timezone: 'Europe/Paris', start_date: '2019-03-28' });
    const enrolled_at = '2019-03-29T23:30:00Z';
    await school.enrollment({ cohort_id: cohortId, enrolled_at });
    const due = async (deadline: object) => (await given((await publish(cohortId, { deadline })).id))[0].due_at;
    expect(await due({ kind: 'none' })).toBeNull();
    expect(await due({ kind: 'at', dueAt: '2030-05-01T12:00:00Z' })).toEqual(new Date('2030-05-01T12:00:00Z'));
    // The clocks go forward on March 31.
    expect(await due({ kind: 'after_start', days: 2, time: '18:00' })).toEqual(new Date('2019-03-30T17:00:00Z'));
    expect(await due({ kind: 'after_start', days: 3 })).toEqual(new Date('2019-03-31T21:59:00Z'));
    // 23:30 UTC is the next day in Paris.
    expect(await due({ kind: 'after_enrollment', days: 1, time: '08:00' })).toEqual(new Date('2019-03-31T06:00:00Z'));
  });

  it('finds no deadline out of the years 1 to 9999', async () => {
    const due = async (start_date: string, days: number) => {
      const cohortId = await school.cohort({ timezone: 'Asia/Tokyo', start_date });
      await school.enrollment({ cohort_id: cohortId });
      const { id } = await publish(cohortId, { deadline: { kind: 'after_start', days, time: '00:00' } });
      const { items } = (await school.owner.client.get(`/cohort-tasks/${id}/member-tasks`)).body.data;
      return (items as { dueAt: string }[])[0].dueAt;
    };
    expect(await due('9999-12-31', 5)).toBe('9999-12-31T23:59:59.999Z');
    expect(await due('0001-01-01', 0)).toBe('0001-01-01T00:00:00.000Z');
  });

  it('needs a start date where the deadline does', async () => {
    const { id } = await create(await school.cohort(), { deadline: { kind: 'after_start', days: 1 } });
    expect((await school.owner.client.post(`/cohort-tasks/${id}/publish`, {})).status).toBe(409);
  });

  it('is refused beyond 5,000 events, and done in parts instead', async () => {
    const cohortId = await school.cohort();
    const ids = Array.from({ length: 2_501 }, () => randomUUID());
    await app.rows.query(
      `insert into accounts (id, email, created_at) select i, i || '@example.com', now() from unnest($1::uuid[]) i`,
      [ids],
    );
    await school.rows(
      `insert into members (organization_id, id, account_id, name, role, status, created_at)
       select $1, i, i, 'Somebody', 'MEMBER', 'active', now() from unnest($2::uuid[]) i`,
      ids,
    );
    await school.rows(
      `insert into enrollments (organization_id, id, cohort_id, member_id, status, enrolled_at, updated_at)
       select $1, i, $2, i, 'active', now(), now() from unnest($3::uuid[]) i`,
      cohortId,
      ids,
    );
    const { id } = await create(cohortId);
    expect((await school.owner.client.post(`/cohort-tasks/${id}/publish`, {})).status).toBe(409);
    const none = await school.owner.client.post(`/cohort-tasks/${id}/publish`, { assignTo: 'none' });
    expect([none.status, dataOf(none).counts.total]).toEqual([200, 0]);
  });
});

describe('a new enrollment', () => {
  it('gets the published tasks for new enrollments at once, with days of grace', async () => {
    const cohortId = await school.cohort({ start_date: '2020-01-01' });
    const deadline = { kind: 'after_start', days: 1, time: '18:00' };
    const late = await publish(cohortId, { deadline, newEnrollments: true, graceDays: 5 });
    await publish(cohortId, { deadline });
    await create(cohortId, { newEnrollments: true });
    const enrollmentId = await enroll(cohortId);
    const [task, ...more] = await given(late.id);
    expect(more).toEqual([]);
    expect(task.enrollment_id).toBe(enrollmentId);
    const days = (Number(task.due_at) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(4.9);
    expect(days).toBeLessThanOrEqual(5);
    const all = await school.rows('select 1 from member_tasks where organization_id = $1');
    expect(all.rows).toHaveLength(1);
  });

  it('has its days of grace also where the task was published after it began', async () => {
    const cohortId = await school.cohort({ start_date: '2020-01-01', timezone: 'UTC' });
    // As by a publication that the enrollment waited for.
    const id = await school.cohortTask({
      cohort_id: cohortId,
      status: 'published',
      published_at: new Date(Date.now() + 60_000),
      new_enrollments: true,
      grace_days: 5,
      ...{ deadline_kind: 'after_start', deadline_days: 1, deadline_time: '18:00' },
    });
    const enrollmentId = await enroll(cohortId);
    const { enrolledAt } = (await school.owner.client.get(`/enrollments/${enrollmentId}`)).body.data;
    const grace = new Date(Date.parse(enrolledAt as string) + 5 * 86_400_000);
    expect((await given(id)).map(({ due_at }) => due_at)).toEqual([grace]);
    const deadline = { kind: 'after_start', days: 2, time: '18:00' };
    await school.owner.client.patch(`/cohort-tasks/${id}`, { deadline });
    expect((await given(id)).map(({ due_at }) => due_at)).toEqual([grace]);
  });

  it('misses no task that is published at the same time, and gets none twice', async () => {
    const cohortId = await school.cohort();
    const { id } = await create(cohortId, { newEnrollments: true });
    const people = [];
    while (people.length < 8) people.push((await school.person()).memberId);
    await Promise.all([
      ...people.map((memberId) =>
        school.owner.client.post(`/cohorts/${cohortId}/enrollments`, { memberId, status: 'active' }),
      ),
      school.owner.client.post(`/cohort-tasks/${id}/publish`, {}),
    ]);
    expect(await given(id)).toHaveLength(8);
  });
});

describe('updating a published cohort task', () => {
  it('moves the deadlines that nobody has changed, and never shortens those that somebody has', async () => {
    const cohortId = await school.cohort();
    for (let count = 0; count < 3; count += 1) await school.enrollment({ cohort_id: cohortId });
    const { id } = await publish(cohortId, { deadline: { kind: 'at', dueAt: '2030-05-01T12:00:00Z' } });
    const [planned, later, earlier] = await given(id);
    await school.owner.client.patch(`/member-tasks/${later.id}`, { dueAt: '2030-09-01T12:00:00Z' });
    await school.owner.client.patch(`/member-tasks/${earlier.id}`, { dueAt: '2030-05-02T12:00:00Z' });
    const deadline = { kind: 'at', dueAt: '2030-06-01T12:00:00Z' };
    const response = await school.owner.client.patch(`/cohort-tasks/${id}`, { deadline });
    expect([response.status, dataOf(response).deadline]).toEqual([
      200,
      { kind: 'at', dueAt: '2030-06-01T12:00:00.000Z' },
    ]);
    const dueOf = Object.fromEntries((await given(id)).map((row) => [row.id, row.due_at?.toISOString()]));
    expect(dueOf).toEqual({
      [planned.id]: '2030-06-01T12:00:00.000Z',
      [later.id]: '2030-09-01T12:00:00.000Z',
      [earlier.id]: '2030-06-01T12:00:00.000Z',
    });
    const { events } = await school.trail();
    expect(events.find(({ name }) => name === 'cohort_task.updated')?.data).toMatchObject({ changed: 2, kept: 1 });
  });

  it('changes texts that are still the old ones, and neither completed nor archived tasks', async () => {
    const cohortId = await school.cohort();
    for (let count = 0; count < 3; count += 1) await school.enrollment({ cohort_id: cohortId });
    const { id } = await publish(cohortId);
    const [, own, completed] = await given(id);
    await school.owner.client.patch(`/member-tasks/${own.id}`, { title: 'Write a plan with me' });
    await school.owner.client.post(`/member-tasks/${completed.id}/complete`, {});
    await school.owner.client.patch(`/cohort-tasks/${id}`, { title: 'Write two plans' });
    expect((await given(id)).map(({ title }) => title)).toEqual([
      'Write two plans',
      'Write a plan with me',
      'Write a plan',
    ]);
  });

  it('changes no member task, not even the instant of its last change, with the days of grace', async () => {
    const cohortId = await school.cohort();
    await school.enrollment({ cohort_id: cohortId });
    const { id } = await publish(cohortId, { deadline: { kind: 'after_enrollment', days: 1 }, newEnrollments: true });
    await enroll(cohortId);
    const before = await given(id);
    expect(before).toHaveLength(2);
    expect((await school.owner.client.patch(`/cohort-tasks/${id}`, { graceDays: 30 })).status).toBe(200);
    expect(await given(id)).toEqual(before);
    expect((await school.trail()).events.at(-1)).toMatchObject({
      name: 'cohort_task.updated',
      data: { fields: ['graceDays'], changed: 0, kept: 0 },
    });
  });

  it('moves nothing when the start date of the cohort changes', async () => {
    const cohortId = await school.cohort({ start_date: '2030-01-01' });
    await school.enrollment({ cohort_id: cohortId });
    const { id } = await publish(cohortId, { deadline: { kind: 'after_start', days: 1 } });
    const [before] = await given(id);
    await school.rows(`update cohorts set start_date = '2031-01-01' where organization_id = $1`);
    expect((await given(id))[0].due_at).toEqual(before.due_at);
  });
});

it('archiving keeps the member tasks with a submission, or all of them', async () => {
  const cohortId = await school.cohort();
  for (let count = 0; count < 2; count += 1) await school.enrollment({ cohort_id: cohortId });
  const deliverable = { title: 'Plan', acceptedFormats: [{ kind: 'link' }], expectedReviewerRole: 'coach' };
  const { id } = await publish(cohortId, { deliverable });
  const [handedIn] = await given(id);
  const { rows } = await school.rows<{ id: string }>(
    'select id from deliverables where organization_id = $1 and member_task_id = $2',
    handedIn.id,
  );
  await school.owner.client.post(`/deliverables/${rows[0].id}/submissions`, {
    kind: 'link',
    url: 'https://example.com',
  });
  const archived = await school.owner.client.post(`/cohort-tasks/${id}/archive`, {});
  expect([archived.status, dataOf(archived).counts]).toEqual([
    200,
    { total: 2, published: 1, completed: 0, archived: 1, handedIn: 1, accepted: 0, overdue: 0 },
  ]);
  const kept = await publish(cohortId);
  await school.owner.client.post(`/cohort-tasks/${kept.id}/archive`, { memberTasks: 'keep' });
  expect((await given(kept.id)).map(({ status }) => status)).toEqual(['published', 'published']);
  expect((await school.owner.client.patch(`/cohort-tasks/${id}`, { title: 'Again' })).status).toBe(409);
});

it('lists who stands how, and counts only what the caller reaches', async () => {
  const cohortId = await school.cohort();
  const mine = await school.enrollment({ cohort_id: cohortId });
  await school.enrollment({ cohort_id: cohortId });
  const coach = await school.person('MEMBER', { role: 'coach', enrollmentId: mine });
  const { id } = await publish(cohortId, { deadline: { kind: 'at', dueAt: '2020-01-01T00:00:00Z' } });
  const listed = await coach.client.get(`/cohort-tasks/${id}/member-tasks?standing=overdue`);
  expect((listed.body.data as { items: object[] }).items).toEqual([
    expect.objectContaining({
      enrollmentId: mine,
      standing: 'overdue',
      extended: false,
      deviates: false,
      lastSubmissionAt: null,
    }),
  ]);
  expect(dataOf(await coach.client.get(`/cohort-tasks/${id}`)).counts).toMatchObject({ total: 1, overdue: 1 });
  expect(dataOf(await school.owner.client.get(`/cohort-tasks/${id}`)).counts).toMatchObject({ total: 2, overdue: 2 });
  const accepted = await school.owner.client.get(`/cohort-tasks/${id}/member-tasks?standing=accepted`);
  expect((accepted.body.data as { items: object[] }).items).toEqual([]);
  const elsewhere = await school.person('MEMBER', { role: 'coach', enrollmentId: await school.enrollment() });
  for (const path of [`/cohort-tasks/${id}`, `/cohort-tasks/${id}/member-tasks`, `/cohorts/${cohortId}/tasks`]) {
    expect((await elsewhere.client.get(path)).status).toBe(404);
  }
});

describe('the requests', () => {
  it('name the field of a deadline that is wrong for its kind, and that of a deliverable', async () => {
    const cohortId = await school.cohort();
    const wrong: [object, string][] = [
      [{ deadline: { kind: 'at' } }, 'deadline.dueAt'],
      [{ deadline: { kind: 'none', dueAt: '2030-01-01T00:00:00Z' } }, 'deadline.dueAt'],
      [{ deadline: { kind: 'after_start' } }, 'deadline.days'],
      [
        {
          deadline: { kind: 'none' },
          deliverable: {
            title: 'Plan',
            acceptedFormats: [{ kind: 'link', mimeTypes: ['image/png'] }],
            expectedReviewerRole: 'coach',
          },
        },
        'deliverable.acceptedFormats.0.mimeTypes',
      ],
    ];
    for (const [body, field] of wrong) {
      const response = await school.owner.client.post(`/cohorts/${cohortId}/tasks`, { title: 'Plan', ...body });
      expect([response.status, response.body.details]).toEqual([400, [expect.objectContaining({ field })]]);
    }
  });

  it('take a deliverable from OWNER and ADMIN only', async () => {
    const cohortId = await school.cohort();
    const director = await school.person('MEMBER', { role: 'program_director' });
    const body = { title: 'Plan', deadline: { kind: 'none' } };
    const deliverable = { title: 'Plan', acceptedFormats: [{ kind: 'link' }], expectedReviewerRole: 'coach' };
    const path = `/cohorts/${cohortId}/tasks`;
    expect((await director.client.post(path, { ...body, deliverable })).status).toBe(403);
    expect((await director.client.post(path, { ...body, deliverable: { ...deliverable, title: 'x' } })).status).toBe(
      400,
    );
    const created = await director.client.post(path, body);
    expect(created.status).toBe(201);
    // Null removes the deliverable, which is to define it, too.
    for (const change of [{ deliverable }, { deliverable: null }]) {
      expect((await director.client.patch(`/cohort-tasks/${dataOf(created).id}`, change)).status).toBe(403);
    }
    expect((await director.client.patch(`/cohort-tasks/${dataOf(created).id}`, { title: 'Plan' })).status).toBe(200);
    const { id } = await create(cohortId, { deliverable });
    expect(dataOf(await school.owner.client.patch(`/cohort-tasks/${id}`, { deliverable: null }))).toMatchObject({
      deliverable: null,
    });
    await create(cohortId, { deliverable });
    const copying = { fromCohortId: cohortId };
    expect((await director.client.post(`/cohorts/${await school.cohort()}/task-copies`, copying)).status).toBe(403);
  });

  it('are refused beyond 200 tasks of a cohort, or 50 for new enrollments', async () => {
    const cohortId = await school.cohort();
    for (let count = 0; count < 50; count += 1) await school.cohortTask({ cohort_id: cohortId, new_enrollments: true });
    const body = { title: 'Plan', deadline: { kind: 'none' } };
    const path = `/cohorts/${cohortId}/tasks`;
    expect((await school.owner.client.post(path, { ...body, newEnrollments: true })).status).toBe(409);
    const { id } = await create(cohortId);
    expect((await school.owner.client.patch(`/cohort-tasks/${id}`, { newEnrollments: true })).status).toBe(409);
    for (let count = 0; count < 149; count += 1) await school.cohortTask({ cohort_id: cohortId });
    expect((await school.owner.client.post(path, body)).status).toBe(409);
    const copying = { fromCohortId: cohortId, cohortTaskIds: [id] };
    expect((await school.owner.client.post(`/cohorts/${cohortId}/task-copies`, copying)).status).toBe(409);
  });
});

describe('copying the tasks of another cohort', () => {
  it('makes drafts whose instants shift by the days between the start dates, at the same time of day', async () => {
    const from = await school.cohort({ timezone: 'Europe/Paris', start_date: '2030-03-01' });
    const to = await school.cohort({ timezone: 'America/New_York', start_date: '2030-04-01' });
    await create(from, { deadline: { kind: 'at', dueAt: '2030-03-10T17:00:00Z' } });
    await create(from, { deadline: { kind: 'after_start', days: 3 } });
    const response = await school.owner.client.post(`/cohorts/${to}/task-copies`, { fromCohortId: from });
    expect(response.status).toBe(201);
    const { created } = response.body.data as unknown as { created: Task[] };
    expect(created.map(({ status, deadline }) => [status, deadline])).toEqual([
      // 18:00 in Paris becomes 18:00 in New York, 31 days later.
      ['draft', { kind: 'at', dueAt: '2030-04-10T22:00:00.000Z' }],
      ['draft', { kind: 'after_start', days: 3, time: '23:59' }],
    ]);
  });

  it('is refused where an instant would be beyond the year 9999', async () => {
    const from = await school.cohort({ start_date: '2030-03-01' });
    const to = await school.cohort({ start_date: '2030-04-01' });
    await create(from, { deadline: { kind: 'at', dueAt: '9999-12-10T17:00:00Z' } });
    const response = await school.owner.client.post(`/cohorts/${to}/task-copies`, { fromCohortId: from });
    expect([response.status, response.body.details]).toEqual([
      400,
      [{ field: 'fromCohortId', issue: 'must be a cohort whose deadlines stay within the years 1 to 9999' }],
    ]);
  });

  it('needs both start dates for an instant, and tasks of that cohort', async () => {
    const from = await school.cohort({ start_date: '2030-03-01' });
    const to = await school.cohort();
    const { id } = await create(from, { deadline: { kind: 'at', dueAt: '2030-03-10T17:00:00Z' } });
    const wrong: [object, string][] = [
      [{ fromCohortId: from }, 'fromCohortId'],
      [{ fromCohortId: to, cohortTaskIds: [id] }, 'cohortTaskIds'],
      [{ fromCohortId: school.id }, 'fromCohortId'],
    ];
    for (const [body, field] of wrong) {
      const response = await school.owner.client.post(`/cohorts/${to}/task-copies`, body);
      expect([response.status, response.body.details]).toEqual([400, [expect.objectContaining({ field })]]);
    }
  });
});
