import { describe, expect, it } from '@jest/globals';
import { useSchool } from '../support/use-school.js';

describe('the preview of a handover', () => {
  const { app, school } = useSchool();
  const HOUR = 3_600_000;

  async function coachAtWork() {
    const enrollmentId = await school.enrollment();
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId }, { role: 'reviewer' });
    await school.assign(coach.memberId, { role: 'coach', cohortId: await school.cohort(), ended: true });
    const own = (hours: number, row: object = {}) =>
      school.intervention(enrollmentId, {
        owner_account_id: coach.accountId,
        due_at: new Date(app.now().getTime() + hours * HOUR),
        ...row,
      });
    await own(-1);
    await own(1);
    await own(2);
    await own(-1, { status: 'completed' });
    return { coach, preview: () => school.owner.client.get(`/members/${coach.memberId}/handover-preview`) };
  }

  it('counts current responsibilities, planned and overdue interventions', async () => {
    const { preview } = await coachAtWork();
    await school.intervention(await school.enrollment());
    const { status, body } = await preview();
    expect([status, body.data]).toEqual([
      200,
      { responsibilities: 2, interventions: 3, overdueInterventions: 1, prospects: 0, asOf: expect.any(String) },
    ]);
  });

  it('counts the same of a detached member: what ended with the detachment', async () => {
    const { coach, preview } = await coachAtWork();
    const { asOf: _, ...before } = (await preview()).body.data as { asOf: string };
    await school.owner.client.delete(`/members/${coach.memberId}`);
    expect((await preview()).body.data).toMatchObject(before);
  });
});
