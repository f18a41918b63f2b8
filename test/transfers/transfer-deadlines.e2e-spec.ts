import { describe, expect, it } from '@jest/globals';
import { useSchool } from '../support/use-school.js';

describe('the deadlines of a transfer', () => {
  const { school } = useSchool();

  async function deadlinesAfter(body: object, zones: [from: string, to: string], ...dueAt: (string | null)[]) {
    const [from, to] = [await school.cohort({ timezone: zones[0] }), await school.cohort({ timezone: zones[1] })];
    const enrollmentId = await school.enrollment({ cohort_id: from });
    for (const due of dueAt) await school.task({ enrollment_id: enrollmentId, due_at: due });
    const request = { toCohortId: to, reason: 'Moved', ...body };
    const response = await school.owner.client.post(`/enrollments/${enrollmentId}/transfer`, request);
    const { rows } = await school.rows<{ due_at: Date | null }>(
      `select t.due_at from member_tasks t join enrollments e on e.organization_id = t.organization_id and e.id = t.enrollment_id
       where t.organization_id = $1 and e.cohort_id = $2 order by t.id`,
      to,
    );
    return { response, deadlines: rows.map(({ due_at }) => due_at?.toISOString() ?? null) };
  }

  it('stay the same instants by default, and are removed with clear', async () => {
    const due = '2026-03-28T17:00:00.000Z';
    const zones: [string, string] = ['Europe/Paris', 'America/New_York'];
    expect((await deadlinesAfter({}, zones, due, null)).deadlines).toEqual([due, null]);
    expect((await deadlinesAfter({ deadlines: 'keep' }, zones, due)).deadlines).toEqual([due]);
    expect((await deadlinesAfter({ deadlines: 'clear' }, zones, due, null)).deadlines).toEqual([null, null]);
  });

  it.each([
    // 18:00 in Paris stays 18:00 over the change of clocks.
    [1, 'Europe/Paris', 'Europe/Paris', '2026-03-28T17:00:00.000Z', '2026-03-29T16:00:00.000Z'],
    [-1, 'Europe/Paris', 'Europe/Paris', '2026-10-25T17:00:00.000Z', '2026-10-24T16:00:00.000Z'],
    // 18:00 in Paris becomes 18:00 in New York.
    [14, 'Europe/Paris', 'America/New_York', '2026-06-01T16:00:00.000Z', '2026-06-15T22:00:00.000Z'],
    // 02:30 does not exist in New York that day: the first instant after the gap.
    [7, 'Europe/Paris', 'America/New_York', '2026-03-01T01:30:00.000Z', '2026-03-08T07:00:00.000Z'],
    // 01:45 exists twice in Lord Howe: the earlier one.
    [1, 'UTC', 'Australia/Lord_Howe', '2026-04-04T01:45:00.000Z', '2026-04-04T14:45:00.000Z'],
  ])('shifted by %i days from %s to %s: %s becomes %s', async (shiftDays, from, to, due, expected) => {
    const { deadlines } = await deadlinesAfter({ deadlines: 'shift', shiftDays }, [from, to], due, null);
    expect(deadlines).toEqual([expected, null]);
  });

  it.each([
    [{ deadlines: 'shift' }, 'shiftDays'],
    [{ deadlines: 'clear', shiftDays: 1 }, 'shiftDays'],
    [{ shiftDays: 1 }, 'shiftDays'],
  ])('refuse %j', async (body, field) => {
    const { response, deadlines } = await deadlinesAfter(body, ['UTC', 'UTC'], null);
    expect([response.status, response.body.details[0].field, deadlines]).toEqual([400, field, []]);
  });

  it('are not shifted out of the years that an instant can have', async () => {
    const due = '9999-12-30T00:00:00.000Z';
    const { response } = await deadlinesAfter({ deadlines: 'shift', shiftDays: 5 }, ['UTC', 'UTC'], due);
    expect([response.status, response.body.details[0].field]).toEqual([400, 'shiftDays']);
  });
});
