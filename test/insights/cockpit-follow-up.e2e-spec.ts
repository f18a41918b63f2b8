import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AGGREGATES, type Cockpit } from '#insights/cockpit/cockpit.dto.js';
import { Clock } from '#kernel/clock';
import { Client } from '../support/client.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { useSchool } from '../support/use-school.js';

const NOW = '2030-03-20T12:00:00.000Z';
const HOUR = 3_600_000;
const TWO_WEEKS = 14 * 24 * HOUR;

/** An instant before NOW, by so many milliseconds; a negative number is after it. */
const ago = (ms: number): string => new Date(Date.parse(NOW) - ms).toISOString();

describe('what the cockpit shows to follow up', () => {
  let impatient: TestApp;
  let cohortId: string;

  // Ahead of the service's own end: these hooks run in the order in which they stand.
  afterAll(() => impatient.close());
  const { app, school } = useSchool();
  beforeAll(async () => {
    impatient = await startTestApp({ REVIEW_DUE_HOURS: 0 }, app);
  });
  beforeEach(async () => {
    for (const one of [app, impatient]) one.nest.get(Clock, { strict: false }).now = () => new Date(NOW);
    cohortId = await school.cohort();
  });
  afterEach(() => app.moveClock(0));

  const read = async (client = school.owner.client): Promise<Cockpit> =>
    (await client.get(`/cohorts/${cohortId}/cockpit`)).body.data as Cockpit;
  const enroll = (status = 'active') => school.enrollment({ cohort_id: cohortId, status });

  describe('reviews', () => {
    async function submitted(...submissions: { status?: string; submitted_at: string }[]): Promise<void> {
      const enrollmentId = await enroll();
      const taskId = await school.task({ enrollment_id: enrollmentId });
      const deliverableId = await school.deliverable(taskId);
      for (const row of submissions) await school.submission(deliverableId, taskId, enrollmentId, row);
    }

    it('are the submissions that wait for one; overdue after 72 hours, and then highlighted', async () => {
      await submitted(
        { submitted_at: ago(0) },
        { submitted_at: ago(72 * HOUR - 1) },
        { submitted_at: ago(72 * HOUR) },
        { submitted_at: ago(500 * HOUR) },
        { submitted_at: ago(500 * HOUR), status: 'accepted' },
        { submitted_at: ago(500 * HOUR), status: 'changes_requested' },
      );
      expect((await read()).reviews).toEqual({ measured: true, total: 4, highlighted: 2 });
    });

    it('are all overdue at once where the service allows 0 hours', async () => {
      await submitted({ submitted_at: ago(0) }, { submitted_at: ago(HOUR) });
      const client = new Client(impatient, school.owner.client.apiKey);
      expect((await read(client)).reviews).toEqual({ measured: true, total: 2, highlighted: 2 });
      expect((await read()).reviews).toEqual({ measured: true, total: 2, highlighted: 0 });
    });
  });

  describe('members without intervention', () => {
    it('are the active ones only', async () => {
      for (const status of ['active', 'pending', 'paused', 'completed', 'withdrawn']) await enroll(status);
      expect((await read()).withoutIntervention).toBe(1);
    });

    it.each([
      ['a note within 14 days', 'note', { written_at: ago(TWO_WEEKS - 1) }, 0],
      ['a note 14 days old', 'note', { written_at: ago(TWO_WEEKS) }, 1],
      ['a session held within 14 days', 'coachingSession', { status: 'held', held_at: ago(TWO_WEEKS - 1) }, 0],
      ['a session held 14 days ago', 'coachingSession', { status: 'held', held_at: ago(TWO_WEEKS) }, 1],
      ['a session planned for tomorrow', 'coachingSession', { scheduled_at: ago(-24 * HOUR) }, 1],
      ['a session planned for yesterday', 'coachingSession', { scheduled_at: ago(24 * HOUR) }, 1],
      ['a cancelled session', 'coachingSession', { scheduled_at: ago(HOUR), status: 'cancelled' }, 1],
    ] as const)('and one with %s', async (_, kind, row, expected) => {
      await school[kind](await enroll(), row);
      expect((await read()).withoutIntervention).toBe(expected);
    });

    it('and one with an intervention, which is neither a note nor a session', async () => {
      const enrollmentId = await enroll();
      const planned = await school.owner.client.post(`/enrollments/${enrollmentId}/interventions`, {
        reason: 'late',
        title: 'Call',
        channel: 'call',
        ownerUserId: school.owner.accountId,
        dueAt: ago(-HOUR),
        expectedOutcome: 'A new date',
      });
      expect(planned.status).toBe(201);
      expect((await read()).withoutIntervention).toBe(1);
    });

    it('and a note on one member does not speak for another', async () => {
      await school.note(await enroll());
      await enroll();
      expect((await read()).withoutIntervention).toBe(1);
    });
  });

  describe('upcoming lives', () => {
    const live = (title: string, startsIn: number, row: object = {}) =>
      school.liveSession([cohortId], { title, starts_at: ago(-startsIn), ends_at: ago(-startsIn - HOUR), ...row });

    it('are the next three scheduled ones of this cohort, the nearest first', async () => {
      const other = await school.cohort();
      for (const [title, hours] of [
        ['fourth', 40],
        ['second', 20],
        ['first', 10],
        ['third', 30],
      ] as const) {
        await live(title, hours * HOUR);
      }
      await live('cancelled', HOUR, { status: 'cancelled' });
      await live('begins now', 0);
      await live('running', -HOUR / 2);
      await live('over', -5 * HOUR);
      await school.liveSession([other], { starts_at: ago(-HOUR), ends_at: ago(-2 * HOUR) });
      const { upcomingLives } = await read();
      expect(upcomingLives.map((item) => item.title)).toEqual(['first', 'second', 'third']);
    });

    it('have an absolute start, and the zone to show it in beside it', async () => {
      const id = await live('Weekly live', HOUR, { timezone: 'Asia/Kolkata' });
      expect((await read()).upcomingLives).toEqual([
        {
          id,
          title: 'Weekly live',
          startsAt: '2030-03-20T13:00:00.000Z',
          endsAt: '2030-03-20T14:00:00.000Z',
          timezone: 'Asia/Kolkata',
        },
      ]);
    });

    it('are the same instants in a database that shows them in a zone of its own, up to the last one', async () => {
      await app.rows.query(
        `do $$ begin execute format('alter database %I set timezone = %L', current_database(), 'Asia/Tokyo'); end $$`,
      );
      const eastern = await startTestApp({}, app);
      try {
        const last = '9999-12-31T23:59:59.999Z';
        await school.liveSession([cohortId], { starts_at: last, ends_at: last });
        const answer = await fetch(`${eastern.url}/api/v1/cohorts/${cohortId}/cockpit`, {
          headers: { 'x-api-key': school.owner.client.apiKey ?? '' },
        });
        const { data } = (await answer.json()) as { data: Cockpit };
        expect(data.upcomingLives.map(({ startsAt, endsAt }) => [startsAt, endsAt])).toEqual([[last, last]]);
      } finally {
        await app.rows.query(
          `do $$ begin execute format('alter database %I reset timezone', current_database()); end $$`,
        );
        await eastern.close();
      }
    });

    it('are also those that target several cohorts, once each', async () => {
      await school.liveSession([await school.cohort(), cohortId], { starts_at: ago(-HOUR), ends_at: ago(-2 * HOUR) });
      expect((await read()).upcomingLives).toHaveLength(1);
    });

    it('are shown to a coach of one enrollment as well', async () => {
      await live('Weekly live', HOUR);
      const coach = await school.person('MEMBER', { role: 'coach', enrollmentId: await enroll() });
      expect((await read(coach.client)).upcomingLives).toHaveLength(1);
    });
  });

  it('says for every aggregate when it was computed: at the instant of the request', async () => {
    const { provenance } = await read();
    const instants = AGGREGATES.map((key) => provenance[key].asOf);
    expect(new Set(instants)).toEqual(new Set([NOW]));
  });
});
