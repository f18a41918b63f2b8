import { beforeEach, describe, expect, it } from '@jest/globals';
import { afterWaitingFor, statusChange } from '../support/held-rows.js';
import { useSchool } from '../support/use-school.js';

describe('correcting a member task', () => {
  const { school } = useSchool();
  let enrollmentId: string;
  const dueAt = '2030-01-15T09:30:00.000Z';

  beforeEach(async () => {
    enrollmentId = await school.enrollment();
  });

  const task = (row: Record<string, unknown> = {}) => school.task({ enrollment_id: enrollmentId, ...row });
  const update = (id: string, body: unknown, client = school.owner.client) => client.patch(`/member-tasks/${id}`, body);

  it.each(['draft', 'published'])('changes what is sent of a %s one and leaves the rest', async (status) => {
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId });
    const id = await task({ status, description: 'One page' });
    const before = (await coach.client.get(`/member-tasks/${id}`)).body.data as object;
    const updated = await update(id, { title: ' Write a plan ', dueAt }, coach.client);
    expect([updated.status, updated.body.data]).toEqual([
      200,
      { ...before, title: 'Write a plan', dueAt, updatedAt: expect.any(String) },
    ]);
    expect((await coach.client.get(`/member-tasks/${id}`)).body.data).toEqual(updated.body.data);
  });

  it('takes any instant, and null for no deadline and no description', async () => {
    const id = await task({ due_at: dueAt, description: 'One page' });
    expect((await update(id, { dueAt: '2001-01-01T00:00:00Z' })).body.data.dueAt).toBe('2001-01-01T00:00:00.000Z');
    expect((await update(id, { dueAt: null, description: null })).body.data).toMatchObject({
      dueAt: null,
      description: null,
    });
  });

  it('tells the deadline from and to, and nowhere what the texts say', async () => {
    const id = await task({ title: 'Never told' });
    await update(id, { title: 'Never told either', description: 'Never told', dueAt });
    const trail = await school.trail();
    expect(trail.audit).toMatchObject([
      { action: 'member_task.updated', target_type: 'member_task', changes: { dueAt: { from: null, to: dueAt } } },
    ]);
    expect(trail.events).toMatchObject([
      {
        name: 'member_task.updated',
        data: { memberTaskId: id, enrollmentId, dueAt, fields: ['title', 'description', 'dueAt'] },
      },
    ]);
    expect(JSON.stringify(trail)).not.toContain('Never told');
  });

  it.each(['completed', 'archived'])('refuses a %s task, whatever is sent', async (status) => {
    const id = await task({ status });
    for (const body of [{ dueAt }, {}]) expect((await update(id, body)).status).toBe(409);
  });

  it('waits for a completion under way', async () => {
    const id = await task();
    const completing = statusChange('member_tasks', id, 'completed');
    expect((await afterWaitingFor(school, completing, () => update(id, { dueAt }))).status).toBe(409);
  });
});
