import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from '../support/client.js';
import { School, type Person } from '../support/school.js';
import { countStatements } from '../support/statement-count.js';
import { useSchool } from '../support/use-school.js';

const DAY_MS = 86_400_000;

interface Locked {
  reason: string;
  opensAt: string | null;
}

interface Course {
  id: string;
  title: string;
  description: string | null;
  position: number;
  sections: {
    id: string;
    title: string;
    lessons: { id: string; completedAt: string | null; locked: Locked | null }[];
  }[];
}

interface Lesson {
  body: string | null;
  url: string | null;
  media: { url: string }[] | null;
  completedAt: string | null;
  locked: Locked | null;
}

const { app, school } = useSchool();
let person: Person;
let program_id: string;
let cohortId: string;
let enrollmentId: string;

beforeEach(async () => {
  person = await school.person();
  program_id = await school.program();
  cohortId = await school.cohort({ program_id, timezone: 'Europe/Paris' });
  enrollmentId = await school.enrollment({ member_id: person.memberId, cohort_id: cohortId });
});

const course = (row: object = {}) => school.course({ program_id, status: 'published', ...row });
const published = (row: object) => school.lesson({ status: 'published', ...row });

async function page(query = '', { client } = person, enrollment = enrollmentId) {
  const { status, body } = await client.get(`/me/courses?enrollmentId=${enrollment}${query}`);
  expect(status).toBe(200);
  return body.data as { items: Course[]; nextCursor: string | null };
}
const list = async () => (await page()).items;
const lessonPath = (id: string, enrollment = enrollmentId) => `/me/lessons/${id}?enrollmentId=${enrollment}`;
const read = async (id: string, { client } = person) => {
  const { status, body } = await client.get(lessonPath(id));
  expect(status).toBe(200);
  return body.data as Lesson;
};
const statusOf = async (id: string, { client } = person, enrollment = enrollmentId) =>
  (await client.get(lessonPath(id, enrollment))).status;

describe('the courses of a person', () => {
  it('are the published ones of the plan, with their published lessons, by position', async () => {
    const second = await course({ title: 'Taking feedback', position: 2 });
    const first = await course({ description: 'In short' });
    await school.course({ program_id, position: 3 });
    await school.course({ program_id, position: 4, status: 'archived', archived_at: app.now() });
    await course({ program_id: await school.program() });
    const later = await school.courseSection({ course_id: first, title: 'Week two', position: 2 });
    const sooner = await school.courseSection({ course_id: first });
    const drafts = await school.courseSection({ course_id: first, title: 'Not yet', position: 3 });
    await school.lesson({ course_id: first, section_id: drafts });
    await school.lesson({ course_id: first, section_id: later, status: 'archived', archived_at: app.now() });
    const place = { course_id: first, section_id: later };
    const lessons = [await published({ ...place, position: 2 }), await published({ ...place, position: 1 })];
    const opening = await published({ course_id: first, section_id: sooner, kind: 'link', estimated_minutes: 12 });
    const at = new Date(app.now().getTime() - DAY_MS);
    await school.lessonCompletion(enrollmentId, first, opening, { completed_at: at });
    const shown = {
      title: 'Asking before telling',
      kind: 'text',
      estimatedMinutes: null,
      completedAt: null,
      locked: null,
    };
    expect(await list()).toEqual([
      {
        ...{ id: first, title: 'Giving feedback', description: 'In short', position: 1 },
        sections: [
          {
            ...{ id: sooner, title: 'Week one' },
            lessons: [{ ...shown, id: opening, kind: 'link', estimatedMinutes: 12, completedAt: at.toISOString() }],
          },
          {
            ...{ id: later, title: 'Week two' },
            lessons: [
              { ...shown, id: lessons[1] },
              { ...shown, id: lessons[0] },
            ],
          },
        ],
      },
      { id: second, title: 'Taking feedback', description: null, position: 2, sections: [] },
    ]);
  });

  it('come page by page, none twice or left out when the course of the cursor leaves the plan', async () => {
    const courses: string[] = [];
    for (const position of [1, 2, 3, 4]) courses.push(await course({ position }));
    const first = await page('&limit=2');
    expect(first.items.map(({ id }) => id)).toEqual(courses.slice(0, 2));
    await school.rows(`update courses set status = 'archived' where organization_id = $1 and id = $2`, courses[1]);
    const second = await page(`&limit=2&cursor=${first.nextCursor}`);
    expect([second.items.map(({ id }) => id), second.nextCursor]).toEqual([courses.slice(2), null]);
  });

  it('have no more than 500 lessons on a page, unless it has one course only', async () => {
    const courses: string[] = [];
    for (const position of [1, 2, 3, 4]) {
      const id = await course({ position });
      courses.push(id);
      await published({ course_id: id });
      await school.rows('update courses set published_count = $3 where organization_id = $1 and id = $2', id, 200);
    }
    await school.rows('update courses set published_count = 600 where organization_id = $1 and id = $2', courses[3]);
    const first = await page('&limit=100');
    expect(first.items.map(({ id }) => id)).toEqual(courses.slice(0, 2));
    const second = await page(`&cursor=${first.nextCursor}`);
    expect(second.items.map(({ id }) => id)).toEqual([courses[2]]);
    const third = await page(`&cursor=${second.nextCursor}`);
    expect([third.items.map(({ id }) => id), third.nextCursor]).toEqual([[courses[3]], null]);
  });

  it('show completions of the enrollment that is asked for, not of another enrollment of the person', async () => {
    const course_id = await course();
    const lesson = await published({ course_id });
    const former = await school.enrollment({
      member_id: person.memberId,
      cohort_id: await school.cohort({ program_id }),
      status: 'transferred',
    });
    await school.lessonCompletion(former, course_id, lesson);
    expect([(await list())[0].sections[0].lessons[0].completedAt, (await read(lesson)).completedAt]).toEqual([
      null,
      null,
    ]);
    expect((await page('', person, former)).items[0].sections[0].lessons[0].completedAt).not.toBeNull();
  });

  it.each([
    ['pending', 1],
    ['active', 1],
    ['paused', 1],
    ['completed', 1],
    ['transferred', 1],
    ['withdrawn', 0],
    ['failed', 0],
  ])('of an enrollment that is %s are %d', async (status, count) => {
    const lesson = await published({ course_id: await course() });
    await school.rows(
      'update enrollments set status = $2 where organization_id = $1 and id = $3',
      status,
      enrollmentId,
    );
    expect((await list()).length).toBe(count);
    expect(await statusOf(lesson)).toBe(count === 1 ? 200 : 404);
  });

  it('are found by nobody else, whatever the role, and stay those of a person who was added again', async () => {
    const lesson = await published({ course_id: await course() });
    const coach = await school.person('MEMBER', { role: 'coach', cohortId });
    const elsewhere = await School.open(app);
    for (const { client } of [school.owner, coach, await school.person(), elsewhere.owner]) {
      expect((await client.get(`/me/courses?enrollmentId=${enrollmentId}`)).status).toBe(404);
      expect((await client.get(lessonPath(lesson))).status).toBe(404);
    }
    await school.rows(`update members set status = 'detached' where organization_id = $1 and id = $2`, person.memberId);
    expect((await person.client.get(`/me/courses?enrollmentId=${enrollmentId}`)).status).toBe(401);
    expect(await statusOf(lesson)).toBe(401);
    const member = { account_id: person.accountId, name: 'Again', role: 'MEMBER', status: 'active' };
    const memberId = await school.insert('members', { ...member, created_at: app.now() });
    const { client } = await school.key(memberId, person.accountId);
    expect((await page('', { ...person, client })).items.length).toBe(1);
    expect(await statusOf(lesson, { ...person, client })).toBe(200);
  });

  it('are read with a session key of the person, as are enrollments, schedule and lessons', async () => {
    const lesson = await published({ course_id: await course() });
    const coached = await school.enrollment({ cohort_id: cohortId });
    await school.assign(person.memberId, { role: 'coach', enrollmentId: coached });
    const { body } = await school.owner.client.post(`/members/${person.memberId}/session-keys`, { minutes: 5 });
    const session = new Client(app, (body as { data: { key: string } }).data.key);
    const period = 'from=2030-03-01T00:00:00Z&to=2030-04-01T00:00:00Z';
    const paths = ['/me/enrollments', `/me/schedule?${period}`, `/me/courses?enrollmentId=${enrollmentId}`];
    for (const path of [...paths, lessonPath(lesson)]) {
      const answers = [await session.get(path), await person.client.get(path)];
      expect([path, answers[0].status, answers[0].body.data]).toEqual([path, 200, answers[1].body.data]);
    }
    for (const path of [`/me/courses?enrollmentId=${coached}`, lessonPath(lesson, coached)]) {
      expect([path, (await session.get(path)).status, (await person.client.get(path)).status]).toEqual([
        path,
        404,
        404,
      ]);
    }
  });

  it('cost the same number of statements, however many courses and lessons there are', async () => {
    const fill = async (from: number, to: number) => {
      for (let position = from; position <= to; position += 1) {
        const course_id = await course({ position });
        const section_id = await school.courseSection({ course_id });
        for (let count = 0; count < 5; count += 1) await published({ course_id, section_id, position: count + 1 });
      }
    };
    await fill(1, 1);
    // Both instances of a pair know the caller then.
    for (let request = 0; request < 2; request += 1) await list();
    const one = await countStatements(() => list());
    await fill(2, 20);
    expect(await countStatements(() => page('&limit=20'))).toBe(one);
  });
});

describe('a lesson of a person', () => {
  it('has what it teaches, with media as the staff ordered and named them', async () => {
    const course_id = await course();
    const media = [await school.media('video'), await school.media('video', { title: 'Second' })];
    const section_id = await school.courseSection({ course_id });
    const id = await published({ course_id, section_id, kind: 'video', body: 'Watch both.', estimated_minutes: 9 });
    await school.insert('lesson_media', { lesson_id: id, media_id: media[1], title: null, position: 1 });
    await school.insert('lesson_media', { lesson_id: id, media_id: media[0], title: 'Watch this', position: 2 });
    const line = { kind: 'video', mimeType: 'video/mp4', url: 'https://media.example.com/video' };
    expect(await read(id)).toEqual({
      ...{ id, courseId: course_id, sectionId: section_id, title: 'Asking before telling', kind: 'video' },
      ...{ body: 'Watch both.', url: null, required: true, completion: 'self', estimatedMinutes: 9 },
      media: [
        { ...line, mediaId: media[1], title: 'Second', position: 1 },
        { ...line, mediaId: media[0], title: 'Watch this', position: 2 },
      ],
      ...{ completedAt: null, locked: null },
    });
  });

  it('has no text and no address while it is locked, and has them again once it was completed', async () => {
    const canary = `canary-${randomUUID()}`;
    const course_id = await course();
    const available = { availability_kind: 'at', available_at: new Date(app.now().getTime() + DAY_MS) };
    const section_id = await school.courseSection({ course_id, ...available });
    const url = `https://media.example.com/${canary}`;
    const id = await published({ course_id, section_id, kind: 'link', body: canary, url });
    await school.insert('lesson_media', {
      ...{ lesson_id: id, title: canary, position: 1 },
      media_id: await school.media('video', { url, title: canary }),
    });
    const locked = { reason: 'not_open_yet', opensAt: available.available_at.toISOString() };
    const answer = await person.client.get(lessonPath(id));
    expect(answer.text).not.toContain(canary);
    expect(answer.body.data).toMatchObject({ body: null, url: null, media: null, completedAt: null, locked });
    const listed = await person.client.get(`/me/courses?enrollmentId=${enrollmentId}`);
    expect(listed.text).not.toContain(canary);
    expect((await list())[0].sections[0].lessons[0]).toMatchObject({ id, locked });
    await school.lessonCompletion(enrollmentId, course_id, id);
    expect(await read(id)).toMatchObject({ body: canary, url, media: [{ url }], locked: null });
    expect((await list())[0].sections[0].lessons[0]).toMatchObject({ completedAt: expect.any(String), locked: null });
  });

  it('opens with its section, also for completing it', async () => {
    const course_id = await course();
    const available_at = new Date(app.now().getTime() + DAY_MS);
    const section_id = await school.courseSection({ course_id, availability_kind: 'at', available_at });
    const lessonId = await published({ course_id, section_id });
    const complete = () => person.client.post(`/enrollments/${enrollmentId}/complete-lesson`, { lessonId });
    expect([(await read(lessonId)).locked?.reason, (await complete()).status]).toEqual(['not_open_yet', 409]);
    app.moveClock(DAY_MS);
    expect([(await read(lessonId)).locked, (await complete()).status]).toEqual([null, 200]);
    app.moveClock(0);
  });

  it.each([
    // Clocks go forward on 2090-03-26 and back on 2090-10-29.
    ['Europe/Paris', '2090-03-25', 1, '2090-03-25T23:00:00.000Z'],
    ['Europe/Paris', '2090-03-25', 2, '2090-03-26T22:00:00.000Z'],
    ['Europe/Paris', '2090-10-28', 1, '2090-10-28T22:00:00.000Z'],
    ['Europe/Paris', '2090-10-28', 2, '2090-10-29T23:00:00.000Z'],
    // By half an hour on 2090-04-02 and 2090-10-01.
    ['Australia/Lord_Howe', '2090-04-01', 1, '2090-04-01T13:00:00.000Z'],
    ['Australia/Lord_Howe', '2090-04-01', 2, '2090-04-02T13:30:00.000Z'],
    ['Australia/Lord_Howe', '2090-09-30', 1, '2090-09-30T13:30:00.000Z'],
    ['Australia/Lord_Howe', '2090-09-30', 2, '2090-10-01T13:00:00.000Z'],
  ])('in %s, of a cohort from %s, opens %d calendar days later at %s', async (timezone, startDate, days, opensAt) => {
    await school.rows(
      'update cohorts set timezone = $2, start_date = $3 where organization_id = $1 and id = $4',
      timezone,
      startDate,
      cohortId,
    );
    const course_id = await course();
    const after = { availability_kind: 'after_start', available_days: days };
    const id = await published({ course_id, section_id: await school.courseSection({ course_id, ...after }) });
    expect((await read(id)).locked).toEqual({ reason: 'not_open_yet', opensAt });
    expect((await list())[0].sections[0].lessons[0].locked).toEqual({ reason: 'not_open_yet', opensAt });
  });

  it('says that the start date is missing where it depends on one', async () => {
    const course_id = await course();
    const after = { availability_kind: 'after_start', available_days: 0 };
    const id = await published({ course_id, section_id: await school.courseSection({ course_id, ...after }) });
    expect((await read(id)).locked).toEqual({ reason: 'start_date_missing', opensAt: null });
  });

  it('is not found unless it is a published one of the plan of that enrollment', async () => {
    const course_id = await course();
    const other = await course({ program_id: await school.program() });
    const archived = { status: 'archived', archived_at: app.now() };
    const elsewhere = await published({ course_id: other });
    const ids = [
      await school.lesson({ course_id }),
      await school.lesson({ course_id, ...archived }),
      await published({ course_id: await school.course({ program_id }) }),
      await published({ course_id: await school.course({ program_id, ...archived }) }),
      elsewhere,
      randomUUID(),
    ];
    for (const id of ids) expect([id, await statusOf(id)]).toEqual([id, 404]);
    // Enrolled there, too, but asked for by this enrollment.
    const program = await school.rows<{ program_id: string }>(
      'select program_id from courses where organization_id = $1 and id = $2',
      other,
    );
    const there = await school.enrollment({
      member_id: person.memberId,
      cohort_id: await school.cohort({ program_id: program.rows[0].program_id }),
    });
    expect([await statusOf(elsewhere), await statusOf(elsewhere, person, there)]).toEqual([404, 200]);
    const someoneElses = await school.enrollment({ cohort_id: cohortId });
    const own = await published({ course_id });
    for (const enrollment of [someoneElses, randomUUID()]) {
      expect(await statusOf(own, person, enrollment)).toBe(404);
    }
  });
});

describe('a sequential path', () => {
  /** Three published courses with a lesson each, in a path in the opposite order, which the person follows. */
  async function followed() {
    const courses: string[] = [];
    const lessons: string[] = [];
    const canary = `canary-${randomUUID()}`;
    const url = `https://media.example.com/${canary}`;
    for (const position of [1, 2, 3]) {
      const id = await course({ position });
      const lesson = await published({ course_id: id, kind: 'link', body: canary, url });
      const media_id = await school.media('video', { url, title: canary });
      await school.insert('lesson_media', { lesson_id: lesson, title: canary, position: 1, media_id });
      courses.unshift(id);
      lessons.unshift(lesson);
    }
    const path = await school.path(courses, { program_id, status: 'active', sequential: true });
    await school.enrollmentPath(enrollmentId, path);
    return { courses, lessons, canary, url };
  }
  const locks = async () =>
    (await list()).flatMap(({ sections }) => sections.flatMap(({ lessons }) => lessons.map(({ locked }) => locked)));
  const complete = async (lessonId: string, { client } = person) =>
    (await client.post(`/enrollments/${enrollmentId}/complete-lesson`, { lessonId })).status;
  const previous = { reason: 'previous_course', opensAt: null };

  it('shows its courses in its order, and what is in a lesson when the course before it is completed', async () => {
    const { courses, lessons, canary, url } = await followed();
    expect((await list()).map(({ id, position }) => [position, id])).toEqual(courses.map((id, n) => [n + 1, id]));
    expect(await locks()).toEqual([null, previous, previous]);
    for (const id of lessons.slice(1)) {
      const { text, body } = await person.client.get(lessonPath(id));
      expect(text).not.toContain(canary);
      expect(body.data).toMatchObject({ body: null, url: null, media: null, completedAt: null, locked: previous });
    }
    expect((await person.client.get(`/me/courses?enrollmentId=${enrollmentId}`)).text).not.toContain(canary);
    expect(await read(lessons[0])).toMatchObject({ body: canary, url, media: [{ url }], locked: null });
    expect(await complete(lessons[0])).toBe(200);
    expect(await locks()).toEqual([null, null, previous]);
    expect(await read(lessons[1])).toMatchObject({ body: canary, url, media: [{ url }], locked: null });
    expect(await read(lessons[2])).toMatchObject({ body: null, url: null, media: null, locked: previous });
  });

  it('keeps open what was completed in a course that waits, and what comes on a further page waits too', async () => {
    const { courses, lessons, canary } = await followed();
    const extra = await published({ course_id: courses[1], required: false, body: canary, kind: 'text' });
    expect(await complete(extra, school.owner)).toBe(200);
    expect(await read(extra)).toMatchObject({ body: canary, completedAt: expect.any(String), locked: null });
    expect((await read(lessons[1])).locked).toEqual(previous);
    const first = await page('&limit=1');
    const second = await page(`&limit=1&cursor=${first.nextCursor}`);
    const shown = second.items[0].sections.flatMap((section) => section.lessons);
    expect(new Map(shown.map(({ id, locked }) => [id, locked]))).toEqual(
      new Map([
        [lessons[1], previous],
        [extra, null],
      ]),
    );
  });

  it('has no lessons of courses that are none of its own', async () => {
    const { courses } = await followed();
    const other = await course({ position: 4 });
    const lesson = await published({ course_id: other });
    expect([await statusOf(lesson), (await list()).map(({ id }) => id)]).toEqual([404, courses]);
  });
});
