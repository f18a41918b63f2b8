import { describe, expect, it } from '@jest/globals';
import { ENROLLMENT_STATUSES } from '#contexts/enrollments/enrollment.entity.js';
import { afterWaitingFor } from '../support/held-rows.js';
import { useSchool } from '../support/use-school.js';

const { school } = useSchool();

const COMMANDS: { path: string; body: object; legal: Record<string, string>; event: string }[] = [
  { path: 'activate', body: {}, legal: { pending: 'active' }, event: 'enrollment.activated' },
  { path: 'pause', body: { reason: 'Leave' }, legal: { active: 'paused' }, event: 'enrollment.paused' },
  { path: 'resume', body: {}, legal: { paused: 'active' }, event: 'enrollment.resumed' },
  {
    path: 'close',
    body: { result: 'completed' },
    legal: { active: 'completed', paused: 'completed' },
    event: 'enrollment.closed',
  },
  {
    path: 'close',
    body: { result: 'withdrawn' },
    legal: { pending: 'withdrawn', active: 'withdrawn', paused: 'withdrawn' },
    event: 'enrollment.closed',
  },
  {
    path: 'close',
    body: { result: 'failed' },
    legal: { active: 'failed', paused: 'failed' },
    event: 'enrollment.closed',
  },
];

describe('the life of an enrollment', () => {
  it.each(COMMANDS)('$path $body takes the legal moves and no other', async ({ path, body, legal, event }) => {
    for (const from of ENROLLMENT_STATUSES) {
      const id = await school.enrollment({ status: from });
      const before = await school.owner.client.get(`/enrollments/${id}`);
      const response = await school.owner.client.post(`/enrollments/${id}/${path}`, body);
      expect([from, response.status]).toEqual([from, from in legal ? 200 : 409]);
      const read = await school.owner.client.get(`/enrollments/${id}`);
      expect(read.body.data).toEqual(from in legal ? response.body.data : before.body.data);
      if (from in legal) expect(read.body.data.status).toBe(legal[from]);
    }
    const { events } = await school.trail();
    expect(events.map(({ name }) => name)).toEqual(Object.keys(legal).map(() => event));
  });

  it('keeps the reason as long as the status that it is for', async () => {
    const id = await school.enrollment({ status: 'active' });
    const send = async (path: string, body?: object) =>
      (await school.owner.client.post(`/enrollments/${id}/${path}`, body)).body.data as object;
    expect(await send('pause', { reason: ' Parental leave ' })).toMatchObject({ statusReason: 'Parental leave' });
    expect(await send('resume')).toMatchObject({ statusReason: null });
    expect(await send('pause', { reason: 'Exams' })).toMatchObject({ statusReason: 'Exams', closedAt: null });
    expect(await send('close', { result: 'withdrawn' })).toMatchObject({
      status: 'withdrawn',
      statusReason: null,
      closedAt: expect.any(String),
    });
  });

  it('tells in its closing event how it ended, and in none of its events why', async () => {
    const cohortId = await school.cohort();
    const { memberId } = await school.person();
    const id = await school.enrollment({ cohort_id: cohortId, member_id: memberId });
    await school.owner.client.post(`/enrollments/${id}/pause`, { reason: 'Private' });
    await school.owner.client.post(`/enrollments/${id}/close`, { result: 'failed', reason: 'Private' });
    const reference = { enrollmentId: id, cohortId, memberId };
    const { events } = await school.trail();
    expect(events.map(({ data }) => data)).toEqual([reference, { ...reference, result: 'failed' }]);
  });

  it('keeps the text of a reason out of the trail, also as the former value of a later change', async () => {
    const id = await school.enrollment();
    await school.owner.client.post(`/enrollments/${id}/pause`, { reason: 'Private' });
    await school.owner.client.post(`/enrollments/${id}/resume`);
    const trail = await school.trail();
    expect(trail.audit.map(({ changes }) => changes)).toMatchObject([
      { statusReason: { from: '[redacted]', to: '[redacted]' } },
      { statusReason: { from: '[redacted]', to: '[redacted]' } },
    ]);
    expect(JSON.stringify(trail)).not.toContain('Private');
  });

  it('lets one of fifty closings through', async () => {
    const id = await school.enrollment();
    const results = ['completed', 'withdrawn', 'failed'];
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        school.owner.client.post(`/enrollments/${id}/close`, { result: results[n % 3] }),
      ),
    );
    const won = responses.filter((response) => response.status === 200);
    expect(won).toHaveLength(1);
    expect((await school.owner.client.get(`/enrollments/${id}`)).body.data).toEqual(won[0].body.data);
    expect((await school.trail()).events).toHaveLength(1);
  });

  it('waits for a pause under way, and then goes on from it', async () => {
    const id = await school.enrollment();
    const response = await afterWaitingFor(
      school,
      { sql: `update enrollments set status = 'paused' where organization_id = $1 and id = $2`, values: [id] },
      () => school.owner.client.post(`/enrollments/${id}/close`, { result: 'completed' }),
    );
    expect(response.status).toBe(200);
    const { audit } = await school.trail();
    expect(audit[0].changes).toMatchObject({ status: { from: 'paused', to: 'completed' } });
  });
});

describe('listing enrollments', () => {
  const ids = async (query: string, client = school.owner.client) =>
    ((await client.get(`/enrollments?${query}`)).body.data.items as { id: string }[]).map(({ id }) => id);

  it('narrows by cohort, status and member, alone and together', async () => {
    const [cohort, other] = [await school.cohort(), await school.cohort()];
    const { memberId } = await school.person();
    const a = await school.enrollment({ cohort_id: cohort, member_id: memberId, status: 'active' });
    const b = await school.enrollment({ cohort_id: cohort, status: 'paused' });
    const c = await school.enrollment({ cohort_id: other, member_id: memberId, status: 'paused' });
    expect(await ids('')).toEqual([c, b, a]);
    expect(await ids(`cohortId=${cohort}`)).toEqual([b, a]);
    expect(await ids('status=paused')).toEqual([c, b]);
    expect(await ids(`memberId=${memberId.toUpperCase()}`)).toEqual([c, a]);
    expect(await ids(`cohortId=${cohort}&status=paused`)).toEqual([b]);
    expect(await ids(`cohortId=${other}&status=active&memberId=${memberId}`)).toEqual([]);
  });
});
