import { describe, expect, it } from '@jest/globals';
import type { Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';

const { school } = useSchool();

/** As many at once as would fit, and some more. */
const ROOM = 2;
const ATTEMPTS = 6;

async function many(send: () => Promise<{ status: number }>): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: ATTEMPTS }, send));
  return answers.map(({ status }) => status).sort();
}

const FULL = [...Array<number>(ROOM).fill(201), ...Array<number>(ATTEMPTS - ROOM).fill(409)];

async function enrolled(): Promise<Person & { enrollmentId: string }> {
  const person = await school.person();
  return { ...person, enrollmentId: await school.enrollment({ member_id: person.memberId }) };
}

describe('what a person writes on their own side has bounds, also when it is sent at once:', () => {
  it('20 submissions of a deliverable wait for a review; a review makes room', async () => {
    const { client, enrollmentId } = await enrolled();
    const taskId = await school.task({ enrollment_id: enrollmentId });
    const deliverableId = await school.deliverable(taskId);
    const submissionIds: string[] = [];
    for (let n = 0; n < 20 - ROOM; n += 1) {
      submissionIds.push(await school.submission(deliverableId, taskId, enrollmentId));
    }
    const path = `/deliverables/${deliverableId}/submissions`;
    const send = () => client.post(path, { kind: 'link', url: 'https://example.com/plan' });
    expect(await many(send)).toEqual(FULL);
    await school.owner.client.post(`/submissions/${submissionIds[0]}/reviews`, { verdict: 'accepted' });
    expect((await send()).status).toBe(201);
    expect((await send()).status).toBe(409);
  });

  it('1,000 media', async () => {
    const { client, accountId } = await enrolled();
    await school.rows(
      `insert into media (organization_id, id, kind, title, mime_type, url, own_side, created_by, created_at)
       select $1, gen_random_uuid(), 'file', 'Plan', 'application/pdf', 'https://example.com', true, $2, $3
       from generate_series(1, ${1_000 - ROOM})`,
      accountId,
      school.app.now(),
    );
    const media = { kind: 'file', title: 'Plan', mimeType: 'application/pdf', url: 'https://example.com/plan.pdf' };
    expect(await many(() => client.post('/me/media', media))).toEqual(FULL);
    const other = await enrolled();
    expect((await other.client.post('/me/media', media)).status).toBe(201);
  });

  it('500 completions in a course are taken back or repeated, those by the staff not counted', async () => {
    const person = await school.person();
    const program_id = await school.program();
    const cohort_id = await school.cohort({ program_id });
    const enrollmentId = await school.enrollment({ member_id: person.memberId, cohort_id });
    const course_id = await school.course({ program_id, status: 'published' });
    const lessonId = await school.lesson({ course_id, status: 'published' });
    const send = (verb: string, { client }: Pick<Person, 'client'> = person) =>
      client.post(`/enrollments/${enrollmentId}/${verb}`, { lessonId }).then(({ status }) => status);
    for (const by of [person, school.owner]) {
      expect([await send('complete-lesson'), await send('uncomplete-lesson', by)]).toEqual([200, 200]);
    }
    const { rows } = await school.rows<{ taken_back: number }>(
      'select taken_back from course_progress where organization_id = $1',
    );
    expect(rows).toEqual([{ taken_back: 1 }]);
    await school.rows('update course_progress set taken_back = 498 where organization_id = $1');
    expect([await send('complete-lesson'), await send('uncomplete-lesson')]).toEqual([200, 200]);
    expect([await send('complete-lesson'), await send('complete-lesson', school.owner)]).toEqual([200, 200]);
    const atOnce = await Promise.all(Array.from({ length: 6 }, () => send('complete-lesson')));
    expect(atOnce.sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect([await send('uncomplete-lesson'), await send('uncomplete-lesson', school.owner)]).toEqual([409, 200]);
  });

  it('100 withdrawn questions of an enrollment', async () => {
    const { client, enrollmentId } = await enrolled();
    for (let n = 0; n < 100 - ROOM; n += 1) await school.videoQuestion(enrollmentId, { status: 'withdrawn' });
    const ask = () => client.post('/me/video-questions', { enrollmentId, body: 'How?' });
    for (let n = 0; n < ROOM; n += 1) {
      const { body } = await ask();
      const { id } = (body as { data: { id: string } }).data;
      expect((await client.post(`/me/video-questions/${id}/withdraw`, {})).status).toBe(200);
    }
    expect((await ask()).status).toBe(409);
  });
});
