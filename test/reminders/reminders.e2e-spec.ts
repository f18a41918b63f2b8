import { describe, expect, it } from '@jest/globals';
import { useSchool } from '../support/use-school.js';
import { DAY, HOUR, MINUTE, reminding } from './reminding.js';

const { app, school } = useSchool();
const { at, events, fired, firings, look, lookLater, patch, post, rule } = reminding(app, school);

describe('a reminder rule', () => {
  it('fires nothing whose moment was before it became active, and nothing while it is paused', async () => {
    const task = await school.task({ due_at: at(-MINUTE) });
    const id = await rule('member_task.due');
    await look();
    const whilePaused = await school.task({ due_at: at(HOUR) });
    await post(`/reminder-rules/${id}/pause`);
    await lookLater(2 * HOUR);
    await post(`/reminder-rules/${id}/resume`);
    await lookLater(MINUTE);
    expect([task, whilePaused, await fired(id)]).toEqual([task, whilePaused, []]);
    const next = await school.task({ due_at: at(HOUR) });
    await lookLater(HOUR);
    expect(await fired(id)).toEqual([next]);
    await post(`/reminder-rules/${id}/archive`);
    await school.task({ due_at: at(HOUR) });
    await lookLater(2 * HOUR);
    expect(await fired(id)).toEqual([next]);
  });

  it('with another offset counts for what has not fired', async () => {
    const id = await rule('member_task.due');
    const [first, second] = [await school.task({ due_at: at(HOUR) }), await school.task({ due_at: at(3 * HOUR) })];
    await lookLater(HOUR);
    expect(await fired(id)).toEqual([first]);
    await patch(`/reminder-rules/${id}`, { offsetMinutes: -150 });
    await lookLater(10_000);
    expect(await fired(id)).toEqual([first, second]);
    await patch(`/reminder-rules/${id}`, { offsetMinutes: 0 });
    await lookLater(4 * HOUR);
    expect(await fired(id)).toEqual([first, second]);
  });

  it('after a downtime fires what is at most 24 hours late, and records what is later as missed, without an event', async () => {
    const id = await rule('member_task.due');
    await look();
    const missed = await school.task({ due_at: at(HOUR) });
    const late = await school.task({ due_at: at(3 * DAY - 23 * HOUR) });
    const done = await school.task({ due_at: at(HOUR), status: 'completed' });
    await lookLater(3 * DAY);
    await lookLater(MINUTE);
    expect(await firings(id)).toMatchObject([
      { resourceId: missed, outcome: 'missed', firedAt: null },
      { resourceId: late, outcome: 'fired' },
    ]);
    expect(await events(id)).toMatchObject([{ resourceId: late }]);
    expect(await fired(id)).not.toContain(done);
  });

  it('is looked at again within five seconds while it is active, and not while none is', async () => {
    const dueAt = async () =>
      (
        await school.rows<{ due_at: Date | number }>(
          `select due_at from scheduled_jobs where organization_id = $1 and name = 'reminders'`,
        )
      ).rows[0].due_at;
    const id = await rule('member_task.due');
    await look();
    expect(Number(await dueAt()) - app.now().getTime()).toBeLessThanOrEqual(4_000);
    await post(`/reminder-rules/${id}/pause`);
    await lookLater(10_000);
    expect(await dueAt()).toBe(Infinity);
  });

  it('fires for thousands of things by steps, once each', async () => {
    const enrollment = await school.enrollment();
    const rules = [await rule('member_task.due'), await rule('member_task.due', { offsetMinutes: -1 })];
    await school.rows(
      `insert into member_tasks (organization_id, id, enrollment_id, title, status, due_at, created_by, created_at, updated_at)
       select $1, gen_random_uuid(), $2, 'Task', 'published', $3, $4, $5, $5 from generate_series(1, 1300)`,
      enrollment,
      at(HOUR),
      school.owner.accountId,
      app.now(),
    );
    await lookLater(HOUR);
    for (const id of rules) expect(await events(id)).toHaveLength(1300);
  });
});
