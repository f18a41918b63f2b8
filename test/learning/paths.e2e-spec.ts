import { describe, expect, it } from '@jest/globals';
import type { Path } from '#contexts/learning/paths/path.dto.js';
import type { Client } from '../support/client.js';
import { whileHeld } from '../support/held-rows.js';
import { School } from '../support/school.js';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool();

const dataOf = (response: { body: { data: unknown } }) => response.body.data as Path;
const create = (programId: string, body: object, client: Client = school.owner.client) =>
  client.post(`/programs/${programId}/paths`, { name: 'For new managers', ...body });
const update = (id: string, body: object) => school.owner.client.patch(`/paths/${id}`, body);
const move = (id: string, name: 'activate' | 'archive') => school.owner.client.post(`/paths/${id}/${name}`, {});
const read = async (id: string) => dataOf(await school.owner.client.get(`/paths/${id}`));
const coursesOf = ({ courses }: Path) => courses.map(({ courseId, position }) => [position, courseId]);

/** A program with courses. */
async function given(count = 3): Promise<{ program: string; courses: string[] }> {
  const program_id = await school.program();
  const courses: string[] = [];
  while (courses.length < count) courses.push(await school.course({ program_id, position: courses.length + 1 }));
  return { program: program_id, courses };
}

const defaults = async (programId: string) =>
  (
    await school.rows<{ id: string }>(
      'select id from paths where organization_id = $1 and program_id = $2 and is_default',
      programId,
    )
  ).rows.map(({ id }) => id);

const events = async (name: string) =>
  (await school.trail()).events.filter((event) => event.name === name).map(({ data }) => data);

describe('a path', () => {
  it('is a draft of courses in an order of its own', async () => {
    const { program, courses } = await given();
    const courseIds = [courses[2], courses[0]];
    const response = await create(program, { courseIds, sequential: true });
    const path = dataOf(response);
    expect([response.status, path]).toEqual([
      201,
      {
        id: expect.any(String),
        programId: program,
        name: 'For new managers',
        description: null,
        status: 'draft',
        sequential: true,
        isDefault: false,
        courses: [
          { courseId: courses[2], title: 'Giving feedback', position: 1 },
          { courseId: courses[0], title: 'Giving feedback', position: 2 },
        ],
        milestoneIds: [],
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
    expect(await read(path.id)).toEqual(path);
    expect(await events('path.created')).toEqual([{ pathId: path.id, programId: program, name: path.name }]);
    expect(dataOf(await create(program, { courseIds })).sequential).toBe(false);
  });

  it('becomes active, then archived for good; the same move twice is refused', async () => {
    const { program, courses } = await given(1);
    const { id } = dataOf(await create(program, { courseIds: courses }));
    const answers = [
      await move(id, 'activate'),
      await move(id, 'activate'),
      await move(id, 'archive'),
      await move(id, 'archive'),
      await move(id, 'activate'),
      await update(id, { name: 'Late' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 409, 200, 409, 409, 409]);
    const draft = dataOf(await create(program, { courseIds: courses }));
    expect(dataOf(await move(draft.id, 'archive')).status).toBe('archived');
    expect(await events('path.activated')).toEqual([{ pathId: id, programId: program }]);
    expect(await events('path.archived')).toHaveLength(2);
  });

  it('has 1 to 50 different courses, of its program, none of them archived', async () => {
    const { program, courses } = await given(2);
    const archived = await school.course({ program_id: program, status: 'archived', archived_at: app.now() });
    const elsewhere = await school.course();
    const foreign = await (await School.open(app)).course();
    const { id } = dataOf(await create(program, { courseIds: courses }));
    const many = Array.from({ length: 51 }, (_, n) => `018f3c1e-0000-7000-8000-0000000001${n + 10}`);
    const digest = await school.digest();
    for (const [courseIds, field] of [
      [[], 'courseIds'],
      [[courses[0], courses[0]], 'courseIds'],
      [many, 'courseIds'],
      [[courses[0], archived], 'courseIds.1'],
      [[elsewhere], 'courseIds.0'],
      [[courses[1], foreign], 'courseIds.1'],
    ] as const) {
      for (const response of [await create(program, { courseIds }), await update(id, { courseIds })]) {
        const [{ field: refused }] = response.body.details as { field: string }[];
        expect([response.status, refused]).toEqual([400, field]);
      }
    }
    expect(await school.digest()).toBe(digest);
    const most = await given(50);
    expect((await create(most.program, { courseIds: most.courses })).status).toBe(201);
  });

  it('changes its name, order and courses, all of them at once', async () => {
    const { program, courses } = await given();
    const path = dataOf(await create(program, { courseIds: courses.slice(0, 2), description: 'The first months.' }));
    const courseIds = [courses[2], courses[1]];
    const changed = dataOf(await update(path.id, { name: 'Managers', description: null, courseIds, sequential: true }));
    expect(changed).toMatchObject({ name: 'Managers', description: null, sequential: true });
    expect(coursesOf(changed)).toEqual([
      [1, courses[2]],
      [2, courses[1]],
    ]);
    expect(await read(path.id)).toEqual(changed);
    expect(await update(path.id, {})).toMatchObject({ status: 200, body: { data: { name: 'Managers' } } });
    expect(await events('path.updated')).toEqual([
      { pathId: path.id, programId: program, fields: ['name', 'description', 'courseIds', 'sequential'] },
    ]);
    const { audit } = await school.trail();
    expect(audit.find(({ action }) => action === 'path.updated')).toMatchObject({
      target_id: path.id,
      changes: {
        name: { from: '[redacted]', to: '[redacted]' },
        courseIds: { from: courses.slice(0, 2), to: courseIds },
        sequential: { from: false, to: true },
      },
    });
  });

  it('leaves out a course while that is archived, which has its place again afterwards', async () => {
    const { program, courses } = await given();
    const { id } = dataOf(await create(program, { courseIds: courses }));
    await school.owner.client.post(`/courses/${courses[1]}/archive`, {});
    expect(coursesOf(await read(id))).toEqual([
      [1, courses[0]],
      [2, courses[2]],
    ]);
    await school.owner.client.post(`/courses/${courses[1]}/unarchive`, {});
    expect(coursesOf(await read(id)).map(([, course]) => course)).toEqual(courses);
    // What is replaced is recorded with it.
    await school.owner.client.post(`/courses/${courses[1]}/archive`, {});
    const courseIds = [courses[0], courses[2]];
    for (let time = 0; time < 2; time += 1) await school.owner.client.patch(`/paths/${id}`, { courseIds });
    const { audit } = await school.trail();
    expect(audit.filter(({ action }) => action === 'path.updated').map(({ changes }) => changes)).toEqual([
      { courseIds: { from: courses, to: courseIds } },
      {},
    ]);
  });

  it('is not created in an archived program', async () => {
    const program_id = await school.program('archived');
    const course = await school.course({ program_id });
    expect((await create(program_id, { courseIds: [course] })).status).toBe(409);
  });

  it('is listed newest first, by program and status', async () => {
    const { program, courses } = await given(1);
    const [one, two] = [
      await school.path(courses, { program_id: program }),
      await school.path(courses, { program_id: program, status: 'active' }),
    ];
    const other = await school.path();
    const list = async (query: string) =>
      ((await school.owner.client.get(`/paths${query}`)).body.data as { items: Path[] }).items;
    expect((await list('')).map(({ id }) => id)).toEqual([other, two, one]);
    expect((await list(`?programId=${program}`)).map(({ id }) => id)).toEqual([two, one]);
    expect((await list('?status=active')).map(({ id }) => id)).toEqual([two]);
    expect((await list(`?programId=${program}&status=draft`)).map((path) => coursesOf(path))).toEqual([
      [[1, courses[0]]],
    ]);
  });
});

describe('the milestones of a path', () => {
  /** A program with a course and milestones. */
  async function milestones(count = 3) {
    const { program, courses } = await given(1);
    const ids: string[] = [];
    while (ids.length < count) {
      ids.push(await school.milestone({ program_id: program, position: ids.length + 1 }));
    }
    return { program, courses, ids };
  }
  const entriesOf = async (action: string) =>
    (await school.trail()).audit.filter((entry) => entry.action === action).map(({ changes }) => changes);

  it('are given with it, in an order of their own, and replaced as a whole', async () => {
    const { program, courses, ids } = await milestones();
    const milestoneIds = [ids[2], ids[0]];
    const response = await create(program, { courseIds: courses, milestoneIds });
    const { id } = dataOf(response);
    expect([response.status, dataOf(response).milestoneIds]).toEqual([201, milestoneIds]);
    expect((await read(id)).milestoneIds).toEqual(milestoneIds);
    const changed = [ids[1], ids[2]];
    expect(dataOf(await update(id, { milestoneIds: changed })).milestoneIds).toEqual(changed);
    expect(dataOf(await update(id, { name: 'Managers', courseIds: courses })).milestoneIds).toEqual(changed);
    expect((await read(id)).milestoneIds).toEqual(changed);
    const { items } = (await school.owner.client.get('/paths')).body.data as { items: Path[] };
    expect(items.map((path) => path.milestoneIds)).toEqual([changed]);
    expect(dataOf(await update(id, { milestoneIds: [] })).milestoneIds).toEqual([]);
    expect((await read(id)).courses).toHaveLength(1);
    expect(await entriesOf('path.created')).toMatchObject([{ milestoneIds }]);
    expect(
      (await entriesOf('path.updated')).map((changes) => (changes as Record<string, unknown>).milestoneIds),
    ).toEqual([{ from: milestoneIds, to: changed }, undefined, { from: changed, to: [] }]);
    expect((await events('path.updated')).map((data) => (data as { fields: string[] }).fields)).toEqual([
      ['milestoneIds'],
      ['name', 'courseIds'],
      ['milestoneIds'],
    ]);
  });

  it('are at most 50 different ones of its program, none of them archived', async () => {
    const { program, courses, ids } = await milestones(50);
    const archived = await school.milestone({ program_id: program, status: 'archived', archived_at: app.now() });
    const elsewhere = await school.milestone();
    const foreign = await (await School.open(app)).milestone();
    const courseIds = courses;
    const { id } = dataOf(await create(program, { courseIds, milestoneIds: [ids[0]] }));
    const digest = await school.digest();
    for (const [milestoneIds, fields] of [
      [[ids[0], ids[0]], ['milestoneIds']],
      [[...ids, archived], ['milestoneIds']],
      [[ids[0], archived], ['milestoneIds.1']],
      [[elsewhere, ids[1]], ['milestoneIds.0']],
      [[ids[1], ids[2], foreign], ['milestoneIds.2']],
      [
        [courses[0], ids[1], elsewhere],
        ['milestoneIds.0', 'milestoneIds.2'],
      ],
      ['all', ['milestoneIds']],
      [null, ['milestoneIds']],
    ] as const) {
      for (const response of [await create(program, { courseIds, milestoneIds }), await update(id, { milestoneIds })]) {
        const details = response.body.details as { field: string }[];
        expect([milestoneIds, response.status, details.map(({ field }) => field)]).toEqual([milestoneIds, 400, fields]);
      }
    }
    // What is wrong with courses and milestones is said at once.
    const both = await update(id, { courseIds: [elsewhere], milestoneIds: [elsewhere] });
    expect((both.body.details as { field: string }[]).map(({ field }) => field)).toEqual([
      'courseIds.0',
      'milestoneIds.0',
    ]);
    expect(await school.digest()).toBe(digest);
    expect(dataOf(await update(id, { milestoneIds: ids })).milestoneIds).toEqual(ids);
  });

  it('leave out an archived one, for good', async () => {
    const { program, courses, ids } = await milestones();
    const { id } = dataOf(await create(program, { courseIds: courses, milestoneIds: ids }));
    expect((await school.owner.client.post(`/milestones/${ids[1]}/archive`)).status).toBe(200);
    expect((await read(id)).milestoneIds).toEqual([ids[0], ids[2]]);
    const { status, body } = await update(id, { milestoneIds: [ids[1]] });
    expect([status, (body.details as { field: string }[])[0].field]).toEqual([400, 'milestoneIds.0']);
    const kept = dataOf(await update(id, { name: 'Managers' }));
    expect(kept.milestoneIds).toEqual([ids[0], ids[2]]);
  });
});

describe('the default path of a program', () => {
  it('is an active one, moves from one path to another, and both are recorded', async () => {
    const { program, courses } = await given(1);
    const [one, two] = [
      dataOf(await create(program, { courseIds: courses })).id,
      dataOf(await create(program, { courseIds: courses })).id,
    ];
    expect((await update(one, { isDefault: true })).status).toBe(409);
    expect((await update(one, { isDefault: false })).status).toBe(200);
    for (const id of [one, two]) await move(id, 'activate');
    expect(dataOf(await update(one, { isDefault: true })).isDefault).toBe(true);
    expect(dataOf(await update(two, { isDefault: true })).isDefault).toBe(true);
    expect([await defaults(program), (await read(one)).isDefault]).toEqual([[two], false]);
    expect((await events('path.updated')).slice(-2)).toEqual([
      { pathId: two, programId: program, fields: ['isDefault'] },
      { pathId: one, programId: program, fields: ['isDefault'] },
    ]);
    const { audit } = await school.trail();
    const entries = audit.slice(-2).map(({ action, target_id, changes }) => [action, target_id, changes]);
    expect(entries).toEqual([
      ['path.updated', two, { isDefault: { from: false, to: true } }],
      ['path.updated', one, { isDefault: { from: true, to: false } }],
    ]);
    // The default of another program is another one.
    const elsewhere = await school.path([], { status: 'active' });
    await update(elsewhere, { isDefault: true });
    expect(await defaults(program)).toEqual([two]);
    await update(two, { isDefault: false });
    expect(await defaults(program)).toEqual([]);
  });

  it('is none any more when the path is archived', async () => {
    const { program, courses } = await given(1);
    const id = await school.path(courses, { program_id: program, status: 'active', is_default: true });
    expect(dataOf(await move(id, 'archive'))).toMatchObject({ status: 'archived', isDefault: false });
    expect(await defaults(program)).toEqual([]);
  });

  it('is one of two that are made it at the same time', async () => {
    const { program, courses } = await given(1);
    const row = { program_id: program, status: 'active' };
    const paths = [await school.path(courses, row), await school.path(courses, row)];
    const sql = 'select 1 from programs where organization_id = $1 and id = $2 for update';
    const answers = await whileHeld(school, { sql, values: [program] }, async ({ waiting, release }) => {
      const requests = paths.map((id) => update(id, { isDefault: true }));
      await waiting(...requests);
      await release();
      return Promise.all(requests);
    });
    expect(answers.map(({ status, body }) => [status, (body.data as Path).isDefault])).toEqual([
      [200, true],
      [200, true],
    ]);
    const [winner] = await defaults(program);
    expect(await defaults(program)).toHaveLength(1);
    // The one that came first lost it to the other.
    const loser = paths.find((id) => id !== winner);
    expect((await events('path.updated')).map((data) => (data as { pathId: string }).pathId)).toEqual([
      loser,
      winner,
      loser,
    ]);
  });
});
