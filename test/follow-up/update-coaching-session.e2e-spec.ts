import { beforeEach, describe, expect, it } from '@jest/globals';
import { afterWaitingFor, statusChange } from '../support/held-rows.js';
import { useSchool } from '../support/use-school.js';

describe('updating a coaching session', () => {
  const { app, school } = useSchool();
  let enrollmentId: string;
  const scheduledAt = '2030-01-15T09:30:00.000Z';

  beforeEach(async () => {
    enrollmentId = await school.enrollment();
  });

  const heldSession = () => school.coachingSession(enrollmentId, { status: 'held', held_at: app.now() });
  const update = (id: string, body: unknown, client = school.owner.client) =>
    client.patch(`/coaching-sessions/${id}`, body);

  it('moves a planned one and gives it a title', async () => {
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId });
    const created = await coach.client.post(`/enrollments/${enrollmentId}/coaching-sessions`, {
      scheduledAt: '2030-01-01T09:30:00Z',
      title: ' First talk ',
    });
    expect([created.status, created.body.data.title]).toEqual([201, 'First talk']);
    const updated = await update(created.body.data.id as string, { scheduledAt, title: 'Second talk' }, coach.client);
    expect([updated.status, updated.body.data]).toEqual([
      200,
      { ...created.body.data, scheduledAt, title: 'Second talk', updatedAt: expect.any(String) },
    ]);
  });

  it('corrects the summary of a held one; a blank summary or title is null', async () => {
    const id = await heldSession();
    const updated = await update(id, { summary: ' Agreed a plan ', title: 'Talk' });
    expect([updated.status, updated.body.data]).toMatchObject([200, { summary: 'Agreed a plan', title: 'Talk' }]);
    expect((await update(id, { summary: ' ', title: null })).body.data).toMatchObject({ summary: null, title: null });
    expect((await update(id, { title: '' })).body.data).toMatchObject({ title: null });
  });

  it('tells which fields changed, and nowhere what was said', async () => {
    const [planned, held] = [await school.coachingSession(enrollmentId), await heldSession()];
    await update(planned, { scheduledAt, title: 'Never told' });
    await update(held, { summary: 'Never told' });
    const trail = await school.trail();
    const data = { coachingSessionId: planned, enrollmentId, status: 'planned', scheduledAt, heldAt: null };
    expect(trail.audit).toMatchObject([
      { action: 'coaching_session.updated', changes: { scheduledAt: { to: scheduledAt } } },
      { action: 'coaching_session.updated', changes: { summary: { from: '[redacted]', to: '[redacted]' } } },
    ]);
    expect(trail.events).toMatchObject([
      { name: 'coaching_session.updated', data },
      { name: 'coaching_session.updated', data: { coachingSessionId: held, status: 'held', fields: ['summary'] } },
    ]);
    expect((trail.events[0].data as { fields: string[] }).fields.sort()).toEqual(['scheduledAt', 'title']);
    expect(JSON.stringify(trail)).not.toContain('Never told');
  });

  it('refuses the summary of a planned one and the time of a held one, each by its name', async () => {
    const [planned, held] = [await school.coachingSession(enrollmentId), await heldSession()];
    const digest = await school.digest();
    const cases: [string, object, string][] = [
      [planned, { summary: 'x' }, 'summary'],
      [planned, { summary: null, title: 'x' }, 'summary'],
      [held, { scheduledAt }, 'scheduledAt'],
      [planned, { scheduledAt: null }, 'scheduledAt'],
    ];
    for (const [id, body, field] of cases) {
      const refused = await update(id, body);
      expect([body, refused.status, refused.body.details?.[0].field]).toEqual([body, 400, field]);
    }
    expect(await school.digest()).toBe(digest);
  });

  it('refuses a cancelled one, also one that is being cancelled', async () => {
    const id = await school.coachingSession(enrollmentId);
    const cancelling = statusChange('coaching_sessions', id, 'cancelled');
    expect((await afterWaitingFor(school, cancelling, () => update(id, { title: 'x' }))).status).toBe(409);
    for (const body of [{ summary: 'x' }, {}]) expect((await update(id, body)).status).toBe(409);
  });
});
