import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';

const { school } = useSchool();
let person: Person;
let programId: string;
let cohortId: string;

beforeEach(async () => {
  person = await school.person();
  programId = await school.program();
  cohortId = await school.cohort({ program_id: programId });
});

const enroll = (status = 'active', cohort_id = cohortId) =>
  school.enrollment({ member_id: person.memberId, status, cohort_id });
const list = async (query = '', { client } = person) => {
  const { body } = await client.get(`/me/video-resources${query}`);
  return (body as { data: { items: { id: string }[] } }).data.items;
};
const idsOf = async (query?: string, by?: Person) => (await list(query, by)).map(({ id }) => id);
const statusOf = async (id: string, { client } = person) => (await client.get(`/me/video-resources/${id}`)).status;

describe('the videos of a person', () => {
  it('are the published ones of their programs, newest first, without who published them', async () => {
    await enroll();
    const first = await school.videoResource({ program_id: programId });
    const second = await school.videoResource({ program_id: programId, title: 'Taking feedback' });
    const unpublished = await school.videoResource({
      program_id: programId,
      status: 'unpublished',
      unpublished_at: school.app.now(),
    });
    const elsewhere = await school.videoResource();
    const items = await list();
    expect(items.map(({ id }) => id)).toEqual([second, first]);
    expect(Object.keys(items[0]).sort()).toEqual(
      ['category', 'description', 'id', 'kind', 'programId', 'publishedAt', 'tags', 'title'].sort(),
    );
    const { body } = await person.client.get(`/me/video-resources/${second}`);
    expect((body as { data: object }).data).toEqual({
      ...items[0],
      programName: expect.any(String),
      thumbnailUrl: null,
      videoCount: 1,
      videos: [expect.objectContaining({ url: 'https://media.example.com/video', position: 1 })],
    });
    for (const id of [unpublished, elsewhere, randomUUID()]) expect([id, await statusOf(id)]).toEqual([id, 404]);
    expect(await idsOf('?q=taking')).toEqual([second]);
    expect(await idsOf(`?programId=${programId}`)).toEqual([second, first]);
    expect(await idsOf(`?programId=${await school.program()}`)).toEqual([]);
  });

  it.each([
    ['pending', 1],
    ['active', 1],
    ['paused', 1],
    ['completed', 1],
    ['transferred', 1],
    ['withdrawn', 0],
    ['failed', 0],
  ])('of a program in which their only enrollment is %s are %d', async (status, count) => {
    await enroll(status);
    const id = await school.videoResource({ program_id: programId });
    expect(await idsOf()).toEqual(count === 1 ? [id] : []);
    expect(await statusOf(id)).toBe(count === 1 ? 200 : 404);
  });

  it('are none of those that only others are enrolled for, whatever the role', async () => {
    await enroll();
    const id = await school.videoResource({ program_id: programId });
    const coach = await school.person('MEMBER', { role: 'coach', cohortId });
    for (const other of [school.owner, coach, await school.person()]) {
      expect([await idsOf('', other), await statusOf(id, other)]).toEqual([[], 404]);
    }
    expect([await idsOf(), await statusOf(id)]).toEqual([[id], 200]);
  });

  it('stay those of a person who was detached and added again', async () => {
    await enroll();
    const id = await school.videoResource({ program_id: programId });
    await school.rows(`update members set status = 'detached' where organization_id = $1 and id = $2`, person.memberId);
    const member = { account_id: person.accountId, name: 'Again', role: 'MEMBER', status: 'active' };
    const memberId = await school.insert('members', { ...member, created_at: school.app.now() });
    const { client } = await school.key(memberId, person.accountId);
    expect(await statusOf(id, { ...person, client })).toBe(200);
  });
});

describe('the videos of a private answer', () => {
  it('are for the person who asked alone, whatever others there are in the cohort and the program', async () => {
    const enrollmentId = await enroll();
    const [classmate, inProgram, elsewhere] = [await school.person(), await school.person(), await school.person()];
    await school.enrollment({ member_id: classmate.memberId, cohort_id: cohortId });
    const otherCohort = await school.cohort({ program_id: programId });
    await school.enrollment({ member_id: inProgram.memberId, cohort_id: otherCohort });
    await school.enrollment({ member_id: elsewhere.memberId });
    const question = await school.videoQuestion(enrollmentId);
    const answer = { title: 'How to begin', videos: [{ mediaId: await school.media() }] };
    const { body } = await school.owner.client.post(`/video-questions/${question}/answer`, answer);
    const id = (body as { data: { answerVideoResourceId: string } }).data.answerVideoResourceId;
    const ofAll = await school.videoResource({ program_id: programId });
    expect([await idsOf(), await statusOf(id)]).toEqual([[ofAll, id], 200]);
    expect(await idsOf('?q=begin')).toEqual([id]);
    for (const other of [classmate, inProgram]) {
      expect([await idsOf('', other), await statusOf(id, other), await idsOf('?q=begin', other)]).toEqual([
        [ofAll],
        404,
        [],
      ]);
    }
    expect([await idsOf('', elsewhere), await statusOf(id, elsewhere)]).toEqual([[], 404]);
    const refused = await classmate.client.get(`/me/video-resources/${id}`);
    const unknown = await classmate.client.get(`/me/video-resources/${randomUUID()}`);
    expect(refused.body).toEqual({ ...unknown.body, correlationId: expect.any(String) });
    for (const role of ['coach', 'reviewer', 'program_director'] as const) {
      const { client } = await school.person('MEMBER', role === 'coach' ? { role, cohortId } : { role });
      const staff = await client.get('/video-resources');
      expect([role, (staff.body as { data: { items: object[] } }).data.items]).toMatchObject([
        role,
        [{ id: ofAll }, { id }],
      ]);
      expect((await client.get(`/video-resources/${id}`)).status).toBe(200);
    }
  });
});
