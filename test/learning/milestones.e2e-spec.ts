import { describe, expect, it } from '@jest/globals';
import { afterWaitingFor, whileHeld } from '../support/held-rows.js';
import { School, type Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool();

const DAY = 86_400_000;

interface Milestone {
  id: string;
  title: string;
  position: number;
  requirement: object;
  due: object;
  status: string;
}

interface Reach {
  id: string;
  enrollmentId: string;
  milestoneId: string;
  automatic: boolean;
  recordedBy: string | null;
  reachedAt: string;
  revokedAt: string | null;
}

interface Standing {
  milestoneId: string;
  dueAt: string | null;
  status: string;
  reachedAt: string | null;
}

interface Plan {
  program: string;
  cohort: string;
  course: string;
  enrollment: string;
  learner: Person;
}

/** An active enrollment in a program with a published course. */
async function plan(cohort: object = {}): Promise<Plan> {
  const learner = await school.person();
  const program = await school.program();
  const course = await school.course({ program_id: program, status: 'published' });
  const cohort_id = await school.cohort({ program_id: program, timezone: 'Europe/Paris', ...cohort });
  const enrollment = await school.enrollment({ cohort_id, member_id: learner.memberId });
  return { program, cohort: cohort_id, course, enrollment, learner };
}

const lesson = ({ course }: Plan, row: object = {}) =>
  school.lesson({ course_id: course, status: 'published', ...row });
const create = (program: string, body: object = {}, by = school.owner) =>
  by.client.post(`/programs/${program}/milestones`, { title: 'Step', requirement: { kind: 'manual' }, ...body });
const update = (id: string, body: object) => school.owner.client.patch(`/milestones/${id}`, body);
const complete = ({ enrollment }: Plan, lessonId: string, more: object = {}) =>
  school.owner.client.post(`/enrollments/${enrollment}/complete-lesson`, { lessonId, ...more });
const uncomplete = ({ enrollment }: Plan, lessonId: string) =>
  school.owner.client.post(`/enrollments/${enrollment}/uncomplete-lesson`, { lessonId });
const reach = ({ enrollment }: Plan, body: object, by = school.owner) =>
  by.client.post(`/enrollments/${enrollment}/milestones`, body);
const revoke = (id: string, by = school.owner) =>
  by.client.post(`/milestone-reaches/${id}/revoke`, { reason: 'Entered for another person' });
const dataOf = <Data>({ body }: { body: { data: unknown } }) => body.data as Data;
const made = async (answer: Promise<{ status: number; body: { data: unknown } }>) => {
  const response = await answer;
  expect(response.status).toBe(201);
  return dataOf<Milestone>(response);
};
const standings = async ({ enrollment }: Plan) =>
  dataOf<{ milestones: Standing[] }>(await school.owner.client.get(`/enrollments/${enrollment}/progress`)).milestones;
const refusal = ({ status, body }: { status: number; body: { details: { field: string }[]; message: string } }) => [
  status,
  body.details.at(0)?.field ?? body.message,
];

/** The reaches of the enrollment, as they are stored. */
async function reachesOf({ enrollment }: Plan): Promise<{ automatic: boolean; reached_at: Date; id: string }[]> {
  const { rows } = await school.rows<{ automatic: boolean; reached_at: Date; id: string }>(
    'select id, automatic, reached_at from milestone_reaches where organization_id = $1 and enrollment_id = $2 order by created_at',
    enrollment,
  );
  return rows;
}

describe('the milestones of a program', () => {
  it('are created as the last one or at a position, where the others make room, and are listed in order', async () => {
    const program = await school.program();
    const first = await made(create(program, { title: 'A' }));
    const last = await made(create(program, { title: 'C', due: { kind: 'after_start', days: 7 } }));
    const middle = await made(create(program, { title: 'B', position: 2 }));
    expect([first.position, last.position, middle.position]).toEqual([1, 2, 2]);
    expect([first.due, last.due]).toEqual([{ kind: 'none' }, { kind: 'after_start', days: 7, time: '23:59' }]);
    const list = async () =>
      dataOf<{ items: Milestone[] }>(await school.owner.client.get(`/milestones?programId=${program}`)).items.map(
        ({ title, position }) => `${position} ${title}`,
      );
    expect(await list()).toEqual(['1 A', '2 B', '3 C']);
    expect(dataOf<Milestone>(await update(first.id, { position: 9 })).position).toBe(3);
    expect(await list()).toEqual(['1 B', '2 C', '3 A']);
    expect((await school.owner.client.post(`/milestones/${middle.id}/archive`)).status).toBe(200);
    expect((await list()).sort()).toEqual(['1 B', '1 C', '2 A']);
  });

  it('are at most 50, archived ones not counted, and none where the program is archived', async () => {
    const program = await school.program();
    await school.rows(
      `insert into milestones (organization_id, id, program_id, title, position, requirement_kind, due_kind, status,
                               created_at, updated_at)
       select $1, gen_random_uuid(), $2, 'Step', n, 'manual', 'none', 'active', now(), now() from generate_series(1, 49) n`,
      program,
    );
    const last = await made(create(program));
    expect((await create(program)).status).toBe(409);
    await school.owner.client.post(`/milestones/${last.id}/archive`);
    expect((await create(program)).status).toBe(201);
    expect((await create(await school.program('archived'))).status).toBe(409);
  });

  it('require what is of the program and not archived, and take the fields of their kind only', async () => {
    const given = await plan();
    const other = await plan();
    const [own, foreign] = [await lesson(given), await lesson(other)];
    const archived = await lesson(given, { status: 'archived' });
    const archivedCourse = await school.course({ program_id: given.program, status: 'archived' });
    const refused: [requirement: object, field: string][] = [
      [{ kind: 'course', courseId: other.course }, 'requirement.courseId'],
      [{ kind: 'course', courseId: archivedCourse }, 'requirement.courseId'],
      [{ kind: 'course' }, 'requirement.courseId'],
      [{ kind: 'manual', courseId: given.course }, 'requirement.courseId'],
      [{ kind: 'lessons' }, 'requirement.lessonIds'],
      [{ kind: 'lessons', lessonIds: [] }, 'requirement.lessonIds'],
      [{ kind: 'lessons', lessonIds: [own, own] }, 'requirement.lessonIds'],
      [{ kind: 'lessons', lessonIds: [own, foreign] }, 'requirement.lessonIds.1'],
      [{ kind: 'lessons', lessonIds: [archived] }, 'requirement.lessonIds.0'],
      [
        { kind: 'lessons', lessonIds: [own, await school.lesson({ course_id: archivedCourse })] },
        'requirement.lessonIds.1',
      ],
      [{ kind: 'course', courseId: given.course, lessonIds: [own] }, 'requirement.lessonIds'],
    ];
    const { id } = await made(create(given.program));
    for (const [requirement, field] of refused) {
      expect([requirement, refusal(await create(given.program, { requirement }))]).toEqual([requirement, [400, field]]);
      expect([requirement, refusal(await update(id, { requirement }))]).toEqual([requirement, [400, field]]);
    }
    for (const [due, field] of [
      [{ kind: 'after_start' }, 'due.days'],
      [{ kind: 'after_enrollment', days: 731 }, 'due.days'],
      [{ kind: 'none', time: '10:00' }, 'due.time'],
      [{ kind: 'after_start', days: 1, time: '24:00' }, 'due.time'],
    ] as const) {
      expect([due, refusal(await create(given.program, { due }))]).toEqual([due, [400, field]]);
    }
  });

  it('change by the fields that are sent, and not once they are archived', async () => {
    const given = await plan();
    const { id } = await made(create(given.program, { description: 'Why', due: { kind: 'after_start', days: 1 } }));
    const lessonIds = [await lesson(given), await lesson(given)];
    const changed = dataOf<Milestone>(
      await update(id, { requirement: { kind: 'lessons', lessonIds }, description: null }),
    );
    expect(changed).toMatchObject({ title: 'Step', description: null, requirement: { kind: 'lessons', lessonIds } });
    expect(changed.due).toEqual({ kind: 'after_start', days: 1, time: '23:59' });
    const nothing = await update(id, {});
    expect([nothing.status, dataOf<Milestone>(nothing).requirement]).toEqual([200, { kind: 'lessons', lessonIds }]);
    const { events } = await school.trail();
    expect(events.map(({ name }) => name)).toEqual(['milestone.created', 'milestone.updated']);
    await school.owner.client.post(`/milestones/${id}/archive`);
    expect((await update(id, { title: 'Other' })).status).toBe(409);
    expect((await school.owner.client.post(`/milestones/${id}/archive`)).status).toBe(409);
  });
});

describe('a milestone', () => {
  it('that requires a course is reached by the completion that completes the course, at its instant', async () => {
    const given = await plan();
    const [first, second] = [await lesson(given), await lesson(given)];
    const { id } = await made(create(given.program, { requirement: { kind: 'course', courseId: given.course } }));
    expect(dataOf<{ milestonesReached: string[] }>(await complete(given, first)).milestonesReached).toEqual([]);
    const completedAt = new Date(Date.now() - 3 * DAY).toISOString();
    const last = dataOf<{ milestonesReached: string[]; courseCompletedAt: string }>(
      await complete(given, second, { completedAt }),
    );
    expect(last.milestonesReached).toEqual([id]);
    expect((await standings(given))[0]).toMatchObject({ status: 'reached', reachedAt: last.courseCompletedAt });
    const { events, audit } = await school.trail();
    expect(events.map(({ name }) => name)).toEqual([
      'milestone.created',
      'lesson.completed',
      'lesson.completed',
      'course.completed',
      'milestone.reached',
    ]);
    expect(audit.at(-1)?.changes).toMatchObject({ milestonesReached: [id] });
  });

  it('that requires lessons is reached when all of them are completed that are not archived', async () => {
    const given = await plan();
    const [first, second, third] = [await lesson(given), await lesson(given, { required: false }), await lesson(given)];
    const other = await lesson(given);
    const { id } = await made(
      create(given.program, { requirement: { kind: 'lessons', lessonIds: [first, second, third] } }),
    );
    for (const one of [other, first]) {
      expect(dataOf<{ milestonesReached: string[] }>(await complete(given, one)).milestonesReached).toEqual([]);
    }
    await school.owner.client.post(`/lessons/${third}/archive`);
    expect((await standings(given))[0].status).toBe('ahead');
    expect(dataOf<{ milestonesReached: string[] }>(await complete(given, second)).milestonesReached).toEqual([id]);
  });

  it('is dated by the latest of its lessons, however they were entered', async () => {
    const given = await plan();
    const lessonIds = [await lesson(given), await lesson(given)];
    await made(create(given.program, { requirement: { kind: 'lessons', lessonIds } }));
    const [early, late] = [5, 2].map((days) => new Date(app.now().getTime() - days * DAY).toISOString());
    await complete(given, lessonIds[0], { completedAt: late });
    await complete(given, lessonIds[1], { completedAt: early });
    expect((await standings(given))[0]).toMatchObject({ status: 'reached', reachedAt: late });
  });

  it('is not reached by itself where all that it requires is archived', async () => {
    const given = await plan();
    const [first, other] = [await lesson(given), await lesson(given)];
    await made(create(given.program, { requirement: { kind: 'lessons', lessonIds: [first] } }));
    await school.owner.client.post(`/lessons/${first}/archive`);
    expect(dataOf<{ milestonesReached: string[] }>(await complete(given, other)).milestonesReached).toEqual([]);
  });

  it('is not reached by itself once it is archived', async () => {
    const given = await plan();
    const one = await lesson(given);
    const { id } = await made(create(given.program, { requirement: { kind: 'course', courseId: given.course } }));
    await school.owner.client.post(`/milestones/${id}/archive`);
    expect(dataOf<{ milestonesReached: string[] }>(await complete(given, one)).milestonesReached).toEqual([]);
    expect([await reachesOf(given), await standings(given)]).toEqual([[], []]);
  });

  it('that is reached stays reached, whatever becomes of lessons, courses and the milestone', async () => {
    const given = await plan();
    const one = await lesson(given);
    const requirement = { kind: 'course', courseId: given.course };
    const { id } = await made(create(given.program, { requirement }));
    await complete(given, one);
    const [before] = await reachesOf(given);
    await uncomplete(given, one);
    const added = await lesson(given);
    await update(id, { requirement: { kind: 'lessons', lessonIds: [added] } });
    await school.owner.client.post(`/courses/${given.course}/archive`);
    await school.owner.client.post(`/milestones/${id}/archive`);
    expect(await reachesOf(given)).toEqual([before]);
    expect(await standings(given)).toMatchObject([{ milestoneId: id, status: 'reached' }]);
    const [other] = [await plan()];
    expect(await standings(other)).toEqual([]);
  });

  it('that is created or changed is reached at once by all enrollments that meet it, whatever their status', async () => {
    const given = await plan();
    const one = await lesson(given);
    const others = [];
    for (const status of ['paused', 'completed', 'active', 'active']) {
      others.push(await school.enrollment({ cohort_id: given.cohort, status }));
    }
    for (const enrollment of [given.enrollment, ...others.slice(0, 3)]) {
      await school.lessonCompletion(enrollment, given.course, one);
      await school.courseCompletion(enrollment, given.course);
    }
    const { events: before } = await school.trail();
    const course = await made(create(given.program, { requirement: { kind: 'course', courseId: given.course } }));
    const lessons = await made(create(given.program));
    await update(lessons.id, { requirement: { kind: 'lessons', lessonIds: [one] } });
    const { rows } = await school.rows<{ milestone_id: string; count: number }>(
      `select milestone_id, count(*)::integer as count from milestone_reaches
       where organization_id = $1 and automatic group by milestone_id`,
    );
    expect(rows).toHaveLength(2);
    expect(rows).toEqual(
      expect.arrayContaining([
        { milestone_id: course.id, count: 4 },
        { milestone_id: lessons.id, count: 4 },
      ]),
    );
    const { events, audit } = await school.trail();
    expect(events.slice(before.length).filter(({ name }) => name === 'milestone.reached')).toHaveLength(8);
    expect(audit.map(({ changes }) => (changes as { reached?: number }).reached)).toEqual([4, undefined, 4]);
    // Asked for again: nobody reaches it twice.
    await update(lessons.id, { requirement: { kind: 'lessons', lessonIds: [one] } });
    expect((await school.trail()).audit.at(-1)?.changes).toMatchObject({ reached: 0 });
  });

  it('is refused where it would be reached by more than 5,000 at once', async () => {
    const given = await plan();
    await school.rows(
      `with m as (select * from members where organization_id = $1 limit 1), e as (
         insert into enrollments (organization_id, id, cohort_id, member_id, status, enrolled_at, updated_at)
         select $1, gen_random_uuid(), $2, m.id, 'withdrawn', now(), now() from m, generate_series(1, 5001) returning id)
       insert into course_completions (organization_id, id, enrollment_id, course_id, completed_at, created_at)
       select $1, gen_random_uuid(), e.id, $3, now(), now() from e`,
      given.cohort,
      given.course,
    );
    const requirement = { kind: 'course', courseId: given.course };
    const digest = await school.digest();
    expect(refusal(await create(given.program, { requirement }))).toEqual([
      409,
      'More than 5000 enrollments reach the milestone. Require less of them at once.',
    ]);
    expect(await school.digest()).toBe(digest);
    await school.rows(
      `delete from course_completions where organization_id = $1 and id = (
         select id from course_completions where organization_id = $1 limit 1)`,
    );
    expect((await create(given.program, { requirement })).status).toBe(201);
    expect((await school.trail()).events).toHaveLength(5_001);
  });

  it('waits for a completion that is under way, and then has it', async () => {
    const given = await plan();
    const one = await lesson(given);
    await school.lessonCompletion(given.enrollment, given.course, one);
    const sql = `
      with locked as (
        select id from enrollments where organization_id = $1 and id = $2 for no key update)
      insert into course_completions (organization_id, id, enrollment_id, course_id, completed_at, created_at)
      select $1, gen_random_uuid(), id, $3, now(), now() from locked`;
    const requirement = { kind: 'course', courseId: given.course };
    const held = { sql, values: [given.enrollment, given.course] };
    const answer = await afterWaitingFor(school, held, () => create(given.program, { requirement }));
    expect(answer.status).toBe(201);
    expect(await reachesOf(given)).toHaveLength(1);
  });

  it('waits for who is being enrolled or transferred, and then looks at them too', async () => {
    const given = await plan();
    const one = await lesson(given);
    const added = await school.enrollment();
    const sql = `
      with locked as (select id from cohorts where organization_id = $1 and id = $2 for update),
        added as (
          update enrollments set cohort_id = (select id from locked) where organization_id = $1 and id = $3 returning id)
      insert into lesson_completions
        (organization_id, id, enrollment_id, course_id, lesson_id, completed_at, completed_by, by_member, created_at)
      select $1, gen_random_uuid(), id, $4, $5, now(), $6, false, now() from added`;
    const values = [given.cohort, added, given.course, one, school.owner.accountId];
    const requirement = { kind: 'lessons', lessonIds: [one] };
    const answer = await afterWaitingFor(school, { sql, values }, () => create(given.program, { requirement }));
    expect(answer.status).toBe(201);
    expect(await reachesOf({ ...given, enrollment: added })).toHaveLength(1);
  });

  it('is not locked while its change waits for a completion, which may reach it', async () => {
    const given = await plan();
    const { id } = await made(create(given.program));
    const requirement = { kind: 'lessons', lessonIds: [await lesson(given)] };
    const completion = {
      sql: 'select 1 from enrollments where organization_id = $1 and id = $2 for no key update',
      values: [given.enrollment],
    };
    await whileHeld(school, completion, async ({ waiting, release }) => {
      const change = update(id, { requirement });
      await waiting(change);
      // What a reach of the milestone takes.
      const { rows } = await school.rows(
        'select 1 from milestones where organization_id = $1 and id = $2 for key share nowait',
        id,
      );
      expect(rows).toHaveLength(1);
      await release();
      expect((await change).status).toBe(200);
    });
  });

  it('is not reached once it is archived, by whoever waited for the archival', async () => {
    const given = await plan();
    const one = await lesson(given);
    const requirement = { kind: 'lessons', lessonIds: [one] };
    const { id } = await made(create(given.program, { requirement }));
    const archival = {
      sql: `with locked as (select id from milestones where organization_id = $1 and id = $2 for update)
        update milestones set status = 'archived', archived_at = now()
        where organization_id = $1 and id = (select id from locked)`,
      values: [id],
    };
    await whileHeld(school, archival, async ({ waiting, release }) => {
      const completion = complete(given, one);
      const recorded = reach(
        { ...given, enrollment: await school.enrollment({ cohort_id: given.cohort }) },
        { milestoneId: id },
      );
      await waiting(completion, recorded);
      await release();
      expect(dataOf<{ milestonesReached: string[] }>(await completion).milestonesReached).toEqual([]);
      expect(refusal(await recorded)).toEqual([400, 'milestoneId']);
    });
  });

  it('is due by calendar days in the zone of the cohort, and overdue after that', async () => {
    const given = await plan({ start_date: '2030-03-30' });
    const without = await plan();
    await school.rows('update cohorts set start_date = null where organization_id = $1 and id = $2', without.cohort);
    const due = { kind: 'after_start', days: 1 };
    for (const { program } of [given, without]) await made(create(program, { due }));
    await made(create(given.program, { due: { kind: 'after_enrollment', days: 0, time: '00:00' } }));
    // The clocks went forward on that day.
    const [start, enrollment] = await standings(given);
    expect([start.dueAt, start.status]).toEqual(['2030-03-31T21:59:00.000Z', 'ahead']);
    expect(enrollment.status).toBe('overdue');
    expect(await standings(without)).toMatchObject([{ dueAt: null, status: 'ahead' }]);
  });
});

describe('the staff', () => {
  it('record that a milestone is reached, once, of any requirement and not in the future', async () => {
    const given = await plan();
    const requirement = { kind: 'course', courseId: given.course };
    const { id: milestoneId } = await made(create(given.program, { requirement }));
    const future = new Date(app.now().getTime() + DAY).toISOString();
    expect(refusal(await reach(given, { milestoneId, reachedAt: future }))).toEqual([400, 'reachedAt']);
    const reachedAt = new Date(app.now().getTime() - DAY).toISOString();
    const recorded = await reach(given, { milestoneId, reachedAt, note: 'Seen in class' });
    expect([recorded.status, dataOf<Reach>(recorded)]).toMatchObject([
      201,
      {
        milestoneId,
        title: 'Step',
        automatic: false,
        recordedBy: school.owner.accountId,
        reachedAt,
        note: 'Seen in class',
      },
    ]);
    expect((await reach(given, { milestoneId })).status).toBe(409);
    const { audit } = await school.trail();
    expect(JSON.stringify(audit)).not.toContain('Seen in class');
    const done = dataOf<{ milestonesReached: string[] }>(await complete(given, await lesson(given)));
    expect(done.milestonesReached).toEqual([]);
  });

  it('name a milestone of the program of the enrollment that is not archived', async () => {
    const given = await plan();
    const archived = await school.milestone({ program_id: given.program, status: 'archived', archived_at: app.now() });
    for (const milestoneId of [archived, await school.milestone(), given.course]) {
      expect(refusal(await reach(given, { milestoneId }))).toEqual([400, 'milestoneId']);
    }
  });

  it('revoke it once, with a reason; only the staff record it again', async () => {
    const given = await plan();
    const [one, two] = [await lesson(given), await lesson(given)];
    const { id: milestoneId } = await made(
      create(given.program, { requirement: { kind: 'lessons', lessonIds: [one] } }),
    );
    await complete(given, one);
    const [{ id }] = await reachesOf(given);
    expect((await school.owner.client.post(`/milestone-reaches/${id}/revoke`, {})).status).toBe(400);
    const revoked = await revoke(id);
    expect([revoked.status, dataOf<Reach>(revoked).revokedAt === null]).toEqual([200, false]);
    expect((await revoke(id)).status).toBe(409);
    const { events } = await school.trail();
    const data = {
      ...{ enrollmentId: given.enrollment, cohortId: given.cohort, memberId: given.learner.memberId },
      ...{ milestoneReachId: id, milestoneId, reachedAt: dataOf<Reach>(revoked).reachedAt, automatic: true },
    };
    expect(events.filter(({ name }) => String(name).startsWith('milestone.reach'))).toMatchObject([
      { name: 'milestone.reached', data },
      { name: 'milestone.reach_revoked', data },
    ]);
    expect((await standings(given))[0]).toMatchObject({ status: 'ahead', reachedAt: null });
    expect(dataOf<{ milestonesReached: string[] }>(await complete(given, two)).milestonesReached).toEqual([]);
    const { audit } = await school.trail();
    expect(JSON.stringify(audit)).not.toContain('another person');
    expect((await reach(given, { milestoneId })).status).toBe(201);
    expect((await standings(given))[0].status).toBe('reached');
  });

  it('are those of the enrollment', async () => {
    const given = await plan();
    const milestoneId = await school.milestone({ program_id: given.program });
    const reached = await school.milestoneReach(given.enrollment, milestoneId);
    const coach = await school.person('MEMBER', { role: 'coach', cohortId: await school.cohort() });
    const another = await School.open(app);
    for (const [by, status] of [
      [given.learner, 403],
      [coach, 404],
      [another.owner, 404],
    ] as const) {
      expect((await reach(given, { milestoneId }, by)).status).toBe(status);
      expect((await revoke(reached, by)).status).toBe(status);
    }
  });

  it('see how many milestones each member of a cohort has reached, revoked ones not counted', async () => {
    const given = await plan();
    const milestones = [1, 2, 3].map((position) => school.milestone({ program_id: given.program, position }));
    const [first, second] = await Promise.all(milestones);
    await school.milestoneReach(given.enrollment, first);
    const revoked = { revoked_at: app.now(), revoked_by: school.owner.accountId, revoke_reason: 'Wrong' };
    await school.milestoneReach(given.enrollment, second, revoked);
    const { items } = dataOf<{ items: { milestonesReached: number }[] }>(
      await school.owner.client.get(`/cohorts/${given.cohort}/progress`),
    );
    expect(items.map(({ milestonesReached }) => milestonesReached)).toEqual([1]);
  });
});

describe('a transfer', () => {
  it('copies what was reached, and what was revoked, without events', async () => {
    const given = await plan();
    const [kept, taken] = [
      await school.milestone({ program_id: given.program }),
      await school.milestone({ program_id: given.program }),
    ];
    const reachedAt = new Date(app.now().getTime() - 5 * DAY);
    await school.milestoneReach(given.enrollment, kept, { reached_at: reachedAt, note: 'In class' });
    const revoked = { revoked_at: app.now(), revoked_by: school.owner.accountId, revoke_reason: 'Wrong' };
    await school.milestoneReach(given.enrollment, taken, revoked);
    const toCohortId = await school.cohort({ program_id: given.program });
    const answer = await school.owner.client.post(`/enrollments/${given.enrollment}/transfer`, {
      toCohortId,
      reason: 'Hours',
    });
    const enrollment = dataOf<{ to: { id: string } }>(answer).to.id;
    expect((await standings({ ...given, enrollment })).map(({ status, reachedAt: at }) => [status, at])).toEqual([
      ['reached', reachedAt.toISOString()],
      ['ahead', null],
    ]);
    expect(await reachesOf({ ...given, enrollment })).toHaveLength(2);
    expect((await standings(given))[0].status).toBe('reached');
    const { events } = await school.trail();
    expect(events.filter(({ name }) => String(name).startsWith('milestone'))).toEqual([]);
  });
});
