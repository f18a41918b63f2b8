import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Cockpit } from '#insights/cockpit/cockpit.dto.js';
import type { CohortAnalytics } from '#insights/cohort-analytics/cohort-analytics.dto.js';
import { Clock } from '#kernel/clock';
import type { Person } from '../support/school.js';
import { countStatements } from '../support/statement-count.js';
import { useSchool } from '../support/use-school.js';

const NOW = new Date('2030-03-20T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const { app, school } = useSchool();

let cohort_id: string;

beforeEach(async () => {
  app.nest.get(Clock, { strict: false }).now = () => NOW;
  cohort_id = await school.cohort();
});

const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * DAY_MS);
const missing = (reason: string) => ({ measured: false, reason });

async function analytics(query = '', { client }: Person = school.owner, id = cohort_id): Promise<CohortAnalytics> {
  const response = await client.get(`/cohorts/${id}/analytics?${query}`);
  expect(response.status).toBe(200);
  return response.body.data as CohortAnalytics;
}

const enrolled = (row: Record<string, unknown> = {}) =>
  school.enrollment({ cohort_id, enrolled_at: daysAgo(20), ...row });

async function handIn(
  enrollment_id: string,
  submissions: { at: Date; status?: string; reviewedAt?: Date }[],
  due_at: Date | null = null,
): Promise<void> {
  const task = await school.task({ enrollment_id, due_at, published_at: daysAgo(60) });
  const deliverable = await school.deliverable(task);
  for (const { at, status = 'pending', reviewedAt = null } of submissions) {
    const row = { submitted_at: at, status, reviewed_at: reviewedAt };
    await school.submission(deliverable, task, enrollment_id, row);
  }
}

async function live(at: Date, row: Record<string, unknown> = {}): Promise<string> {
  return school.liveSession([cohort_id], { starts_at: at, ends_at: new Date(at.getTime() + HOUR_MS), ...row });
}

describe('the analytics of a cohort', () => {
  it('measure nothing where nothing happened, and say why', async () => {
    const { enrollments, interventions, cohort, period, scope, asOf, outcomes, provenance, unavailable, ...figures } =
      await analytics();
    expect(figures).toEqual({
      completion: missing('none_closed'),
      daysToComplete: missing('none_completed'),
      submissions: missing('none_handed_in'),
      reviewHours: missing('none_reviewed'),
      attendance: missing('no_past_live'),
      contacts: missing('no_active_time'),
      progress: missing('no_members'),
    });
    expect(interventions).toEqual({
      ...{ planned: 0, completed: 0, cancelled: 0 },
      ...{ onTimeRate: missing('none_closed'), effect: missing('none_closed') },
    });
    expect([enrollments.entered, enrollments.left, enrollments.byStatus.active, outcomes]).toEqual([0, 0, 0, []]);
    expect([cohort.id, scope, asOf]).toEqual([cohort_id, 'tenant', NOW.toISOString()]);
    expect(period).toEqual({ from: '2029-12-21', to: '2030-03-20' });
    expect(Object.keys(provenance)).toHaveLength(12);
    expect(unavailable.map(({ key, reason }) => `${key} ${reason}`).sort()).toEqual([
      'attendance no_past_live',
      'completion none_closed',
      'contacts no_active_time',
      'daysToComplete none_completed',
      'effect none_closed',
      'onTimeRate none_closed',
      'progress no_members',
      'reviewHours none_reviewed',
      'submissions none_handed_in',
    ]);
  });

  it('count enrollments by status now, and those that entered and left in the period', async () => {
    await enrolled();
    await enrolled({ status: 'pending', enrolled_at: daysAgo(2) });
    await enrolled({ status: 'completed', enrolled_at: daysAgo(30), closed_at: daysAgo(10) });
    await enrolled({ status: 'completed', enrolled_at: daysAgo(30), closed_at: daysAgo(6) });
    await enrolled({ status: 'failed', enrolled_at: daysAgo(30), closed_at: daysAgo(3) });
    await enrolled({ status: 'transferred', enrolled_at: daysAgo(30), closed_at: daysAgo(4) });
    await enrolled({ status: 'withdrawn', enrolled_at: daysAgo(60), closed_at: daysAgo(50) });
    const { enrollments, completion, daysToComplete } = await analytics('from=2030-02-28&to=2030-03-20');
    expect(enrollments).toEqual({
      byStatus: { pending: 1, active: 1, paused: 0, completed: 2, withdrawn: 1, failed: 1, transferred: 1 },
      entered: 2,
      left: 4,
    });
    expect(completion).toEqual({ measured: true, rate: 0.5, sample: 4 });
    expect(daysToComplete).toEqual({ measured: true, median: 22, p90: expect.closeTo(23.6, 9), sample: 2 });
  });

  it('count deliverables by their first submission', async () => {
    const id = await enrolled();
    await handIn(id, [{ at: daysAgo(5), status: 'accepted', reviewedAt: daysAgo(4) }], daysAgo(4));
    await handIn(
      id,
      [
        { at: daysAgo(5), status: 'changes_requested', reviewedAt: daysAgo(3) },
        { at: daysAgo(2), status: 'accepted', reviewedAt: daysAgo(2) },
      ],
      daysAgo(6),
    );
    await handIn(id, [{ at: daysAgo(5) }]);
    await handIn(id, [{ at: daysAgo(40) }, { at: daysAgo(5) }], daysAgo(50));
    const { submissions, reviewHours } = await analytics('from=2030-03-10');
    expect(submissions).toEqual({
      ...{ measured: true, handedIn: 3, sample: 3 },
      ...{ onTimeRate: 0.5, firstTimeAcceptedRate: 0.5 },
    });
    expect(reviewHours).toEqual({ measured: true, median: 24, p90: expect.closeTo(43.2, 9), sample: 3 });
    expect((await analytics('from=2030-02-01&to=2030-02-20')).submissions).toEqual({
      ...{ measured: true, handedIn: 1, sample: 1 },
      ...{ onTimeRate: 0, firstTimeAcceptedRate: null },
    });
  });

  it('have no rate of hand-ins in time without a deadline', async () => {
    await handIn(await enrolled(), [{ at: daysAgo(5) }]);
    expect((await analytics()).submissions).toMatchObject({ measured: true, onTimeRate: null });
  });

  it('have the rate of presence over the live sessions of the period that have ended', async () => {
    const [one, other] = [await enrolled(), await enrolled()];
    const past = await live(daysAgo(3));
    expect((await analytics()).attendance).toEqual(missing('attendance_not_recorded'));
    await school.attendance(past, one, 'excused');
    expect((await analytics()).attendance).toEqual(missing('attendance_not_recorded'));
    await school.attendance(past, other, 'present');
    await school.attendance(await live(daysAgo(2)), other, 'absent');
    await school.attendance(await live(daysAgo(2), { status: 'cancelled' }), other, 'absent');
    await school.attendance(await live(daysAgo(200)), other, 'absent');
    await school.attendance(await live(daysAgo(0)), other, 'absent');
    await school.attendance(past, await school.enrollment(), 'absent');
    expect((await analytics()).attendance).toEqual({ measured: true, presentRate: 0.5, excused: 1, sample: 2 });
    expect((await analytics('from=2029-01-01&to=2029-01-31')).attendance).toEqual(missing('no_past_live'));
  });

  it('have contacts for each week of enrolled, unpaused time', async () => {
    const id = await enrolled({ enrolled_at: daysAgo(28) });
    const left = await enrolled({ status: 'withdrawn', enrolled_at: daysAgo(40), closed_at: daysAgo(20) });
    await enrolled({ enrolled_at: daysAgo(100), status: 'withdrawn', closed_at: daysAgo(95) });
    let position = 0;
    for (const [to_status, days] of [
      ['active', 28],
      ['paused', 21],
      ['active', 14],
    ] as const) {
      position += 1;
      const change = { enrollment_id: id, position, to_status, changed_at: daysAgo(days) };
      await school.insert('enrollment_status_changes', change);
    }
    await school.note(id, { written_at: daysAgo(1) });
    await school.note(left, { written_at: daysAgo(21) });
    await school.coachingSession(id, { status: 'held', held_at: daysAgo(2) });
    await school.coachingSession(id, { scheduled_at: daysAgo(-2) });
    // 28 days without a week of pause, and 10.5 days of the other one.
    const { contacts } = await analytics('from=2030-02-18');
    expect(contacts).toEqual({ measured: true, perActiveMemberWeek: expect.closeTo(3 / (31.5 / 7), 9), sample: 2 });
  });

  it('count interventions by what happened to them in the period', async () => {
    const id = await enrolled();
    const closed = (status: string, days: number, dueDays: number) =>
      school.intervention(id, {
        ...{ status, planned_at: daysAgo(60), due_at: daysAgo(dueDays) },
        ...{ closed_at: daysAgo(days), closed_by: school.owner.accountId },
      });
    await closed('completed', 3, 2);
    await closed('completed', 3, 4);
    await closed('completed', 3, 3);
    await closed('cancelled', 3, 2);
    await closed('completed', 50, 40);
    await school.intervention(id, { planned_at: daysAgo(1) });
    const { interventions } = await analytics('from=2030-03-10');
    expect(interventions).toMatchObject({ planned: 1, completed: 3, cancelled: 1 });
    expect(interventions.onTimeRate).toEqual({ measured: true, rate: 2 / 3, sample: 3 });
    expect(interventions.effect).toEqual(missing('too_early'));
  });

  it('have the progress of seated enrollments, by tenths', async () => {
    const program_id = await school.program();
    cohort_id = await school.cohort({ program_id });
    const ids = [await enrolled(), await enrolled({ status: 'paused' }), await enrolled({ status: 'completed' })];
    await enrolled({ status: 'withdrawn' });
    expect((await analytics()).progress).toEqual(missing('no_content'));
    const course_id = await school.course({ program_id, status: 'published' });
    const lessons: string[] = [];
    for (let count = 0; count < 4; count += 1) lessons.push(await school.lesson({ course_id, status: 'published' }));
    for (const [place, id] of ids.entries()) {
      for (const lesson of lessons.slice(0, [0, 1, 4][place])) await school.lessonCompletion(id, course_id, lesson);
    }
    expect((await analytics()).progress).toEqual({
      ...{ measured: true, median: 25 },
      buckets: [1, 0, 1, 0, 0, 0, 0, 0, 0, 1],
    });
  });

  it('have the mean change of each measure, by the entries up to the end of the period', async () => {
    const program_id = await school.program();
    cohort_id = await school.cohort({ program_id });
    const measure = await school.outcomeMeasure({ program_id, key: 'one', decimals: 1 });
    await school.outcomeMeasure({ program_id, key: 'archived', status: 'archived' });
    const unread = await school.outcomeMeasure({ program_id, key: 'two' });
    const [first, second] = [await enrolled(), await enrolled({ status: 'completed' })];
    const enter = (id: string, kind: string, value: number, days: number, row: Record<string, unknown> = {}) =>
      school.outcomeEntry(id, measure, { kind, value, measured_at: daysAgo(days), ...row });
    await enter(first, 'reading', 3, 9);
    const change = async (query = '') =>
      (await analytics(query)).outcomes.map((one) => [one.measure.id, one.meanChange]);
    expect(await change()).toEqual([
      [measure, missing('no_baseline')],
      [unread, missing('no_reading')],
    ]);
    await enter(first, 'baseline', 1, 30);
    await enter(first, 'reading', 6.5, 5);
    await enter(first, 'reading', 9, 4, {
      ...{ voided_at: NOW, voided_by: school.owner.accountId, void_reason: 'Wrong' },
    });
    await enter(second, 'baseline', 4, 30);
    await enter(second, 'reading', 3, 10);
    await enter(second, 'target', 9, 1);
    expect((await change())[0]).toEqual([measure, { measured: true, value: 2.25, sample: 2 }]);
    expect((await change('to=2030-03-12'))[0]).toEqual([measure, { measured: true, value: 0.5, sample: 2 }]);
    const [{ measure: shown }] = (await analytics()).outcomes;
    expect(shown).toMatchObject({ key: 'one', programId: program_id, direction: 'increase', min: 0, max: 10 });
  });

  it('take the days of the period in the time zone of the cohort, both included', async () => {
    cohort_id = await school.cohort({ timezone: 'America/New_York', start_date: '2030-03-01', end_date: '2030-03-10' });
    // The clocks change on the last day, which has 23 hours.
    for (const at of ['2030-03-01T04:59:59Z', '2030-03-01T05:00:00Z', '2030-03-11T03:59:59Z', '2030-03-11T04:00:00Z'])
      await enrolled({ enrolled_at: at });
    const { period, enrollments } = await analytics();
    expect([period, enrollments.entered]).toEqual([{ from: '2030-03-01', to: '2030-03-10' }, 2]);
    expect((await analytics('from=2030-03-02')).enrollments.entered).toBe(2);
    const long = await school.cohort({ start_date: '2028-01-01', end_date: '2030-01-01' });
    expect((await analytics('', school.owner, long)).period).toEqual({ from: '2029-01-01', to: '2030-01-01' });
    for (const query of ['from=2029-01-01&to=2030-01-02', 'from=2030-01-02&to=2030-01-01', 'to=2030-13-01']) {
      const { status, body } = await school.owner.client.get(`/cohorts/${cohort_id}/analytics?${query}`);
      expect([query, status, body.details]).toEqual([query, 400, [expect.objectContaining({ field: 'to' })]]);
    }
  });

  it('are over the enrollments that a coach is assigned to, and not there for others', async () => {
    const own = await enrolled();
    const other = await enrolled({ status: 'completed', closed_at: daysAgo(1) });
    for (const id of [own, other]) {
      await handIn(id, [{ at: daysAgo(1) }]);
      await school.note(id);
      await school.intervention(id);
    }
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId: own });
    const { scope, enrollments, submissions, interventions, completion } = await analytics('', coach);
    expect([scope, enrollments.entered, interventions.planned]).toEqual(['assigned', 1, 1]);
    expect([submissions, completion]).toEqual([
      expect.objectContaining({ handedIn: 1 }),
      { measured: false, reason: 'none_closed' },
    ]);
    const cockpit = (await coach.client.get(`/cohorts/${cohort_id}/cockpit`)).body.data as Cockpit;
    expect(cockpit.members.total).toBe(1);
    const stranger = await school.person('MEMBER', { role: 'coach', enrollmentId: await school.enrollment() });
    for (const person of [stranger, await school.person('MEMBER')])
      expect((await person.client.get(`/cohorts/${cohort_id}/analytics`)).status).toBe(404);
  });

  it('take as many statements for many enrollments as for one', async () => {
    await enrolled();
    for (let request = 0; request < 2; request += 1) await analytics();
    const one = await countStatements(() => analytics());
    for (let count = 0; count < 9; count += 1) await school.intervention(await enrolled());
    expect(await countStatements(() => analytics())).toBe(one);
  });
});
