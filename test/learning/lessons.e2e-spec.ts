import { describe, expect, it } from '@jest/globals';
import { useSchool } from '../support/use-school.js';

const { school } = useSchool();

interface Lesson {
  id: string;
  position: number;
  status: string;
  media: { mediaId: string; title: string; kind: string; position: number }[];
}

const post = (path: string, body: object = {}) => school.owner.client.post(path, body);
const create = async (body: object, sectionId?: string) =>
  post(`/sections/${sectionId ?? (await school.courseSection())}/lessons`, { title: 'A lesson', ...body });
const dataOf = (response: { body: { data: unknown } }) => response.body.data as Lesson;
const issuesOf = ({ status, body }: { status: number; body: { details: { field: string }[] } }) => [
  status,
  body.details.map(({ field }) => field),
];

describe('the kind of a lesson', () => {
  it('says what it needs and what it does not take', async () => {
    const media = [{ mediaId: await school.media('video') }];
    const url = 'https://reading.example.com/feedback';
    const refused = [
      [{ kind: 'text' }, ['body']],
      [{ kind: 'text', body: 'Read.', url }, ['url']],
      [{ kind: 'text', body: 'Read.', media }, ['media']],
      [{ kind: 'video' }, ['media']],
      [{ kind: 'video', media: [] }, ['media']],
      [{ kind: 'link' }, ['url']],
      [{ kind: 'link', url: 'ftp://reading.example.com' }, ['url']],
      [{ kind: 'link', url, media }, ['media']],
      [{ kind: 'file', media: Array.from({ length: 11 }, () => media[0]) }, ['media']],
    ] as const;
    for (const [body, fields] of refused) expect([body, issuesOf(await create(body))]).toEqual([body, [400, fields]]);
    const accepted = [
      { kind: 'text', body: 'Read.' },
      { kind: 'video', media },
      { kind: 'file', media },
      { kind: 'link', url },
    ];
    for (const body of accepted) expect([body, (await create(body)).status]).toEqual([body, 201]);
  });

  it('takes only media of the organization, a video lesson only videos, each once', async () => {
    const [video, file] = [await school.media('video'), await school.media('file')];
    const of = (...ids: string[]) => ids.map((mediaId) => ({ mediaId }));
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect(issuesOf(await create({ kind: 'video', media: of(video, file) }))).toEqual([400, ['media.1.mediaId']]);
    expect(issuesOf(await create({ kind: 'file', media: of(unknown) }))).toEqual([400, ['media.0.mediaId']]);
    expect(issuesOf(await create({ kind: 'file', media: of(file, file) }))).toEqual([400, ['media.1.mediaId']]);
    const made = await create({ kind: 'file', media: [{ mediaId: file, title: 'The handout' }, { mediaId: video }] });
    expect(dataOf(made).media).toEqual([
      { mediaId: file, title: 'The handout', kind: 'file', position: 1 },
      { mediaId: video, title: 'A video', kind: 'video', position: 2 },
    ]);
    expect((await school.owner.client.get(`/lessons/${dataOf(made).id}`)).body.data).toEqual(dataOf(made));
  });

  it('holds for changes, too; media are replaced as a whole', async () => {
    const [first, second] = [await school.media('video'), await school.media('video')];
    const { id } = dataOf(await create({ kind: 'video', media: [{ mediaId: first }] }));
    const patch = (body: object) => school.owner.client.patch(`/lessons/${id}`, body);
    expect(issuesOf(await patch({ media: [] }))).toEqual([400, ['media']]);
    expect(issuesOf(await patch({ url: 'https://reading.example.com' }))).toEqual([400, ['url']]);
    expect(dataOf(await patch({ media: [{ mediaId: second }] })).media.map(({ mediaId }) => mediaId)).toEqual([second]);
    const text = dataOf(await create({ kind: 'text', body: 'Read.' })).id;
    expect(issuesOf(await school.owner.client.patch(`/lessons/${text}`, { body: null }))).toEqual([400, ['body']]);
  });
});

describe('a lesson', () => {
  it('is a draft, is published, is archived for good, and the others close up', async () => {
    const sectionId = await school.courseSection();
    const made: string[] = [];
    for (let n = 1; n <= 3; n += 1) made.push(dataOf(await create({ kind: 'text', body: `${n}` }, sectionId)).id);
    const [first, second, third] = made;
    expect((await post(`/lessons/${first}/publish`)).body.data).toMatchObject({ status: 'published', position: 1 });
    expect((await post(`/lessons/${first}/publish`)).status).toBe(409);
    expect((await post(`/lessons/${first}/archive`)).body.data).toMatchObject({ status: 'archived' });
    expect((await post(`/lessons/${first}/archive`)).status).toBe(409);
    expect((await post(`/lessons/${first}/publish`)).status).toBe(409);
    expect((await school.owner.client.patch(`/lessons/${first}`, { title: 'New' })).status).toBe(409);
    const positions = await Promise.all(
      [second, third].map(async (id) => dataOf(await school.owner.client.get(`/lessons/${id}`)).position),
    );
    expect(positions).toEqual([1, 2]);
  });

  it('is told of by events that say where it is, of which kind, and whether progress counts it', async () => {
    const course_id = await school.course();
    const section_id = await school.courseSection({ course_id });
    const { id } = dataOf(await create({ kind: 'text', body: 'Read.', title: 'First' }, section_id));
    await school.owner.client.patch(`/lessons/${id}`, { required: false });
    for (const name of ['publish', 'archive']) await post(`/lessons/${id}/${name}`);
    const lesson = { lessonId: id, courseId: course_id, courseSectionId: section_id, kind: 'text' };
    const { events } = await school.trail();
    expect(events.map(({ name, data }) => [name, data])).toEqual([
      ['lesson.created', { ...lesson, required: true, title: 'First', position: 1 }],
      ['lesson.updated', { ...lesson, required: false, fields: ['required'] }],
      ['lesson.published', { ...lesson, required: false }],
      ['lesson.archived', { ...lesson, required: false }],
    ]);
  });

  it('is one of at most 500 of a course', async () => {
    const course_id = await school.course();
    const section_id = await school.courseSection({ course_id });
    const other = await school.courseSection({ course_id, position: 2 });
    await school.rows(
      `insert into lessons (organization_id, id, course_id, section_id, number, title, kind, body, required,
                            completion, position, status, created_at, updated_at)
       select $1, gen_random_uuid(), $2, $3, n, 'Lesson', 'text', 'Read.', true, 'self', n, 'draft', now(), now()
       from generate_series(1, 499) n`,
      course_id,
      section_id,
    );
    const last = await create({ kind: 'text', body: 'Read.' }, other);
    expect([last.status, dataOf(last).position]).toEqual([201, 1]);
    expect((await create({ kind: 'text', body: 'Read.' }, other)).status).toBe(409);
    await post(`/lessons/${dataOf(last).id}/archive`);
    expect((await create({ kind: 'text', body: 'Read.' }, other)).status).toBe(201);
  });
});

describe('a section', () => {
  const sections = async (courseId: string) =>
    ((await school.owner.client.get(`/courses/${courseId}`)).body.data as { sections: unknown[] }).sections;

  it('says when its lessons open, and takes the fields of its kind only', async () => {
    const courseId = await school.course();
    const section = (availability?: object) => post(`/courses/${courseId}/sections`, { title: 'Week', availability });
    const refused = [
      [{ kind: 'at' }, ['availability.at']],
      [{ kind: 'always', days: 1 }, ['availability.days']],
      [{ kind: 'after_start' }, ['availability.days']],
      [{ kind: 'after_start', days: 731 }, ['availability.days']],
      [{ kind: 'after_enrollment', days: 1, at: '2030-01-01T00:00:00Z' }, ['availability.at']],
      [{ kind: 'never' }, ['availability.kind']],
    ] as const;
    for (const [availability, fields] of refused) {
      expect([availability, issuesOf(await section(availability))]).toEqual([availability, [400, fields]]);
    }
    const shown: unknown[] = [];
    for (const availability of [
      undefined,
      { kind: 'at', at: '2030-01-01T00:00:00.000Z' },
      { kind: 'after_start', days: 0 },
    ]) {
      shown.push(((await section(availability)).body.data as { availability: object }).availability);
    }
    expect(shown).toEqual([
      { kind: 'always' },
      { kind: 'at', at: '2030-01-01T00:00:00.000Z' },
      { kind: 'after_start', days: 0 },
    ]);
  });

  it('changes when its lessons open without its title, and its title without that', async () => {
    const id = await school.courseSection({ course_id: await school.course(), title: 'Week 1' });
    const patch = async (body: object) => {
      const response = await school.owner.client.patch(`/sections/${id}`, body);
      expect(response.status).toBe(200);
      const { title, availability } = response.body.data as { title: string; availability: object };
      return [title, availability];
    };
    const opening = { kind: 'after_start', days: 7 };
    expect(await patch({ availability: opening })).toEqual(['Week 1', opening]);
    expect(await patch({ title: 'Week 2' })).toEqual(['Week 2', opening]);
    expect(await patch({ availability: { kind: 'always' } })).toEqual(['Week 2', { kind: 'always' }]);
    const { events, audit } = await school.trail();
    expect(events.map(({ data }) => (data as { fields: string[] }).fields)).toEqual([
      ['availability'],
      ['title'],
      ['availability'],
    ]);
    expect(audit[0].changes).toEqual({
      availabilityKind: { from: 'always', to: 'after_start' },
      availableDays: { from: null, to: 7 },
    });
  });

  it('takes its lessons along when it is archived, and the others close up', async () => {
    const course_id = await school.course();
    const [first, second] = [
      await school.courseSection({ course_id }),
      await school.courseSection({ course_id, position: 2 }),
    ];
    const draft = await school.lesson({ course_id, section_id: first });
    const archived = await school.lesson({ course_id, section_id: first, status: 'archived' });
    const kept = await school.lesson({ course_id, section_id: second });
    expect((await post(`/sections/${first}/archive`)).status).toBe(200);
    expect((await post(`/sections/${first}/archive`)).status).toBe(409);
    expect(await sections(course_id)).toEqual([
      expect.objectContaining({ id: second, position: 1, lessons: [expect.objectContaining({ id: kept })] }),
    ]);
    expect(dataOf(await school.owner.client.get(`/lessons/${draft}`)).status).toBe('archived');
    const { events } = await school.trail();
    expect(
      events
        .filter(({ name }) => name === 'lesson.archived')
        .map(({ data }) => (data as { lessonId: string }).lessonId),
    ).toEqual([draft]);
    expect(archived).not.toBe(draft);
    expect((await create({ kind: 'text', body: 'Read.' }, first)).status).toBe(409);
  });

  it('is one of at most 100 of a course', async () => {
    const course_id = await school.course();
    for (let position = 1; position <= 99; position += 1) await school.courseSection({ course_id, position });
    await school.courseSection({ course_id, status: 'archived' });
    expect((await post(`/courses/${course_id}/sections`, { title: 'The hundredth' })).status).toBe(201);
    expect((await post(`/courses/${course_id}/sections`, { title: 'One more' })).status).toBe(409);
  });
});
