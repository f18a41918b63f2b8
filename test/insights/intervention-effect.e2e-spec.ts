import { beforeEach, describe, expect, it } from '@jest/globals';
import type { CohortAnalytics } from '#insights/cohort-analytics/cohort-analytics.dto.js';
import { Clock } from '#kernel/clock';
import { useSchool } from '../support/use-school.js';

/** Of a day of January 2030. An intervention is planned on the 10th and completed on the 12th; its effect is seen on the 26th. */
const day = (number: number): Date => new Date(Date.UTC(2030, 0, number, 12));
const NOW = new Date('2030-02-20T12:00:00.000Z');

const { app, school } = useSchool();

let cohort_id: string;

beforeEach(async () => {
  app.nest.get(Clock, { strict: false }).now = () => NOW;
  cohort_id = await school.cohort();
});

async function effect(): Promise<CohortAnalytics['interventions']['effect']> {
  const response = await school.owner.client.get(`/cohorts/${cohort_id}/analytics`);
  expect(response.status).toBe(200);
  return (response.body.data as CohortAnalytics).interventions.effect;
}

type Row = Record<string, unknown>;

/** An enrollment with a completed intervention. */
async function helped(row: Row = {}): Promise<string> {
  const enrollmentId = await school.enrollment({ cohort_id, enrolled_at: day(1) });
  await school.intervention(enrollmentId, {
    ...{ status: 'completed', planned_at: day(10), closed_at: day(12), closed_by: school.owner.accountId },
    ...row,
  });
  return enrollmentId;
}

const task = (enrollment_id: string, row: Row) => school.task({ enrollment_id, published_at: day(2), ...row });
const blocker = (id: string, opened: number, resolved: number | null) =>
  school.blocker(id, {
    ...{ opened_at: day(opened), resolved_at: resolved && day(resolved) },
    status: resolved === null ? 'open' : 'resolved',
  });
const handIn = async (enrollmentId: string, taskId: string, at: Date) =>
  school.submission(await school.deliverable(taskId), taskId, enrollmentId, { submitted_at: at });

async function extension(enrollmentId: string, task_id: string, granted: number, from: number, to: number) {
  const deadline_extension_id = await school.insert('deadline_extensions', {
    ...{ enrollment_id: enrollmentId, scope: 'tasks', reason: 'Illness' },
    ...{ granted_by: school.owner.accountId, granted_at: day(granted) },
  });
  await school.insert('deadline_extension_tasks', {
    ...{ deadline_extension_id, member_task_id: task_id, title: 'Plan', overdue: false },
    ...{ from_due_at: day(from), to_due_at: day(to) },
  });
}

const improved = { measured: true, improved: 1, unchanged: 0, worsened: 0, sample: 1 };
const unchanged = { measured: true, improved: 0, unchanged: 1, worsened: 0, sample: 1 };
const worsened = { measured: true, improved: 0, unchanged: 0, worsened: 1, sample: 1 };

/** What made the rhythm of one member, and what the intervention is said to have changed. */
const HISTORIES: [name: string, history: (id: string) => Promise<unknown>, expected: object][] = [
  [
    'improves from a blocker that was resolved to work in time',
    async (id) => {
      await blocker(id, 5, 11);
      await task(id, { due_at: day(28) });
    },
    improved,
  ],
  [
    'improves from a blocker to late work, which is less bad',
    async (id) => {
      await blocker(id, 5, 20);
      await task(id, { due_at: day(8) });
    },
    improved,
  ],
  [
    'improves from late to in time, as the work was handed in after its deadline',
    async (id) => handIn(id, await task(id, { due_at: day(8) }), day(15)),
    improved,
  ],
  [
    'improves from late to in time, as the task was completed',
    (id) => task(id, { due_at: day(8), status: 'completed', completed_at: day(13) }),
    improved,
  ],
  [
    'improves from late to in time, as the late task was archived and another one is ahead',
    async (id) => {
      await task(id, { due_at: day(8), status: 'archived', archived_at: day(14) });
      await task(id, { due_at: day(28) });
    },
    improved,
  ],
  [
    'improves by an extension that was granted after the intervention was planned: the deadline had passed then',
    async (id) => {
      const late = await task(id, { due_at: day(30) });
      await extension(id, late, 11, 8, 30);
    },
    improved,
  ],
  [
    'does not change by an extension that was granted before',
    async (id) => extension(id, await task(id, { due_at: day(30) }), 9, 8, 30),
    unchanged,
  ],
  [
    'takes the deadline that stood between two extensions',
    async (id) => {
      const extended = await task(id, { due_at: day(31) });
      await extension(id, extended, 5, 4, 9);
      await extension(id, extended, 27, 9, 31);
    },
    unchanged,
  ],
  ['does not change while the same blocker is open', (id) => blocker(id, 5, null), unchanged],
  [
    'does not change by a blocker between the two instants',
    async (id) => {
      await blocker(id, 11, 20);
      await task(id, { due_at: day(28) });
    },
    unchanged,
  ],
  [
    'does not change by a submission between a deadline and the plan',
    async (id) => {
      await handIn(id, await task(id, { due_at: day(8) }), day(9));
    },
    unchanged,
  ],
  ['worsens where a deadline passed', (id) => task(id, { due_at: day(20) }), worsened],
  [
    'worsens where a task was reopened that had been completed',
    async (id) => {
      const reopened = await task(id, { due_at: day(8) });
      await school.insert('member_task_reopenings', {
        ...{ enrollment_id: id, member_task_id: reopened, reopened_by: school.owner.accountId },
        ...{ completed_at: day(7), reopened_at: day(20) },
      });
    },
    worsened,
  ],
  [
    'worsens where a blocker was opened',
    async (id) => {
      await task(id, { due_at: day(28) });
      await blocker(id, 26, null);
    },
    worsened,
  ],
  [
    'leaves out a rhythm that was unknown when it was planned, as the task was not published',
    (id) => task(id, { due_at: day(8), published_at: day(11) }),
    { measured: false, reason: 'rhythm_unknown' },
  ],
  [
    'leaves out a rhythm that is unknown afterwards, as the only task was archived',
    (id) => task(id, { due_at: day(28), status: 'archived', archived_at: day(20) }),
    { measured: false, reason: 'rhythm_unknown' },
  ],
  [
    'leaves out tasks without a deadline',
    (id) => task(id, { due_at: null }),
    { measured: false, reason: 'rhythm_unknown' },
  ],
];

describe('the effect of interventions', () => {
  it.each(HISTORIES)('%s', async (_, history, expected) => {
    await history(await helped());
    expect(await effect()).toEqual(expected);
  });

  it('is too early to tell until 14 days after the intervention was completed', async () => {
    await blocker(await helped(), 5, 11);
    app.nest.get(Clock, { strict: false }).now = () => new Date(day(26).getTime() - 1);
    expect(await effect()).toEqual({ measured: false, reason: 'too_early' });
    app.nest.get(Clock, { strict: false }).now = () => day(26);
    await blocker(await helped(), 5, null);
    expect(await effect()).toMatchObject({ measured: true, unchanged: 1 });
  });

  it('is looked at 14 calendar days later in the time zone of the cohort', async () => {
    cohort_id = await school.cohort({ timezone: 'America/New_York' });
    // The clocks go forward on 2030-03-10: 14 calendar days are an hour shorter.
    const id = await helped({ planned_at: '2030-03-01T12:00:00Z', closed_at: '2030-03-05T12:00:00Z' });
    await school.blocker(id, {
      opened_at: '2030-03-02T12:00:00Z',
      resolved_at: '2030-03-19T11:30:00Z',
      status: 'resolved',
    });
    await task(id, { due_at: '2031-01-01T00:00:00Z' });
    app.nest.get(Clock, { strict: false }).now = () => new Date('2030-03-19T11:00:00Z');
    expect(await effect()).toMatchObject({ worsened: 1, sample: 1 });
  });

  it.each([
    ['at the earlier of two such times', '2030-10-13T00:30:00Z', '2030-10-27T01:00:00Z'],
    ['at the end of a gap', '2030-03-17T01:30:00Z', '2030-03-31T01:15:00Z'],
  ])('is looked at %s when the clocks change on that night', async (_, closed_at, due_at) => {
    cohort_id = await school.cohort({ timezone: 'Europe/Paris' });
    const id = await helped({ planned_at: '2030-03-01T12:00:00Z', closed_at });
    await task(id, { due_at });
    app.nest.get(Clock, { strict: false }).now = () => new Date('2030-11-01T12:00:00Z');
    const response = await school.owner.client.get(`/cohorts/${cohort_id}/analytics?from=2030-03-01&to=2030-11-01`);
    expect((response.body.data as CohortAnalytics).interventions.effect).toEqual(unchanged);
  });

  it('leaves out cancelled interventions and those that were completed outside of the period', async () => {
    await blocker(await helped({ status: 'cancelled' }), 5, 11);
    await blocker(await helped({ planned_at: day(-100), closed_at: day(-90) }), 5, 11);
    expect(await effect()).toEqual({ measured: false, reason: 'none_closed' });
  });

  it('adds up over the interventions of all members', async () => {
    for (const [, history] of HISTORIES) await history(await helped());
    expect(await effect()).toEqual({ measured: true, improved: 6, unchanged: 5, worsened: 3, sample: 14 });
  });
});
