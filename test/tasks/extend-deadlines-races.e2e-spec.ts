import { beforeEach, describe, expect, it } from '@jest/globals';
import { afterWaitingFor, statusChange, whileHeld } from '../support/held-rows.js';
import { useSchool } from '../support/use-school.js';

const DAY = 86_400_000;

describe('extending deadlines beside other writes', () => {
  const { app, school } = useSchool();
  let enrollmentId: string;

  beforeEach(async () => {
    enrollmentId = await school.enrollment();
  });

  const inDays = (days: number): Date => new Date(app.now().getTime() + days * DAY);
  const task = (days: number) => school.task({ enrollment_id: enrollmentId, due_at: inDays(days) });
  const extend = (body: object) =>
    school.owner.client.post(`/enrollments/${enrollmentId}/deadline-extensions`, { reason: 'Illness', ...body });
  const some = (memberTaskIds: string[], days = 7) => ({ scope: 'tasks', memberTaskIds, days });
  const dueAt = async (id: string) =>
    (await school.owner.client.get(`/member-tasks/${id}`)).body.data.dueAt as string | null;
  const seen = async () =>
    (await school.owner.client.get(`/enrollments/${enrollmentId}/deadline-extensions`)).body.data.items as object[];

  it('twice adds up, from the present deadline each time, also when both are made at once', async () => {
    const id = await task(1);
    const before = Date.parse((await dueAt(id)) ?? '');
    const responses = await Promise.all(Array.from({ length: 10 }, () => extend(some([id], 1))));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(Date.parse((await dueAt(id)) ?? '')).toBe(before + 10 * DAY);
    const froms = ((await seen()) as { tasks: { from: string }[] }[]).map(({ tasks }) => tasks[0].from);
    expect(new Set(froms).size).toBe(10);
  });

  it('waits for a completion under way, and does not extend what it completed', async () => {
    const [id, other] = [await task(1), await task(2)];
    const completing = () => statusChange('member_tasks', id, 'completed');
    const refused = await afterWaitingFor(school, completing(), () => extend(some([id, other])));
    expect([refused.status, refused.body.details[0].field]).toEqual([400, 'memberTaskIds']);
    const third = await task(3);
    const taken = await afterWaitingFor(school, statusChange('member_tasks', third, 'completed'), () =>
      extend({ scope: 'all', days: 1 }),
    );
    expect(taken.body.data.tasks).toMatchObject([{ memberTaskId: other }]);
  });

  it('waits for a closure of the enrollment, and is refused then', async () => {
    const id = await task(1);
    const closing = statusChange('enrollments', enrollmentId, 'completed');
    expect((await afterWaitingFor(school, closing, () => extend(some([id])))).status).toBe(409);
  });

  it('meets other extensions and corrections of the same tasks without a deadlock', async () => {
    const ids = [await task(1), await task(2), await task(3)];
    const { client } = school.owner;
    const responses = await Promise.all(
      Array.from({ length: 24 }, (_, n) => {
        const id = ids[n % 3];
        if (n % 4 === 0) return extend({ scope: 'all', days: 1 });
        if (n % 4 === 1) return extend(some([...ids].reverse(), 1));
        if (n % 4 === 2) return client.patch(`/member-tasks/${id}`, { dueAt: inDays(5).toISOString() });
        return client.post(`/enrollments/${enrollmentId}/notes`, { body: 'Called' });
      }),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 201]));
  });

  it('locks the enrollment before the tasks', async () => {
    const id = await task(1);
    const row = {
      sql: 'select 1 from enrollments where organization_id = $1 and id = $2 for update',
      values: [enrollmentId],
    };
    await whileHeld(school, row, async ({ waiting, release }) => {
      const extending = extend(some([id]));
      await waiting(extending);
      expect((await school.owner.client.post(`/member-tasks/${id}/complete`)).status).toBe(200);
      await release();
      expect((await extending).status).toBe(400);
    });
  });
});
