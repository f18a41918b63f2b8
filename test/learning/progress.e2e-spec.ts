import { describe, expect, it } from '@jest/globals';
import { Dice } from '../support/dice.js';
import { whileHeld } from '../support/held-rows.js';
import { School, type Person } from '../support/school.js';
import { countStatements } from '../support/statement-count.js';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool();

const DAY = 86_400_000;

interface Progress {
  measured: boolean;
  completed?: number;
  total?: number;
  percent?: number;
  reason?: string;
}

interface Completion {
  lessonId: string;
  completedAt: string | null;
  byMember: boolean | null;
  progress: Progress;
  courseCompletedAt: string | null;
}

interface EnrollmentProgress {
  overall: Progress;
  courses: {
    courseId: string;
    progress: Progress;
    completedAt: string | null;
    newSinceCompletion: number;
    locked: { reason: string; opensAt: string | null } | null;
  }[];
  milestones: { status: string }[];
  lastActivity: { measured: boolean; at?: string };
}

interface Plan {
  enrollment: string;
  cohort: string;
  program: string;
  course: string;
  section: string;
  learner: Person;
}

/** A learner with an active enrollment, whose plan is one course with an open section. */
async function plan(row: Record<string, unknown> = {}): Promise<Plan> {
  const learner = await school.person();
  const program = await school.program();
  const cohort = await school.cohort({ program_id: program, timezone: 'Europe/Paris' });
  const enrollment = await school.enrollment({ cohort_id: cohort, member_id: learner.memberId, ...row });
  const course = await school.course({ program_id: program, status: 'published' });
  const section = await school.courseSection({ course_id: course });
  return { enrollment, cohort, program, course, section, learner };
}

const published = ({ course, section }: Plan, row: Record<string, unknown> = {}) =>
  school.lesson({ course_id: course, section_id: section, status: 'published', ...row });
const complete = (by: Person, { enrollment }: Plan, lessonId: string, more: object = {}) =>
  by.client.post(`/enrollments/${enrollment}/complete-lesson`, { lessonId, ...more });
const uncomplete = (by: Person, { enrollment }: Plan, lessonId: string) =>
  by.client.post(`/enrollments/${enrollment}/uncomplete-lesson`, { lessonId });
const dataOf = (response: { body: { data: unknown } }) => response.body.data as Completion;
const read = async ({ enrollment }: Plan, by: Person = school.owner) =>
  (await by.client.get(`/enrollments/${enrollment}/progress`)).body.data as EnrollmentProgress;
const refusal = ({ status, body }: { status: number; body: { details: { field: string }[]; message: string } }) => [
  status,
  body.details.at(0)?.field ?? body.message,
];

describe('progress', () => {
  it('is measured where there is a required lesson, and says why where there is none', async () => {
    const given = await plan();
    expect((await read(given)).overall).toEqual({ measured: false, reason: 'no_content' });
    await published(given, { required: false });
    expect((await read(given)).overall).toEqual({ measured: false, reason: 'no_required_lessons' });
    const lessons = [await published(given), await published(given), await published(given)];
    await complete(school.owner, given, lessons[0]);
    const { overall, courses, lastActivity } = await read(given);
    expect(overall).toEqual({ measured: true, completed: 1, total: 3, percent: 33 });
    expect(courses).toEqual([
      expect.objectContaining({ courseId: given.course, progress: overall, completedAt: null }),
    ]);
    expect(lastActivity).toEqual({ measured: true, at: expect.any(String) });
  });

  it('counts published courses of the program only', async () => {
    const given = await plan();
    await published(given);
    const draft = await school.course({ program_id: given.program, position: 2 });
    await school.lesson({ course_id: draft, status: 'published' });
    const elsewhere = await school.course({ status: 'published' });
    const foreign = await school.lesson({ course_id: elsewhere, status: 'published' });
    expect((await read(given)).overall).toMatchObject({ total: 1 });
    for (const lesson of [foreign, await school.lesson({ course_id: given.course, section_id: given.section })]) {
      expect(refusal(await complete(school.owner, given, lesson))).toEqual([400, 'lessonId']);
    }
  });

  it('counts each lesson of a course that has had more than a thousand', async () => {
    const given = await plan();
    const { course, section } = given;
    const { client } = school.owner;
    const lessons: string[] = [];
    for (const number of [510, 1_022]) {
      await school.lesson({ course_id: course, section_id: section, number });
      for (let count = 0; count < 2; count += 1) {
        const made = await client.post(`/sections/${section}/lessons`, { title: 'Late', kind: 'text', body: 'Read.' });
        const { id } = made.body.data as { id: string };
        expect((await client.post(`/lessons/${id}/publish`)).status).toBe(200);
        lessons.push(id);
      }
    }
    for (const [place, lesson] of lessons.entries()) {
      const { progress } = dataOf(await complete(school.owner, given, lesson));
      expect(progress).toMatchObject({ completed: place + 1, total: 4 });
    }
    const { progress } = dataOf(await uncomplete(school.owner, given, lessons[1]));
    expect(progress).toMatchObject({ completed: 3, total: 4 });
    await client.post(`/lessons/${lessons[3]}/archive`);
    expect((await read(given)).overall).toMatchObject({ completed: 2, total: 3 });
  });

  it('does not touch the cockpit’s rhythm', async () => {
    const given = await plan();
    const lesson = await published(given);
    const cockpit = async () =>
      ((await school.owner.client.get(`/cohorts/${given.cohort}/cockpit`)).body.data as { rhythm: object }).rhythm;
    const before = await cockpit();
    await complete(given.learner, given, lesson);
    expect(await cockpit()).toEqual(before);
  });
});

describe('what is reached', () => {
  it('stays reached: the first completion of a course is kept, and new lessons are counted beside it', async () => {
    const given = await plan();
    const [first, second] = [await published(given), await published(given)];
    expect(dataOf(await complete(school.owner, given, first)).courseCompletedAt).toBeNull();
    const done = dataOf(await complete(school.owner, given, second));
    expect(done.progress).toEqual({ measured: true, completed: 2, total: 2, percent: 100 });
    expect(done.courseCompletedAt).toBe(done.completedAt);
    app.moveClock(DAY);
    await published(given);
    const [course] = (await read(given)).courses;
    expect(course).toMatchObject({
      progress: { completed: 2, total: 3, percent: 66 },
      completedAt: done.courseCompletedAt,
      newSinceCompletion: 1,
    });
    expect(dataOf(await uncomplete(school.owner, given, first))).toMatchObject({
      completedAt: null,
      courseCompletedAt: done.courseCompletedAt,
    });
    await complete(school.owner, given, first);
    const { events, audit } = await school.trail();
    expect(events.filter(({ name }) => name === 'course.completed')).toHaveLength(1);
    // What follows without a decision has no entry of its own.
    expect(audit.filter(({ action }) => action === 'course.completed')).toEqual([]);
    expect(audit.filter(({ changes }) => 'coursesCompleted' in (changes as object))).toHaveLength(1);
    app.moveClock(0);
  });

  it('counts as new what was published after the completion was entered, not after its date', async () => {
    const given = await plan();
    const lesson = await published(given);
    app.moveClock(3 * DAY);
    const made = await published(given, { status: 'draft' });
    await school.owner.client.post(`/lessons/${made}/publish`);
    const completedAt = new Date(app.now().getTime() - 2 * DAY).toISOString();
    for (const one of [lesson, made]) await complete(school.owner, given, one, { completedAt });
    const { enrollment } = given;
    const toCohortId = await school.cohort({ program_id: given.program });
    const newSince = async (id: string) => (await read({ ...given, enrollment: id })).courses[0].newSinceCompletion;
    expect(await newSince(enrollment)).toBe(0);
    app.moveClock(4 * DAY);
    const late = await published(given, { status: 'draft' });
    await school.owner.client.post(`/lessons/${late}/publish`);
    app.moveClock(5 * DAY);
    const moved = await school.owner.client.post(`/enrollments/${enrollment}/transfer`, {
      toCohortId,
      reason: 'Hours',
    });
    const { id } = (moved.body.data as { to: { id: string } }).to;
    expect([await newSince(enrollment), await newSince(id)]).toEqual([1, 1]);
    app.moveClock(0);
  });

  it('completes at the next completion a course whose last open lesson was archived, with its milestone', async () => {
    const given = await plan();
    const { program, enrollment } = given;
    const [first, last] = [await published(given), await published(given)];
    const other = await school.course({ program_id: program, position: 2, status: 'published' });
    const [next, another] = [1, 2].map((position) => ({ course_id: other, position, status: 'published' }));
    const milestone = await school.milestone({
      program_id: program,
      requirement_kind: 'course',
      course_id: given.course,
    });
    const done = dataOf(await complete(school.owner, given, first));
    await school.owner.client.post(`/lessons/${last}/archive`);
    // Nothing is decided before the next completion, but what is done is not locked.
    await school.rows(
      `update course_sections set availability_kind = 'at', available_at = '2100-01-01'
      where organization_id = $1 and id = $2`,
      given.section,
    );
    expect((await read(given)).courses[0]).toMatchObject({
      progress: { percent: 100 },
      completedAt: null,
      locked: null,
    });
    const answer = await complete(school.owner, given, await school.lesson(next));
    expect(answer.body.data).toMatchObject({ courseCompletedAt: expect.any(String), milestonesReached: [milestone] });
    expect((await read(given)).courses[0].completedAt).toBe(done.completedAt);
    const { events, audit } = await school.trail();
    const completions = events.filter(({ name }) => name === 'course.completed').map(({ data }) => data);
    expect(completions).toMatchObject([
      { enrollmentId: enrollment, courseId: given.course, completedAt: done.completedAt },
      { enrollmentId: enrollment, courseId: other },
    ]);
    expect(audit.at(-1)?.changes).toMatchObject({ coursesCompleted: [given.course, other] });
    // Once.
    await complete(school.owner, given, await school.lesson(another));
    expect((await school.trail()).events.filter(({ name }) => name === 'course.completed')).toHaveLength(2);
  });

  it('of two last lessons that are completed at once completes the course once', async () => {
    const given = await plan();
    const lessons = [await published(given), await published(given)];
    // A lock that foreign keys do not wait for.
    const held = {
      sql: 'select 1 from enrollments where organization_id = $1 and id = $2 for share',
      values: [given.enrollment],
    };
    const answers = await whileHeld(school, held, async ({ waiting, release }) => {
      const requests = lessons.map((lesson) => complete(school.owner, given, lesson));
      await waiting(...requests);
      await release();
      return Promise.all(requests);
    });
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.map((one) => dataOf(one).courseCompletedAt !== null).sort()).toEqual([false, true]);
    const { events } = await school.trail();
    expect(events.filter(({ name }) => name === 'course.completed')).toHaveLength(1);
    expect((await read(given)).courses[0].completedAt).not.toBeNull();
  });

  it('keeps the completion of a course that has left the plan, also in what is taken back', async () => {
    const given = await plan();
    const lesson = await published(given);
    const done = dataOf(await complete(school.owner, given, lesson));
    await school.owner.client.post(`/courses/${given.course}/archive`);
    expect(dataOf(await uncomplete(school.owner, given, lesson))).toMatchObject({
      completedAt: null,
      courseCompletedAt: done.courseCompletedAt,
      progress: { measured: false, reason: 'no_content' },
    });
  });

  it('takes as many statements however many courses, lessons and milestones there are', async () => {
    const counted = [];
    for (const size of [1, 12]) {
      const given = await plan();
      const { program, enrollment, cohort } = given;
      const open: string[] = [];
      for (let index = 0; index < size; index += 1) {
        const course = await school.course({ program_id: program, position: index + 2, status: 'published' });
        const section = await school.courseSection({ course_id: course });
        const lesson = await published({ ...given, course, section });
        open.push(await published({ ...given, course, section }));
        await school.milestone({ program_id: program, requirement_kind: 'course', course_id: course });
        await complete(school.owner, given, lesson);
      }
      for (const lesson of open.slice(1)) await school.owner.client.post(`/lessons/${lesson}/archive`);
      for (let member = 1; member < size; member += 1) await school.enrollment({ cohort_id: cohort });
      const get = async (path: string) => expect((await school.owner.client.get(path)).status).toBe(200);
      const counts = [
        await countStatements(() => get(`/enrollments/${enrollment}/progress`)),
        await countStatements(() => get(`/cohorts/${cohort}/progress`)),
        await countStatements(async () => {
          const { milestonesReached } = (await complete(school.owner, given, open[0])).body.data as {
            milestonesReached: string[];
          };
          expect(milestonesReached).toHaveLength(size);
        }),
      ];
      counted.push(counts);
    }
    expect(counted[1]).toEqual(counted[0]);
  });

  it('is dated by the latest of the lessons, however they were entered', async () => {
    const given = await plan();
    const [first, second] = [await published(given), await published(given)];
    const at = (days: number) => new Date(app.now().getTime() - days * DAY).toISOString();
    const [late, early] = [at(2), at(9)];
    await complete(school.owner, given, first, { completedAt: late });
    const done = dataOf(await complete(school.owner, given, second, { completedAt: early }));
    expect([done.completedAt, done.courseCompletedAt]).toEqual([early, late]);
  });

  it('does not fall above 100 % or lie by any order of changes: a walk against a model', async () => {
    let given = await plan();
    const sections = [given.section, await school.courseSection({ course_id: given.course, position: 2 })];
    await school.milestone({ program_id: given.program, requirement_kind: 'course', course_id: given.course });
    const dice = new Dice(20_301);
    const roll = (end: number) => dice.below(end);
    const lessons: { id: string; required: boolean; status: 'draft' | 'published' | 'archived' }[] = [];
    const completed = new Set<string>();
    let courseCompleted = false;
    let transfers = 0;
    const { client } = school.owner;
    for (let step = 0; step < 160; step += 1) {
      const lesson = lessons.length === 0 ? undefined : lessons[roll(lessons.length)];
      const move = roll(10);
      const open = lessons.filter((one) => one.status !== 'archived').length;
      if (!lesson || (move === 0 && open < 5)) {
        const required = roll(3) > 0;
        const body = { title: `L${step}`, kind: 'text', body: 'Read.', required };
        const made = await client.post(`/sections/${sections[roll(2)]}/lessons`, body);
        lessons.push({ id: (made.body.data as { id: string }).id, required, status: 'draft' });
      } else if (move === 1) {
        const { status } = await client.post(`/lessons/${lesson.id}/publish`);
        expect(status).toBe(lesson.status === 'draft' ? 200 : 409);
        if (status === 200) lesson.status = 'published';
      } else if (move === 2 && roll(3) === 0) {
        const { status } = await client.post(`/lessons/${lesson.id}/archive`);
        expect(status).toBe(lesson.status === 'archived' ? 409 : 200);
        lesson.status = 'archived';
      } else if (move === 3 && lesson.status !== 'archived') {
        lesson.required = !lesson.required;
        await client.patch(`/lessons/${lesson.id}`, { required: lesson.required });
      } else if (move === 8) {
        const order = dice.shuffle(lessons.filter((one) => one.status !== 'archived').map(({ id }) => id));
        const end = roll(order.length + 1);
        const [first, second] = dice.shuffle(sections);
        const body = {
          sections: [
            { id: first, lessonIds: order.slice(0, end) },
            { id: second, lessonIds: order.slice(end) },
          ],
        };
        expect((await client.put(`/courses/${given.course}/outline`, body)).status).toBe(200);
      } else if (move === 9 && roll(3) === 0) {
        const before = await read(given);
        const toCohortId = await school.cohort({ program_id: given.program });
        const moved = await client.post(`/enrollments/${given.enrollment}/transfer`, { toCohortId, reason: 'Hours' });
        expect(moved.status).toBe(201);
        expect((await read(given)).overall).toEqual(before.overall);
        given = { ...given, enrollment: (moved.body.data as { to: { id: string } }).to.id };
        transfers += 1;
      } else if (move === 4) {
        const { status } = await uncomplete(school.owner, given, lesson.id);
        const known = lesson.status === 'published' ? 409 : 400;
        expect(status).toBe(completed.has(lesson.id) ? 200 : known);
        completed.delete(lesson.id);
      } else {
        const { status } = await complete(school.owner, given, lesson.id);
        expect(status).toBe(lesson.status === 'published' ? 200 : 400);
        const isNew = status === 200 && !completed.has(lesson.id);
        if (status === 200) completed.add(lesson.id);
        const counted = lessons.filter((one) => one.status === 'published' && one.required);
        if (isNew && counted.length > 0 && counted.every(({ id }) => completed.has(id))) courseCompleted = true;
      }
      const visible = lessons.filter((one) => one.status === 'published');
      const counted = visible.filter((one) => one.required);
      const done = counted.filter(({ id }) => completed.has(id)).length;
      const { overall, courses, milestones } = await read(given);
      expect([step, overall]).toEqual([
        step,
        counted.length > 0
          ? {
              measured: true,
              completed: done,
              total: counted.length,
              percent: Math.floor((100 * done) / counted.length),
            }
          : { measured: false, reason: visible.length > 0 ? 'no_required_lessons' : 'no_content' },
      ]);
      const reached = [courses[0].completedAt !== null, milestones[0].status === 'reached'];
      expect([step, ...reached]).toEqual([step, courseCompleted, courseCompleted]);
    }
    expect([courseCompleted, transfers > 2]).toEqual([true, true]);
  });
});

describe('the person enrolled', () => {
  it('completes an open lesson while active, and takes back what they said', async () => {
    const given = await plan();
    const lesson = await published(given);
    const done = await complete(given.learner, given, lesson);
    expect([done.status, dataOf(done).byMember]).toEqual([200, true]);
    const again = await complete(given.learner, given, lesson);
    expect([again.status, dataOf(again).completedAt]).toEqual([200, dataOf(done).completedAt]);
    expect((await uncomplete(given.learner, given, lesson)).status).toBe(200);
    expect((await uncomplete(given.learner, given, lesson)).status).toBe(409);
    const { events, audit } = await school.trail();
    const { enrollment: enrollmentId, cohort: cohortId, course: courseId } = given;
    const said = { completedBy: given.learner.accountId, byMember: true };
    const data = { enrollmentId, cohortId, memberId: given.learner.memberId, lessonId: lesson, courseId, ...said };
    const reference = { enrollmentId, cohortId, memberId: given.learner.memberId, courseId };
    expect(events.map(({ name, data: published }) => [name, published])).toEqual([
      ['lesson.completed', { ...data, completedAt: expect.any(String) }],
      ['course.completed', { ...reference, completedAt: expect.any(String) }],
      ['lesson.uncompleted', data],
    ]);
    // The second completion has an entry without an event.
    expect(audit.map(({ changes }) => changes)).toMatchObject([
      { completedAt: expect.any(String), ...said },
      {},
      {
        completedAt: { from: expect.any(String), to: null },
        completedBy: { from: given.learner.accountId, to: null },
        byMember: { from: true, to: null },
      },
    ]);
  });

  it('neither dates it, nor completes what is locked, for the staff, or theirs no longer', async () => {
    const given = await plan();
    const { course } = given;
    const lesson = await published(given);
    const ofStaff = await published(given, { completion: 'staff' });
    const later = await school.courseSection({
      course_id: course,
      availability_kind: 'after_start',
      available_days: 1,
    });
    const locked = await published(given, { section_id: later });
    const at = new Date(app.now().getTime() - DAY).toISOString();
    expect(refusal(await complete(given.learner, given, lesson, { completedAt: at }))).toEqual([400, 'completedAt']);
    expect(refusal(await complete(given.learner, given, ofStaff))).toEqual([
      409,
      'Only the staff completes the lesson.',
    ]);
    expect((await complete(given.learner, given, locked)).status).toBe(409);
    for (const [one, status] of [
      [ofStaff, 200],
      [locked, 200],
    ] as const) {
      expect((await complete(school.owner, given, one)).status).toBe(status);
    }
    expect(refusal(await uncomplete(given.learner, given, ofStaff))).toEqual([409, 'The staff completed the lesson.']);
    const future = new Date(app.now().getTime() + DAY).toISOString();
    expect(refusal(await complete(school.owner, given, lesson, { completedAt: future }))).toEqual([400, 'completedAt']);
    await school.owner.client.post(`/enrollments/${given.enrollment}/pause`, { reason: 'Away' });
    expect((await complete(given.learner, given, lesson)).status).toBe(409);
    expect((await complete(school.owner, given, lesson)).status).toBe(200);
    await school.owner.client.post(`/enrollments/${given.enrollment}/close`, { result: 'withdrawn' });
    expect((await uncomplete(school.owner, given, lesson)).status).toBe(409);
  });

  it('who is also their own coach completes as themselves', async () => {
    const given = await plan();
    await school.assign(given.learner.memberId, { role: 'coach', enrollmentId: given.enrollment });
    const lesson = await published(given, { completion: 'staff' });
    expect((await complete(given.learner, given, lesson)).status).toBe(409);
  });

  it('sees their own progress and that of nobody else', async () => {
    const [given, other] = [await plan(), await plan()];
    const lesson = await published(other);
    expect((await read(given, given.learner)).overall).toEqual({ measured: false, reason: 'no_content' });
    const { client } = given.learner;
    expect((await client.get(`/enrollments/${other.enrollment}/progress`)).status).toBe(404);
    expect((await complete(given.learner, other, lesson)).status).toBe(404);
    expect((await uncomplete(given.learner, other, lesson)).status).toBe(404);
    expect((await client.get(`/cohorts/${given.cohort}/progress`)).status).toBe(403);
    const nobody = await school.person();
    expect((await nobody.client.get(`/enrollments/${given.enrollment}/progress`)).status).toBe(403);
    const elsewhere = await School.open(app);
    expect((await elsewhere.owner.client.get(`/enrollments/${given.enrollment}/progress`)).status).toBe(404);
  });
});

describe('a lock', () => {
  it('names its reason and the day on which it opens, and never closes what was completed', async () => {
    const given = await plan();
    const { course, section, cohort } = given;
    const lesson = await published(given);
    await school.rows(
      `update course_sections set availability_kind = 'after_start', available_days = 7
      where organization_id = $1 and id = $2`,
      section,
    );
    await school.rows('update cohorts set start_date = null where organization_id = $1 and id = $2', cohort);
    expect((await read(given)).courses[0].locked).toEqual({ reason: 'start_date_missing', opensAt: null });
    await school.rows(`update cohorts set start_date = '2090-03-25' where organization_id = $1 and id = $2`, cohort);
    expect((await read(given)).courses[0].locked).toEqual({
      reason: 'not_open_yet',
      opensAt: '2090-03-31T22:00:00.000Z',
    });
    await complete(school.owner, given, lesson);
    expect((await read(given)).courses).toEqual([expect.objectContaining({ courseId: course, locked: null })]);
  });
});

describe('the staff', () => {
  it('completes lessons of enrollments that are not closed, also locked ones, and dates them, but not in the future', async () => {
    for (const [status, expected] of [
      ['pending', 200],
      ['active', 200],
      ['paused', 200],
      ['completed', 409],
      ['withdrawn', 409],
    ] as const) {
      const given = await plan({ status });
      await school.rows(
        `update course_sections set availability_kind = 'at', available_at = '2100-01-01'
         where organization_id = $1 and id = $2`,
        given.section,
      );
      const lesson = await published(given, { completion: 'staff' });
      const completedAt = new Date(app.now().getTime() - DAY).toISOString();
      const answer = await complete(school.owner, given, lesson, { completedAt });
      expect([status, answer.status]).toEqual([status, expected]);
      if (expected === 200) expect(dataOf(answer)).toMatchObject({ completedAt, byMember: false });
    }
    const given = await plan();
    const completedAt = new Date(app.now().getTime() + DAY).toISOString();
    const lesson = await published(given);
    expect(refusal(await complete(school.owner, given, lesson, { completedAt }))).toEqual([400, 'completedAt']);
    for (const other of [await published(await plan()), await published(given, { status: 'draft' })]) {
      expect(refusal(await complete(school.owner, given, other))).toEqual([400, 'lessonId']);
    }
  });

  it('that completes a lesson again changes nothing: an audit entry and no event', async () => {
    const given = await plan();
    const lesson = await published(given);
    const first = dataOf(await complete(school.owner, given, lesson));
    const before = await school.trail();
    const again = await complete(school.owner, given, lesson, { completedAt: new Date(0).toISOString() });
    expect([again.status, dataOf(again)]).toEqual([200, first]);
    const after = await school.trail();
    expect([after.events.length, after.audit.length]).toEqual([before.events.length, before.audit.length + 1]);
  });
});

describe('a transfer', () => {
  it('copies what was completed with its instants, without events, and the old enrollment keeps it', async () => {
    const given = await plan();
    const [first, second] = [await published(given), await published(given)];
    for (const lesson of [first, second]) await complete(given.learner, given, lesson);
    const before = await read(given);
    const toCohortId = await school.cohort({ program_id: given.program });
    const body = { toCohortId, reason: 'Another evening suits better.' };
    const response = await school.owner.client.post(`/enrollments/${given.enrollment}/transfer`, body);
    expect(response.status).toBe(201);
    const to = (response.body.data as { to: { id: string } }).to.id;
    for (const enrollment of [given.enrollment, to]) {
      const { overall, courses, lastActivity } = await read({ ...given, enrollment });
      expect([overall, courses, lastActivity]).toEqual([before.overall, before.courses, before.lastActivity]);
    }
    const { events } = await school.trail();
    expect(events.filter(({ name }) => /^(lesson|course)\./.test(String(name)))).toHaveLength(3);
    // Each goes on from there on its own.
    await uncomplete(school.owner, { ...given, enrollment: to }, first);
    expect((await read(given)).overall).toMatchObject({ completed: 2 });
  });
});

describe('the progress of a cohort', () => {
  it('has the same numbers as the progress of each member, by reach, page after page', async () => {
    const given = await plan();
    const lessons = [await published(given), await published(given)];
    const others = [
      await school.enrollment({ cohort_id: given.cohort }),
      await school.enrollment({ cohort_id: given.cohort, status: 'completed' }),
    ];
    await school.enrollment({ cohort_id: given.cohort, status: 'withdrawn' });
    for (const lesson of lessons) await complete(school.owner, given, lesson);
    await complete(school.owner, { ...given, enrollment: others[0] }, lessons[0]);
    const list = async (by: Person, query = '') =>
      (await by.client.get(`/cohorts/${given.cohort}/progress${query}`)).body.data as {
        items: { enrollmentId: string; overall: Progress; coursesCompleted: number; lastActivityAt: string | null }[];
        nextCursor: string | null;
      };
    const first = await list(school.owner, '?limit=2');
    const second = await list(school.owner, `?limit=2&cursor=${first.nextCursor}`);
    const items = [...first.items, ...second.items];
    expect(items.map(({ enrollmentId }) => enrollmentId)).toEqual([...others, given.enrollment].sort().reverse());
    for (const { enrollmentId, overall, coursesCompleted, lastActivityAt } of items) {
      const own = await read({ ...given, enrollment: enrollmentId });
      expect(overall).toEqual(own.overall);
      expect(coursesCompleted).toBe(own.courses.filter(({ completedAt }) => completedAt !== null).length);
      expect(lastActivityAt).toBe(own.lastActivity.at ?? null);
    }
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId: others[0] });
    expect((await list(coach)).items.map(({ enrollmentId }) => enrollmentId)).toEqual([others[0]]);
    const stranger = await school.person('MEMBER', { role: 'coach', enrollmentId: await school.enrollment() });
    expect((await stranger.client.get(`/cohorts/${given.cohort}/progress`)).status).toBe(404);
  });
});
