import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '../support/client.js';
import { afterWaitingFor } from '../support/held-rows.js';
import type { Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';

const { school } = useSchool();
let asker: Person;
let programId: string;
let enrollmentId: string;
let to: string;
let questionId: string;

beforeEach(async () => {
  asker = await school.person();
  programId = await school.program();
  const cohort_id = await school.cohort({ program_id: programId });
  enrollmentId = await school.enrollment({ cohort_id, member_id: asker.memberId });
  to = await school.cohort();
  questionId = await school.videoQuestion(enrollmentId);
});

async function transferred(): Promise<string> {
  const body = { toCohortId: to, reason: 'Moved' };
  const response = await school.owner.client.post(`/enrollments/${enrollmentId}/transfer`, body);
  expect(response.status).toBe(201);
  return (response.body.data as { to: { id: string } }).to.id;
}

const withVideo = async () => ({ title: 'How to begin', videos: [{ mediaId: await school.media() }] });
const answer = (client: Client, body: object, idempotencyKey: string = randomUUID()) =>
  client.post(`/video-questions/${questionId}/answer`, body, { idempotencyKey });
async function mine(path: string): Promise<{ id: string }[]> {
  return ((await asker.client.get(path)).body.data as { items: { id: string }[] }).items;
}

describe('an open question of a transferred enrollment', () => {
  it('is answered by a coach of the new cohort, in the program in which it was asked', async () => {
    const elsewhere = { role: 'coach', enrollmentId: await school.enrollment() } as const;
    const before = await school.person('MEMBER', { role: 'coach', enrollmentId }, elsewhere);
    const after = await school.person('MEMBER', { role: 'coach', cohortId: to });
    const body = { toCohortId: to, reason: 'Moved', keepCoaches: false };
    expect((await school.owner.client.post(`/enrollments/${enrollmentId}/transfer`, body)).status).toBe(201);
    const open = await after.client.get('/video-questions?status=open');
    expect(open.body.data.items).toMatchObject([{ id: questionId, programId, memberName: asker.name }]);
    expect((await answer(before.client, { text: 'Begin.' })).status).toBe(404);
    expect((await answer(after.client, await withVideo())).status).toBe(200);
  });

  it('is still listed for the member who asked, withdrawn by them, and counts as open on the new enrollment', async () => {
    const id = await transferred();
    expect(await mine('/me/video-questions')).toMatchObject([{ id: questionId, enrollmentId: id, programId }]);
    for (let count = 0; count < 19; count += 1) await school.videoQuestion(id);
    const ask = () => asker.client.post('/me/video-questions', { enrollmentId: id, body: 'And then?' });
    expect((await ask()).status).toBe(409);
    expect((await asker.client.post(`/me/video-questions/${questionId}/withdraw`)).status).toBe(200);
    expect((await ask()).status).toBe(201);
  });

  it('is answered privately for the member who asked, whether before the transfer or after it', async () => {
    const earlier = questionId;
    const first = await answer(school.owner.client, await withVideo());
    questionId = await school.videoQuestion(enrollmentId);
    const id = await transferred();
    const second = await answer(school.owner.client, await withVideo());
    expect([first.body.data.enrollmentId, second.body.data.enrollmentId]).toEqual([enrollmentId, id]);
    const videos = [first, second].map(({ body }) => body.data.answerVideoResourceId as string);
    expect((await mine('/me/video-resources')).map((video) => video.id)).toEqual(videos.reverse());
    for (const video of videos) expect((await asker.client.get(`/me/video-resources/${video}`)).status).toBe(200);
    expect((await mine('/me/video-questions')).map((question) => question.id)).toEqual([questionId, earlier]);
  });

  it('that an answer with videos waited for is refused with Retry-After, and is then answered for the new enrollment', async () => {
    const idempotencyKey = randomUUID();
    const body = await withVideo();
    const next = await school.enrollment({ cohort_id: to, member_id: asker.memberId });
    const move = {
      sql: 'update video_questions set enrollment_id = $3 where organization_id = $1 and id = $2',
      values: [questionId, next],
    };
    const send = () => answer(school.owner.client, body, idempotencyKey);
    const refused = await afterWaitingFor(school, move, send);
    expect([refused.status, refused.headers['retry-after']]).toEqual([409, '1']);
    expect((await send()).status).toBe(200);
    const sql = 'select audience_enrollment_id as audience from video_resources where organization_id = $1';
    expect((await school.rows(sql)).rows).toEqual([{ audience: next }]);
  });
});
