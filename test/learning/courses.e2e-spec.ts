import { describe, expect, it } from '@jest/globals';
import { afterWaitingFor } from '../support/held-rows.js';
import { useSchool } from '../support/use-school.js';

const { school } = useSchool();

interface Place {
  id: string;
  position: number;
}

interface Outline extends Place {
  status: string;
  sections: (Place & { lessons: Place[] })[];
}

const post = (path: string, body: object = {}) => school.owner.client.post(path, body);
const idOf = (response: { body: { data: unknown } }) => (response.body.data as { id: string }).id;
const outline = async (id: string) => (await school.owner.client.get(`/courses/${id}`)).body.data as Outline;

async function courses(programId: string): Promise<[string, number][]> {
  const { data } = (await school.owner.client.get(`/courses?programId=${programId}`)).body as {
    data: { items: Outline[] };
  };
  return data.items.filter(({ status }) => status !== 'archived').map(({ id, position }) => [id, position]);
}

/** Ids of courses of a program, created over the API. */
async function createCourses(programId: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 1; n <= count; n += 1) ids.push(idOf(await post(`/programs/${programId}/courses`, { title: `C${n}` })));
  return ids;
}

describe('a course', () => {
  it('is a draft, then published, then archived, and a draft again: undoing publishes nothing', async () => {
    const id = idOf(await post(`/programs/${await school.program()}/courses`, { title: 'Giving feedback' }));
    const statuses: unknown[] = [];
    for (const move of ['unarchive', 'publish', 'publish', 'archive', 'archive', 'publish', 'unarchive']) {
      const { status, body } = await post(`/courses/${id}/${move}`);
      statuses.push([move, status, (body.data as Outline | undefined)?.status]);
    }
    expect(statuses).toEqual([
      ['unarchive', 409, undefined],
      ['publish', 200, 'published'],
      ['publish', 409, undefined],
      ['archive', 200, 'archived'],
      ['archive', 409, undefined],
      ['publish', 409, undefined],
      ['unarchive', 200, 'draft'],
    ]);
    expect(await outline(id)).toMatchObject({ publishedAt: null, archivedAt: null });
  });

  it('is the last of its program; the others make room for a new position, and close up after an archival', async () => {
    const programId = await school.program();
    const [a, b, c, d] = await createCourses(programId, 4);
    const move = (id: string, position: number) => school.owner.client.patch(`/courses/${id}`, { position });
    expect(((await move(d, 2)).body.data as Outline).position).toBe(2);
    expect(await courses(programId)).toEqual([a, d, b, c].map((id, index) => [id, index + 1]));
    expect(((await move(a, 99)).body.data as Outline).position).toBe(4);
    expect(await courses(programId)).toEqual([d, b, c, a].map((id, index) => [id, index + 1]));
    await post(`/courses/${b}/archive`);
    expect(await courses(programId)).toEqual([d, c, a].map((id, index) => [id, index + 1]));
    expect(((await post(`/courses/${b}/unarchive`)).body.data as Outline).position).toBe(4);
  });

  it('is one of at most 50 of a program, which must not be archived', async () => {
    const programId = await school.program();
    for (let position = 1; position <= 49; position += 1) await school.course({ program_id: programId, position });
    const archived = await school.course({ program_id: programId, status: 'archived' });
    const last = await post(`/programs/${programId}/courses`, { title: 'The fiftieth' });
    expect([last.status, (last.body.data as Outline).position]).toEqual([201, 50]);
    expect((await post(`/programs/${programId}/courses`, { title: 'One more' })).status).toBe(409);
    expect((await post(`/courses/${archived}/unarchive`)).status).toBe(409);
    const closed = await school.program('archived');
    expect((await post(`/programs/${closed}/courses`, { title: 'Too late' })).status).toBe(409);
  });

  it('gets a position of its own when two are created at once', async () => {
    const programId = await school.program();
    const made = await Promise.all([1, 2, 3].map((n) => post(`/programs/${programId}/courses`, { title: `C${n}` })));
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect((await courses(programId)).map(([, position]) => position)).toEqual([1, 2, 3]);
  });

  it('is listed by program and position, page after page', async () => {
    const programs = [await school.program(), await school.program()].sort();
    const expected = [...(await createCourses(programs[0], 3)), ...(await createCourses(programs[1], 2))];
    const found: string[] = [];
    let cursor = '';
    for (let page = 0; page < 5 && cursor !== 'null'; page += 1) {
      const { data } = (await school.owner.client.get(`/courses?limit=2${cursor && `&cursor=${cursor}`}`)).body as {
        data: { items: Place[]; nextCursor: string | null };
      };
      found.push(...data.items.map(({ id }) => id));
      cursor = String(data.nextCursor);
    }
    expect(found).toEqual(expected);
    const bad = await school.owner.client.get('/courses?cursor=WyJhIl0');
    expect([bad.status, bad.body.details]).toEqual([400, [expect.objectContaining({ field: 'cursor' })]]);
  });

  it('counts what is not archived', async () => {
    const course_id = await school.course();
    const section_id = await school.courseSection({ course_id });
    await school.courseSection({ course_id, position: 2, status: 'archived' });
    await school.lesson({ course_id, section_id, estimated_minutes: 10 });
    await school.lesson({ course_id, section_id, position: 2, required: false, estimated_minutes: 5 });
    await school.lesson({ course_id, section_id, position: 3, status: 'archived', estimated_minutes: 99 });
    expect(await outline(course_id)).toMatchObject({
      sectionCount: 1,
      lessonCount: 2,
      requiredLessonCount: 1,
      estimatedMinutes: 15,
    });
  });

  it('that is archived takes no changes of its content', async () => {
    const course_id = await school.course({ status: 'archived' });
    const section_id = await school.courseSection({ course_id });
    const lesson = await school.lesson({ course_id, section_id });
    const { client } = school.owner;
    const statuses = [
      await client.patch(`/courses/${course_id}`, { title: 'New' }),
      await post(`/courses/${course_id}/sections`, { title: 'New' }),
      await client.patch(`/sections/${section_id}`, { title: 'New' }),
      await post(`/sections/${section_id}/lessons`, { title: 'New', kind: 'text', body: 'New' }),
      await client.patch(`/lessons/${lesson}`, { title: 'New' }),
      await post(`/lessons/${lesson}/publish`),
      await client.send('PUT', `/courses/${course_id}/outline`, {
        body: { sections: [{ id: section_id, lessonIds: [lesson] }] },
      }),
    ].map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([409]));
  });
});

describe('the outline of a course', () => {
  async function given() {
    const course_id = await school.course();
    const sections = [
      await school.courseSection({ course_id }),
      await school.courseSection({ course_id, position: 2, title: 'Week two' }),
    ];
    const lessons: string[] = [];
    for (let position = 1; position <= 3; position += 1) {
      lessons.push(await school.lesson({ course_id, section_id: sections[0], position }));
    }
    return { course_id, sections, lessons };
  }
  const arrange = (id: string, ...sections: [string, string[]][]) =>
    school.owner.client.send('PUT', `/courses/${id}/outline`, {
      body: { sections: sections.map(([section, lessonIds]) => ({ id: section, lessonIds })) },
    });

  it('is arranged as a whole; lessons change their section', async () => {
    const { course_id, sections, lessons } = await given();
    const [one, two, three] = lessons;
    const response = await arrange(course_id, [sections[1], [three, one]], [sections[0], [two]]);
    expect(response.status).toBe(200);
    const { sections: arranged } = await outline(course_id);
    expect(arranged.map(({ id, position }) => [id, position])).toEqual([
      [sections[1], 1],
      [sections[0], 2],
    ]);
    expect(arranged.map((section) => section.lessons.map(({ id, position }) => [id, position]))).toEqual([
      [
        [three, 1],
        [one, 2],
      ],
      [[two, 1]],
    ]);
    expect((response.body.data as Outline).sections).toEqual(arranged);
  });

  it('refuses what is named twice or of another course, and by 409 what is missing or archived', async () => {
    const { course_id, sections, lessons } = await given();
    const [one, two, three] = lessons;
    const before = await outline(course_id);
    const foreign = await school.lesson();
    const twice = await arrange(course_id, [sections[0], [one, two, three]], [sections[1], [one]]);
    expect([twice.status, twice.body.details]).toEqual([
      400,
      [{ field: 'sections.1.lessonIds.0', issue: 'must not be named twice' }],
    ]);
    const other = await arrange(course_id, [sections[0], [one, two, three, foreign]], [sections[1], []]);
    expect([other.status, other.body.details]).toEqual([
      400,
      [{ field: 'sections.0.lessonIds.3', issue: 'must be a lesson of the course' }],
    ]);
    const missing = await arrange(course_id, [sections[0], [one, two]], [sections[1], []]);
    expect([missing.status, missing.body.message]).toEqual([
      409,
      `The lesson ${three} is missing: read the course again.`,
    ]);
    await post(`/lessons/${three}/archive`);
    const archived = await arrange(course_id, [sections[0], [one, two, three]], [sections[1], []]);
    expect([archived.status, archived.body.message]).toEqual([409, `The lesson ${three} is archived.`]);
    expect((await outline(course_id)).sections[0].lessons).toEqual(before.sections[0].lessons.slice(0, 2));
  });

  it('waits for a lesson that is being added, and then misses it', async () => {
    const { course_id, sections, lessons } = await given();
    const sql = `
      with locked as (select id from courses where organization_id = $1 and id = $2 for update)
      insert into lessons (organization_id, id, course_id, section_id, number, title, kind, body, required, completion,
                           position, status, created_at, updated_at)
      select $1, gen_random_uuid(), id, $3, 99, 'Late', 'text', 'Read.', true, 'self', 1, 'draft', now(), now() from locked`;
    const answer = await afterWaitingFor(school, { sql, values: [course_id, sections[1]] }, () =>
      arrange(course_id, [sections[0], lessons], [sections[1], []]),
    );
    expect(answer.status).toBe(409);
  });
});
