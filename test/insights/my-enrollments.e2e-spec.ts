import { beforeEach, describe, expect, it } from '@jest/globals';
import type { EnrollmentBriefing } from '#insights/enrollment-briefing/enrollment-briefing.dto.js';
import type { MyEnrollment } from '#insights/my-enrollment/my-enrollment.dto.js';
import { Clock } from '#kernel/clock';
import { Dice } from '../support/dice.js';
import { School, type Person } from '../support/school.js';
import { countStatements } from '../support/statement-count.js';
import { useSchool } from '../support/use-school.js';
import { randomCohort } from './random-cohort.js';

const NOW = new Date('2030-03-20T12:00:00.000Z');

const { app, school } = useSchool();
let person: Person;

beforeEach(async () => {
  app.nest.get(Clock, { strict: false }).now = () => NOW;
  person = await school.person();
});

const list = async (query = '', { client } = person): Promise<MyEnrollment[]> => {
  const { status, body } = await client.get(`/me/enrollments${query}`);
  expect(status).toBe(200);
  return (body.data as { items: MyEnrollment[] }).items;
};
const enroll = (row: object = {}) => school.enrollment({ member_id: person.memberId, ...row });

describe('the enrollments of a person', () => {
  it('have cohort, program, week, phase, progress, tasks and groups, and nothing else', async () => {
    const program_id = await school.program();
    const dates = { start_date: '2030-03-04', end_date: '2030-06-30', timezone: 'Europe/Paris' };
    const cohort_id = await school.cohort({ program_id, ...dates });
    const phases = [await school.phase(cohort_id, 1), await school.phase(cohort_id, 2)];
    await school.rows(
      'update cohorts set current_phase_id = $2 where organization_id = $1 and id = $3',
      phases[1],
      cohort_id,
    );
    const id = await enroll({ cohort_id, status: 'paused', status_reason: 'Private' });
    const course_id = await school.course({ program_id, status: 'published' });
    const lessons = [
      await school.lesson({ course_id, status: 'published' }),
      await school.lesson({ course_id, status: 'published' }),
    ];
    await school.lessonCompletion(id, course_id, lessons[0]);
    for (const due_at of [null, '2030-03-19T00:00:00Z', '2030-03-21T00:00:00Z']) {
      await school.task({ enrollment_id: id, due_at });
    }
    for (const status of ['draft', 'completed', 'archived']) {
      await school.task({ enrollment_id: id, status, due_at: '2030-03-19T00:00:00Z' });
    }
    const group = await school.group();
    await school.groupMembership(group, { enrollment_id: id });
    await school.groupMembership(await school.group({ name: 'Left' }), { enrollment_id: id, ended_at: NOW });
    expect(await list()).toEqual([
      {
        ...{ id, status: 'paused', openTasks: 3, overdueTasks: 1, path: null },
        cohort: {
          ...{ id: cohort_id, name: 'Spring cohort', timezone: 'Europe/Paris' },
          ...{ startDate: '2030-03-04T00:00:00.000Z', endDate: '2030-06-30T00:00:00.000Z' },
        },
        program: { id: program_id, name: expect.any(String) },
        week: { measured: true, week: 3, startDate: '2030-03-04T00:00:00.000Z', timezone: 'Europe/Paris' },
        phase: { measured: true, id: phases[1], name: 'Phase 2', position: 2, total: 2 },
        progress: { measured: true, completed: 1, total: 2, percent: 50 },
        groups: [{ id: group, name: 'Tuesday accountability', type: 'accountability' }],
        enrolledAt: expect.any(String),
        closedAt: null,
      },
    ]);
  });

  it('have the numbers of the briefing and of read_progress, in random cohorts', async () => {
    const dice = new Dice(20_301_120);
    const mine: string[] = [];
    while (mine.length < 20) {
      const { enrollmentIds } = await randomCohort(school, dice, NOW);
      if (enrollmentIds.length > 0) mine.push(enrollmentIds[dice.below(enrollmentIds.length)]);
    }
    await school.rows(
      'update enrollments set member_id = $2 where organization_id = $1 and id = any($3::uuid[])',
      person.memberId,
      mine,
    );
    const items = await list('?limit=20');
    expect(items.map(({ id }) => id)).toEqual([...mine].sort().reverse());
    expect(items.some(({ overdueTasks }) => overdueTasks > 0)).toBe(true);
    for (const { id, week, phase, openTasks, overdueTasks, progress } of items) {
      const briefing = (await school.owner.client.get(`/enrollments/${id}/briefing`)).body.data as EnrollmentBriefing;
      expect([id, briefing.week, briefing.phase, briefing.tasks.open, briefing.tasks.overdue]).toEqual([
        ...[id, week, phase, openTasks, overdueTasks],
      ]);
      const { body } = await school.owner.client.get(`/enrollments/${id}/progress`);
      expect((body as { data: { overall: object } }).data.overall).toEqual(progress);
    }
  });

  it('come 20 at most to a page', async () => {
    for (let count = 0; count < 21; count += 1) await enroll();
    expect(await list('?limit=20')).toHaveLength(20);
    expect((await person.client.get('/me/enrollments?limit=21')).status).toBe(400);
  });

  it('are those of every status, newest first and page by page, and of former memberships', async () => {
    const ids: string[] = [];
    for (const status of ['pending', 'active', 'paused', 'completed', 'withdrawn', 'failed', 'transferred']) {
      const closed = ['completed', 'withdrawn', 'failed', 'transferred'].includes(status);
      ids.unshift(await enroll({ status, closed_at: closed ? NOW : null }));
    }
    const items = await list();
    expect(items.map(({ id }) => id)).toEqual(ids);
    expect(items[0]).toMatchObject({ status: 'transferred', closedAt: NOW.toISOString() });
    const { body } = await person.client.get('/me/enrollments?limit=4');
    const { nextCursor } = (body as { data: { nextCursor: string } }).data;
    expect((await list(`?limit=4&cursor=${nextCursor}`)).map(({ id }) => id)).toEqual(ids.slice(4));
    await school.rows(`update members set status = 'detached' where organization_id = $1 and id = $2`, person.memberId);
    expect((await person.client.get('/me/enrollments')).status).toBe(401);
    const member = { account_id: person.accountId, name: 'Again', role: 'MEMBER', status: 'active' };
    const memberId = await school.insert('members', { ...member, created_at: NOW });
    const { client } = await school.key(memberId, person.accountId);
    expect((await list('', { ...person, client })).map(({ id }) => id)).toEqual(ids);
  });

  it('have the path that each follows, with its progress, also an archived one; null for none', async () => {
    const program_id = await school.program();
    const courses = [
      await school.course({ program_id, status: 'published' }),
      await school.course({ program_id, status: 'published', position: 2 }),
    ];
    const lessons: string[] = [];
    for (const course_id of courses) lessons.push(await school.lesson({ course_id, status: 'published' }));
    const pathOf = (course: string, name: string) => school.path([course], { program_id, status: 'active', name });
    const paths = [await pathOf(courses[0], 'First'), await pathOf(courses[1], 'Second')];
    const ids: string[] = [];
    for (const path of [paths[0], paths[1], null]) {
      const id = await enroll({ cohort_id: await school.cohort({ program_id }) });
      await school.lessonCompletion(id, courses[0], lessons[0]);
      if (path) await school.enrollmentPath(id, path);
      ids.push(id);
    }
    const shown = async () =>
      new Map((await list()).map(({ id, path, progress }) => [id, [path, 'percent' in progress && progress.percent]]));
    const expected = new Map([
      [ids[2], [null, 50]],
      [ids[1], [{ id: paths[1], name: 'Second' }, 0]],
      [ids[0], [{ id: paths[0], name: 'First' }, 100]],
    ]);
    expect(await shown()).toEqual(expected);
    expect((await school.owner.client.post(`/paths/${paths[1]}/archive`)).status).toBe(200);
    expect(await shown()).toEqual(expected);
    expect((await school.owner.client.put(`/enrollments/${ids[0]}/path`, { pathId: null })).status).toBe(200);
    expect((await shown()).get(ids[0])).toEqual([null, 50]);
  });

  it('are none of those of others, whatever the role', async () => {
    await enroll();
    const elsewhere = await School.open(app);
    const { client } = elsewhere.owner;
    for (const other of [school.owner, await school.person(), { ...person, client }]) {
      expect(await list('', other)).toEqual([]);
    }
    expect((await list()).length).toBe(1);
  });

  it('say why week, phase and progress are not measured', async () => {
    await enroll();
    expect(await list()).toEqual([
      expect.objectContaining({
        week: { measured: false, reason: 'start_date_missing' },
        phase: { measured: false, reason: 'not_configured' },
        progress: { measured: false, reason: 'no_content' },
        ...{ openTasks: 0, overdueTasks: 0, groups: [] },
      }),
    ]);
  });

  it('cost the same number of statements, however many there are', async () => {
    await enroll();
    // Both instances of a pair know the caller then.
    for (let request = 0; request < 2; request += 1) await list();
    const one = await countStatements(() => list());
    for (let count = 0; count < 19; count += 1) await enroll();
    expect(await countStatements(() => list('?limit=20'))).toBe(one);
  });
});
