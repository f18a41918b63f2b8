import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Cockpit } from '#insights/cockpit/cockpit.dto.js';
import { Clock } from '#kernel/clock';
import { useSchool } from '../support/use-school.js';

const NOW = '2030-03-20T12:00:00.000Z';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** An instant before NOW, by so many milliseconds; a negative number is after it. */
const ago = (ms: number): string => new Date(Date.parse(NOW) - ms).toISOString();

describe("the cockpit's aggregates", () => {
  const { app, school } = useSchool();
  let cohortId: string;

  beforeEach(async () => {
    stopClockAt(NOW);
    cohortId = await school.cohort();
  });
  afterEach(() => app.moveClock(0));

  function stopClockAt(instant: string): void {
    app.nest.get(Clock, { strict: false }).now = () => new Date(instant);
  }

  const read = async (id = cohortId): Promise<Cockpit> =>
    (await school.owner.client.get(`/cohorts/${id}/cockpit`)).body.data as Cockpit;
  const enroll = (status = 'active') => school.enrollment({ cohort_id: cohortId, status });

  describe('members', () => {
    it('are the pending, active, paused and completed; the others have left', async () => {
      const statuses = ['pending', 'active', 'active', 'paused', 'completed', 'withdrawn', 'failed', 'transferred'];
      for (const status of statuses) await enroll(status);
      const data = await read();
      expect(data.members).toEqual({ total: 5, active: 2, pending: 1, completed: 1 });
      expect(data.capacity).toMatchObject({ occupancy: 5 });
      expect(data.rhythm).toEqual({ on_time: 0, late: 0, at_risk: 0, unknown: 5 });
    });
  });

  describe('rhythm', () => {
    const tasks: [string, { status: string; due_at: string | null } | null, boolean, string][] = [
      ['no task', null, false, 'unknown'],
      ['a published task without a due date', { status: 'published', due_at: null }, false, 'unknown'],
      ['an unpublished task that would be overdue', { status: 'draft', due_at: ago(DAY) }, false, 'unknown'],
      ['an archived task that would be overdue', { status: 'archived', due_at: ago(DAY) }, false, 'unknown'],
      ['a task due later', { status: 'published', due_at: ago(-DAY) }, false, 'on_time'],
      ['a task due this very moment', { status: 'published', due_at: NOW }, false, 'on_time'],
      ['an overdue task that something was handed in for', { status: 'published', due_at: ago(DAY) }, true, 'on_time'],
      ['a completed task whose date has passed', { status: 'completed', due_at: ago(DAY) }, false, 'on_time'],
      ['an overdue task', { status: 'published', due_at: ago(1) }, false, 'late'],
    ];
    it.each(tasks)('of a member with %s', async (_, task, handedIn, rhythm) => {
      const counts = { on_time: 0, late: 0, at_risk: 0, unknown: 0 };
      for (const blocker of [undefined, 'resolved', 'open']) {
        const enrollmentId = await enroll();
        if (blocker) await school.blocker(enrollmentId, { status: blocker });
        if (task) {
          const taskId = await school.task({ enrollment_id: enrollmentId, ...task });
          const submitted = { submitted_at: ago(0) };
          if (handedIn) await school.submission(await school.deliverable(taskId), taskId, enrollmentId, submitted);
        }
        counts[(blocker === 'open' ? 'at_risk' : rhythm) as keyof typeof counts] += 1;
      }
      const data = await read();
      expect(data.rhythm).toEqual(counts);
      expect(data.members.total).toBe(3);
    });

    it('counts a member with several tasks and blockers once, by the worst', async () => {
      const late = await enroll();
      await school.task({ enrollment_id: late, due_at: ago(-DAY) });
      const handedIn = await school.task({ enrollment_id: late, due_at: ago(DAY) });
      await school.submission(await school.deliverable(handedIn), handedIn, late);
      await school.task({ enrollment_id: late, due_at: ago(DAY) });
      await school.task({ enrollment_id: late, due_at: ago(2 * DAY) });
      const blocked = await enroll();
      await school.task({ enrollment_id: blocked, due_at: ago(DAY) });
      for (const urgency of ['normal', 'urgent', 'urgent']) await school.blocker(blocked, { urgency });
      const data = await read();
      expect(data.rhythm).toEqual({ on_time: 0, late: 1, at_risk: 1, unknown: 0 });
    });
  });

  it('blockers are the open ones; the urgent are highlighted', async () => {
    const [one, two] = [await enroll(), await enroll()];
    await school.blocker(one, { urgency: 'urgent' });
    await school.blocker(one);
    await school.blocker(two, { urgency: 'urgent' });
    await school.blocker(two, { urgency: 'urgent', status: 'resolved' });
    await school.blocker(await enroll('withdrawn'), { urgency: 'urgent' });
    expect((await read()).blockers).toEqual({ measured: true, total: 3, highlighted: 2 });
  });

  describe('week', () => {
    const weeks: [string, string, string, unknown][] = [
      ['the first day', '2030-03-20', 'UTC', 1],
      ['the seventh day', '2030-03-14', 'UTC', 1],
      ['the eighth day', '2030-03-13', 'UTC', 2],
      ['the day before', '2030-03-21', 'UTC', 'not_started'],
      ['a zone where it is tomorrow already', '2030-03-21', 'Pacific/Kiritimati', 1],
      ['a zone that comes to it later today', '2030-03-21', 'America/New_York', 'not_started'],
      ['a start a year ago', '2029-03-20', 'UTC', 53],
    ];
    it.each(weeks)('on %s', async (_, start, timezone, expected) => {
      const data = await read(await school.cohort({ start_date: start, timezone }));
      expect(data.week).toEqual(
        typeof expected === 'number'
          ? { measured: true, week: expected, startDate: `${start}T00:00:00.000Z`, timezone }
          : { measured: false, reason: expected },
      );
      const listed = data.unavailable.filter((item) => item.key === 'week');
      expect(listed).toHaveLength(typeof expected === 'number' ? 0 : 1);
    });

    it('goes by the day of the zone where that is still yesterday', async () => {
      const id = await school.cohort({ start_date: '2030-03-20', timezone: 'America/New_York' });
      stopClockAt('2030-03-20T03:59:59Z');
      expect((await read(id)).week).toEqual({ measured: false, reason: 'not_started' });
    });

    it('turns at midnight of the zone, also after the clocks have changed', async () => {
      const row = { start_date: '2030-03-25', timezone: 'Europe/Paris' };
      const id = await school.cohort(row);
      const seen = [];
      for (const instant of [
        '2030-03-24T22:59:59Z',
        '2030-03-24T23:00:00Z',
        '2030-03-31T21:59:59Z',
        '2030-03-31T22:00:00Z',
      ]) {
        stopClockAt(instant);
        seen.push((await read(id)).week);
      }
      expect(seen).toMatchObject([{ reason: 'not_started' }, { week: 1 }, { week: 1 }, { week: 2 }]);
    });
  });

  it('phase tells what is not configured from what is not positioned', async () => {
    expect((await read()).phase).toEqual({ measured: false, reason: 'not_configured' });
    await school.phase(cohortId, 10);
    const id = await school.phase(cohortId, 20, { name: 'Practice' });
    const unplaced = await read();
    expect(unplaced.phase).toEqual({ measured: false, reason: 'not_positioned' });
    expect(unplaced.unavailable).toContainEqual({
      key: 'phase',
      source: expect.any(String),
      reason: 'not_positioned',
    });
    await school.rows('update cohorts set current_phase_id = $2 where organization_id = $1 and id = $3', id, cohortId);
    const placed = await read();
    expect(placed.phase).toEqual({ measured: true, id, name: 'Practice', position: 20, total: 2 });
    expect(placed.unavailable.map((item) => item.key)).not.toContain('phase');
  });

  it.each([
    [null, { limited: false, limit: null, occupancy: 3, available: null, overCapacity: false }],
    [5, { limited: true, limit: 5, occupancy: 3, available: 2, overCapacity: false }],
    [3, { limited: true, limit: 3, occupancy: 3, available: 0, overCapacity: false }],
    [2, { limited: true, limit: 2, occupancy: 3, available: 0, overCapacity: true }],
  ])('capacity of %j with three seats taken', async (capacity, shown) => {
    cohortId = await school.cohort({ capacity });
    for (const status of ['active', 'paused', 'pending']) await enroll(status);
    expect((await read()).capacity).toEqual(shown);
  });

  describe('absences', () => {
    const ended = { starts_at: ago(3 * HOUR), ends_at: ago(2 * HOUR) };

    it('are not measured while no scheduled live of the cohort has ended', async () => {
      const enrollmentId = await enroll();
      await school.liveSession([cohortId], { ...ended, status: 'cancelled' });
      await school.liveSession([await school.cohort()], ended);
      const running = await school.liveSession([cohortId], { starts_at: ago(HOUR), ends_at: ago(-HOUR) });
      await school.attendance(running, enrollmentId, 'absent');
      const data = await read();
      expect(data.absences).toEqual({ measured: false, reason: 'no_past_live' });
    });

    it('are not measured while nothing was recorded', async () => {
      await enroll();
      await school.liveSession([cohortId], ended);
      const data = await read();
      expect(data.absences).toEqual({ measured: false, reason: 'attendance_not_recorded' });
      expect(data.unavailable.filter((item) => item.key === 'absences')).toEqual([
        { key: 'absences', source: expect.any(String), reason: 'attendance_not_recorded' },
      ]);
    });

    it('are 0 where everybody came, and count the absent, not the excused; twice absent is highlighted', async () => {
      const [one, two] = [await enroll(), await enroll()];
      const first = await school.liveSession([cohortId], ended);
      const second = await school.liveSession([cohortId], { starts_at: ago(HOUR), ends_at: NOW });
      await school.attendance(first, two, 'present');
      expect((await read()).absences).toEqual({ measured: true, total: 0, highlighted: 0 });
      await school.attendance(first, one, 'absent');
      await school.attendance(second, one, 'absent');
      await school.attendance(second, two, 'excused');
      expect((await read()).absences).toEqual({ measured: true, total: 2, highlighted: 1 });
      await school.attendance(first, await enroll('withdrawn'), 'absent');
      expect((await read()).absences).toEqual({ measured: true, total: 2, highlighted: 1 });
    });
  });
});
