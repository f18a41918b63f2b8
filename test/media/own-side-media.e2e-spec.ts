import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';

const { school } = useSchool();

const url = 'https://files.example.com/my-plan.pdf';
const file = { kind: 'file', title: 'My plan', mimeType: 'application/pdf', url };

describe('media that a person registers on their own side', () => {
  let learner: Person;
  let enrollmentId: string;
  let mediaId: string;

  beforeEach(async () => {
    learner = await school.person();
    enrollmentId = await school.enrollment({ member_id: learner.memberId });
    mediaId = idOf(await learner.client.post('/me/media', file));
  });

  /** Staff who have nothing to do with the learner, and those who coach or review them. */
  async function otherStaff(): Promise<[string, Person][]> {
    const elsewhere = await school.enrollment();
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId: elsewhere });
    const enrolledCoach = await school.person('MEMBER', { role: 'coach', enrollmentId: elsewhere });
    await school.enrollment({ member_id: enrolledCoach.memberId });
    return [
      ['coach of another enrollment', coach],
      ['learner who coaches elsewhere', enrolledCoach],
      ['coach of the learner', await school.person('MEMBER', { role: 'coach', enrollmentId })],
      ['reviewer', await school.person('MEMBER', { role: 'reviewer' })],
      [
        'reviewer of another program',
        await school.person('MEMBER', { role: 'reviewer', programId: await school.program() }),
      ],
      [
        'director of a program',
        await school.person('MEMBER', { role: 'program_director', programId: await school.program() }),
      ],
      ['director no longer', await school.person('MEMBER', { role: 'program_director', ended: true })],
    ];
  }

  it('are shown by list_media and get_media to administrators, directors and their maker alone', async () => {
    const shown = await school.media('file');
    const maker = learner;
    await school.assign(maker.memberId, { role: 'coach', enrollmentId: await school.enrollment() });
    const director = await school.person('MEMBER', { role: 'program_director' });
    for (const { client } of [school.owner, await school.person('ADMIN'), director, maker]) {
      expect((await client.get(`/media/${mediaId}`)).body.data).toMatchObject({ id: mediaId, url });
      expect(idsOf(await client.get('/media'))).toEqual([shown, mediaId]);
    }
    for (const [who, { client }] of await otherStaff()) {
      const one = await client.get(`/media/${mediaId}`);
      const unknown = await client.get(`/media/${randomUUID()}`);
      if (who === 'director no longer') {
        expect([who, one.status]).toEqual([who, 403]);
        continue;
      }
      expect([who, one.status, idsOf(await client.get('/media?kind=file'))]).toEqual([who, 404, [shown]]);
      expect(withoutCorrelation(one.text)).toBe(withoutCorrelation(unknown.text));
      expect((await client.get(`/media/${shown}`)).status).toBe(200);
    }
  });

  it('are shown with the submission to whoever reaches it', async () => {
    const task = await school.task({ enrollment_id: enrollmentId });
    const accepted_formats = JSON.stringify([{ kind: 'file', mimeTypes: [] }]);
    const expected = { accepted_formats, expected_reviewer_role: 'coach' };
    const deliverableId = await school.deliverable(task, expected);
    const path = `/deliverables/${deliverableId}/submissions`;
    const handedIn = await learner.client.post(path, { kind: 'file', mediaId });
    const media = { kind: 'file', title: file.title, mimeType: file.mimeType, url };
    expect(handedIn.body.data).toMatchObject({ mediaId, media });
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId });
    expect((await coach.client.get(path)).body.data.items).toMatchObject([{ mediaId, media }]);
    expect((await coach.client.get('/reviews')).body.data.items).toMatchObject([{ mediaId, media }]);
    const elsewhere = await school.person('MEMBER', { role: 'coach', enrollmentId: await school.enrollment() });
    expect((await elsewhere.client.get(path)).status).toBe(404);
    expect((await elsewhere.client.get('/reviews')).body.data.items).toEqual([]);
  });

  it('cannot be put by others where everybody sees them', async () => {
    const program = await school.program();
    const [video, image] = [await ownMedia('video', 'video/mp4'), await ownMedia('image', 'image/png')];
    const section = await school.courseSection({ course_id: await school.course({ program_id: program }) });
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId });
    const director = await school.person('MEMBER', { role: 'program_director', programId: program });
    const question = await school.videoQuestion(enrollmentId);
    const resource = { programId: program, kind: 'replay_other', category: 'video', title: 'Not mine' };
    const shownVideo = await school.media();
    const lesson = { title: 'A lesson', kind: 'video' };
    const calls: [Person, string, (id: string, poster: string) => object][] = [
      [coach, '/video-resources', (id) => ({ ...resource, videos: [{ mediaId: id }] })],
      [
        coach,
        '/video-resources',
        (_, poster) => ({ ...resource, videos: [{ mediaId: shownVideo }], thumbnailMediaId: poster }),
      ],
      [coach, '/media', (_, poster) => ({ ...file, kind: 'video', mimeType: 'video/mp4', posterMediaId: poster })],
      [coach, `/video-questions/${question}/answer`, (id) => ({ title: 'An answer', videos: [{ mediaId: id }] })],
      [director, `/sections/${section}/lessons`, (id) => ({ ...lesson, media: [{ mediaId: id }] })],
    ];
    for (const [{ client }, path, bodyOf] of calls) {
      const digest = await school.digest();
      const refused = await client.post(path, bodyOf(video, image));
      const unknown = await client.post(path, bodyOf(randomUUID(), randomUUID()));
      expect([path, refused.status]).toEqual([path, 400]);
      expect(withoutCorrelation(refused.text)).toBe(withoutCorrelation(unknown.text));
      expect(await school.digest()).toBe(digest);
      expect((await client.post(path, bodyOf(await school.media(), await school.media('image')))).status).toBeLessThan(
        202,
      );
    }
    // Whoever is shown them decides.
    const published = await school.owner.client.post('/video-resources', { ...resource, videos: [{ mediaId: video }] });
    expect(published.status).toBe(201);
  });

  it('cannot be handed in by others who are not shown them', async () => {
    const deliverableId = await deliverableOn(await school.enrollment());
    const path = `/deliverables/${deliverableId}/submissions`;
    const [{ client }, cohortless] = [await coachOf(deliverableId), await school.media('file')];
    expect((await client.post(path, { kind: 'file', mediaId })).status).toBe(400);
    expect((await client.post(path, { kind: 'file', mediaId: cohortless })).status).toBe(201);
    expect((await school.owner.client.post(path, { kind: 'file', mediaId })).status).toBe(201);
  });

  it.each(['OWNER', 'ADMIN', 'director', 'coach'] as const)(
    'are the only ones that a person hands in on their own enrollment, also as %s',
    async (role) => {
      const isMember = role === 'director' || role === 'coach';
      const person = isMember ? await school.person() : await school.person(role);
      const cohort_id = await school.cohort();
      const own = await school.enrollment({ member_id: person.memberId, cohort_id });
      if (role === 'director') await school.assign(person.memberId, { role: 'program_director' });
      if (role === 'coach') await school.assign(person.memberId, { role: 'coach', cohortId: cohort_id });
      const path = `/deliverables/${await deliverableOn(own)}/submissions`;
      for (const id of [mediaId, await school.media('file')]) {
        const { status, body } = await person.client.post(path, { kind: 'file', mediaId: id });
        expect([status, (body as { details: { field: string }[] }).details[0]?.field]).toEqual([400, 'mediaId']);
      }
      const mine = idOf(await person.client.post('/me/media', file));
      expect((await person.client.post(path, { kind: 'file', mediaId: mine })).status).toBe(201);
    },
  );

  it('are told from the library by the audit trail where an earlier version registered them', async () => {
    const library = idOf(await school.owner.client.post('/media', file));
    const untold = await school.media('file', { own_side: null });
    await school.rows('update media set own_side = null where organization_id = $1');
    const { client } = await school.person('MEMBER', { role: 'reviewer' });
    expect(idsOf(await client.get('/media'))).toEqual([library]);
    for (const id of [untold, mediaId]) expect((await client.get(`/media/${id}`)).status).toBe(404);
  });

  async function ownMedia(kind: string, mimeType: string): Promise<string> {
    return idOf(await learner.client.post('/me/media', { ...file, kind, mimeType }));
  }
});

async function deliverableOn(enrollment_id: string): Promise<string> {
  const accepted_formats = JSON.stringify([{ kind: 'file', mimeTypes: [] }]);
  return school.deliverable(await school.task({ enrollment_id }), { accepted_formats });
}

async function coachOf(deliverableId: string): Promise<Person> {
  const [{ id }] = await school
    .rows<{ id: string }>(
      `select t.enrollment_id as id from member_tasks t
       join deliverables d on d.organization_id = t.organization_id and d.member_task_id = t.id
       where t.organization_id = $1 and d.id = $2`,
      deliverableId,
    )
    .then(({ rows }) => rows);
  return school.person('MEMBER', { role: 'coach', enrollmentId: id });
}

interface Answer {
  body: unknown;
}

function idOf({ body }: Answer): string {
  return (body as { data: { id: string } }).data.id;
}

function idsOf({ body }: Answer): string[] {
  return (body as { data: { items: { id: string }[] } }).data.items.map(({ id }) => id);
}

function withoutCorrelation(text: string): string {
  return text.replace(/"correlationId":"[^"]*"/, '');
}
