import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Cockpit } from '#insights/cockpit/cockpit.dto.js';
import type { CockpitMember, CockpitMembersPage } from '#insights/cockpit-member/cockpit-member.dto.js';
import { SIGNALS, type Signal } from '#insights/cockpit-member/cockpit-member.signals.js';
import { Clock } from '#kernel/clock';
import { Dice } from '../support/dice.js';
import type { Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { randomCohort } from './random-cohort.js';

const NOW = new Date('2030-03-20T12:00:00.000Z');
const DAY_MS = 86_400_000;
const COHORTS = 20;
const ago = (ms: number): string => new Date(NOW.getTime() - ms).toISOString();

const { app, school } = useSchool();

beforeEach(() => {
  app.nest.get(Clock, { strict: false }).now = () => NOW;
});

async function cockpit(cohortId: string, { client }: Person): Promise<Cockpit> {
  return (await client.get(`/cohorts/${cohortId}/cockpit`)).body.data as Cockpit;
}

async function page(cohortId: string, query: string, { client }: Person = school.owner): Promise<CockpitMembersPage> {
  const response = await client.get(`/cohorts/${cohortId}/cockpit/members?${query}`);
  expect([query, response.status]).toEqual([query, 200]);
  return response.body.data as CockpitMembersPage;
}

/** Every page of the list. */
async function list(cohortId: string, signal: Signal, person?: Person): Promise<CockpitMember[]> {
  const items: CockpitMember[] = [];
  for (let cursor = ''; ;) {
    const found = await page(cohortId, `signal=${signal}&limit=3${cursor}`, person);
    items.push(...found.items);
    if (found.nextCursor === null) return items;
    cursor = `&cursor=${found.nextCursor}`;
  }
}

/** What the cockpit says of a signal: the total of its counts; null where it has no value. */
function numberOf({ members, rhythm, reviews, blockers, absences, withoutIntervention }: Cockpit, signal: Signal) {
  const numbers: Record<Signal, number | null> = {
    all: members.total,
    active: members.active,
    pending: members.pending,
    paused: members.total - members.active - members.pending - members.completed,
    completed: members.completed,
    ...rhythm,
    reviews: reviews.total,
    overdue_reviews: reviews.highlighted,
    blockers: blockers.total,
    urgent_blockers: blockers.highlighted,
    absences: absences.measured ? absences.total : null,
    repeated_absences: absences.measured ? absences.highlighted : null,
    without_intervention: withoutIntervention,
  };
  return numbers[signal];
}

describe('the members behind a number of the cockpit', () => {
  it('add up to it: every signal, for the whole cohort and for coaches, in random cohorts', async () => {
    const dice = new Dice(20_261_123);
    for (let count = 0; count < COHORTS; count += 1) {
      const { id, enrollmentIds } = await randomCohort(school, dice, NOW);
      const some = enrollmentIds.filter(() => dice.chance(0.5));
      const people = [school.owner];
      if (some.length > 0) {
        const assignments = some.map((enrollmentId) => ({ role: 'coach' as const, enrollmentId }));
        people.push(await school.person('MEMBER', ...assignments));
      }
      for (const person of people) {
        const shown = await cockpit(id, person);
        for (const signal of SIGNALS) {
          const items = await list(id, signal, person);
          const total =
            signal === 'repeated_absences' ? items.length : items.reduce((sum, item) => sum + item.count, 0);
          expect([count, shown.scope, signal, total]).toEqual([
            count,
            shown.scope,
            signal,
            numberOf(shown, signal) ?? 0,
          ]);
          expect(items.every(({ count: behind }) => behind >= 1)).toBe(true);
          const ids = items.map(({ enrollmentId }) => enrollmentId);
          expect(ids).toEqual([...new Set(ids)].sort().reverse());
          if (signal in shown.rhythm) expect(items.every(({ rhythm }) => rhythm === signal)).toBe(true);
        }
      }
    }
  });

  it('show who they are, since when, and how many interventions are planned', async () => {
    const cohortId = await school.cohort();
    const enrollmentId = await school.enrollment({ cohort_id: cohortId });
    for (const days of [2, 5]) await school.task({ enrollment_id: enrollmentId, due_at: ago(days * DAY_MS) });
    await school.intervention(enrollmentId);
    await school.intervention(enrollmentId, { status: 'cancelled' });
    const { items, ...rest } = await page(cohortId, 'signal=late');
    expect(rest).toEqual({
      signal: 'late',
      scope: 'tenant',
      basis: { measured: true },
      asOf: NOW.toISOString(),
      nextCursor: null,
    });
    expect(items).toEqual([
      {
        enrollmentId,
        memberId: expect.any(String),
        memberName: expect.any(String),
        status: 'active',
        rhythm: 'late',
        count: 1,
        since: ago(5 * DAY_MS),
        plannedInterventions: 1,
      },
    ]);
  });

  it('date each signal by what is behind it', async () => {
    const cohortId = await school.cohort();
    const enrollmentId = await school.enrollment({ cohort_id: cohortId });
    const only = async (signal: Signal) => (await page(cohortId, `signal=${signal}`)).items[0]?.since;
    expect(await only('without_intervention')).toBeNull();
    await school.note(enrollmentId, { written_at: ago(20 * DAY_MS) });
    await school.coachingSession(enrollmentId, { status: 'held', held_at: ago(16 * DAY_MS) });
    expect(await only('without_intervention')).toBe(ago(16 * DAY_MS));
    await school.blocker(enrollmentId, { opened_at: ago(3 * DAY_MS), urgency: 'urgent' });
    await school.blocker(enrollmentId, { opened_at: ago(4 * DAY_MS) });
    expect([await only('blockers'), await only('urgent_blockers')]).toEqual([ago(4 * DAY_MS), ago(3 * DAY_MS)]);
    expect([await only('at_risk'), await only('all')]).toEqual([ago(4 * DAY_MS), null]);
    const times = { starts_at: ago(7 * DAY_MS), ends_at: ago(6 * DAY_MS) };
    await school.attendance(await school.liveSession([cohortId], times), enrollmentId, 'absent');
    expect(await only('absences')).toBe(ago(7 * DAY_MS));
    const taskId = await school.task({ enrollment_id: enrollmentId });
    await school.submission(await school.deliverable(taskId), taskId, enrollmentId, { submitted_at: ago(DAY_MS) });
    expect(await only('reviews')).toBe(ago(DAY_MS));
  });

  it('are with uncovered=true those on whom no intervention is planned', async () => {
    const cohortId = await school.cohort();
    const [covered, uncovered] = [
      await school.enrollment({ cohort_id: cohortId }),
      await school.enrollment({ cohort_id: cohortId }),
    ];
    await school.intervention(covered);
    const ids = async (query: string) =>
      (await page(cohortId, `signal=all&${query}`)).items.map(({ enrollmentId }) => enrollmentId);
    expect(await ids('uncovered=true')).toEqual([uncovered]);
    expect(await ids('uncovered=false')).toEqual([uncovered, covered]);
  });

  it('are none, with the reason of the cockpit, where absences are not measured', async () => {
    const cohortId = await school.cohort();
    const enrollmentId = await school.enrollment({ cohort_id: cohortId });
    const basis = async () => (await page(cohortId, 'signal=absences')).basis;
    expect(await basis()).toEqual({ measured: false, reason: 'no_past_live' });
    const times = { starts_at: ago(DAY_MS), ends_at: ago(DAY_MS / 2) };
    const live = await school.liveSession([cohortId], times);
    expect(await basis()).toEqual({ measured: false, reason: 'attendance_not_recorded' });
    await school.attendance(live, enrollmentId, 'present');
    expect(await basis()).toEqual({ measured: true });
    expect((await page(cohortId, 'signal=repeated_absences')).items).toEqual([]);
  });

  it('are refused without a known signal, and for a cohort in which the coach reaches nobody', async () => {
    const cohortId = await school.cohort();
    const elsewhere = await school.person('MEMBER', { role: 'coach', cohortId: await school.cohort() });
    for (const query of ['', 'signal=', 'signal=tired', 'signal=late&signal=all', 'signal=late&uncovered=1']) {
      const { status, body } = await school.owner.client.get(`/cohorts/${cohortId}/cockpit/members?${query}`);
      expect([status, body.details]).toEqual([
        400,
        [expect.objectContaining({ field: expect.stringMatching(/signal|uncovered/) })],
      ]);
    }
    expect((await elsewhere.client.get(`/cohorts/${cohortId}/cockpit/members?signal=all`)).status).toBe(404);
  });
});
