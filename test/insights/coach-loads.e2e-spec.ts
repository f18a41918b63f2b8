import { beforeEach, describe, expect, it } from '@jest/globals';
import type { CoachLoad, CoachLoadsPage } from '#insights/coach-load/coach-load.dto.js';
import { Clock } from '#kernel/clock';
import { Dice } from '../support/dice.js';
import type { Person } from '../support/school.js';
import { countStatements } from '../support/statement-count.js';
import { useSchool } from '../support/use-school.js';
import { randomCohort } from './random-cohort.js';

const NOW = new Date('2030-03-20T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const { app, school } = useSchool();

beforeEach(() => {
  app.nest.get(Clock, { strict: false }).now = () => NOW;
});

const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * DAY_MS);

async function page(query = '', { client }: Person = school.owner): Promise<CoachLoadsPage> {
  const response = await client.get(`/analytics/coaches?${query}`);
  expect(response.status).toBe(200);
  return response.body.data as CoachLoadsPage;
}

async function loadOf({ memberId }: Person, query = ''): Promise<CoachLoad | undefined> {
  return (await page(query)).items.find((load) => load.memberId === memberId);
}

async function review(
  coach: Person,
  hours: number,
  reviewedAt: Date,
  enrollment: Record<string, unknown> = {},
): Promise<void> {
  const { submissionId } = await school.handedIn(enrollment);
  await school.rows(
    `update submissions set status = 'accepted', submitted_at = $2::timestamptz where organization_id = $1 and id = $3`,
    new Date(reviewedAt.getTime() - hours * HOUR_MS),
    submissionId,
  );
  const written = { reviewed_by: coach.accountId, reviewed_at: reviewedAt };
  await school.insert('submission_reviews', { submission_id: submissionId, verdict: 'accepted', ...written });
}

describe('the loads of coaches', () => {
  it('count the seated enrollments, what is planned on them now and the contacts of the period', async () => {
    const cohort_id = await school.cohort();
    const active = await school.enrollment({ cohort_id });
    const [silent] = [await school.enrollment({ cohort_id }), await school.enrollment({ cohort_id, status: 'paused' })];
    const gone = await school.enrollment({ cohort_id, status: 'withdrawn' });
    const coach = await school.person(
      'MEMBER',
      { role: 'coach', cohortId: cohort_id },
      { role: 'coach', enrollmentId: active },
    );
    await school.note(active, { written_at: daysAgo(1) });
    await school.note(active, { written_at: daysAgo(89) });
    await school.note(active, { written_at: daysAgo(91) });
    await school.note(gone, { written_at: daysAgo(1) });
    await school.coachingSession(active, { status: 'held', held_at: daysAgo(2) });
    await school.coachingSession(silent);
    await school.intervention(silent, { due_at: daysAgo(1) });
    await school.intervention(silent, { due_at: daysAgo(-1) });
    await school.intervention(silent, { due_at: daysAgo(1), status: 'completed', closed_at: NOW });
    expect(await loadOf(coach)).toEqual({
      memberId: coach.memberId,
      memberName: coach.name,
      enrollments: 3,
      active: 2,
      withoutContact: 1,
      contacts: 3,
      plannedInterventions: 2,
      overdueInterventions: 1,
      reviewHours: { measured: false, reason: 'none_reviewed' },
    });
  });

  it('count an enrollment for each of its coaches, which provenance says', async () => {
    const enrollmentId = await school.enrollment();
    await school.note(enrollmentId);
    const coaches = [1, 2].map(() => school.person('MEMBER', { role: 'coach', enrollmentId }));
    for (const coach of await Promise.all(coaches)) {
      expect(await loadOf(coach)).toMatchObject({ enrollments: 1, contacts: 1, withoutContact: 0 });
    }
    const { enrollments } = (await page()).provenance;
    expect(enrollments).toEqual({
      source: 'responsibilities, enrollments; an enrollment counts for each of its coaches',
      asOf: NOW.toISOString(),
    });
  });

  it('have the median hours of the reviews that the coach wrote in the period', async () => {
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId: await school.enrollment() });
    for (const hours of [1, 4, 9, 100]) await review(coach, hours, daysAgo(3));
    await review(coach, 1000, daysAgo(100));
    await review(school.owner, 1000, daysAgo(3));
    expect((await loadOf(coach))?.reviewHours).toEqual({ measured: true, median: 6.5 });
    expect((await loadOf(coach, 'to=2030-03-16'))?.reviewHours).toEqual({ measured: false, reason: 'none_reviewed' });
  });

  it('take the days of the period in UTC, both included', async () => {
    const enrollmentId = await school.enrollment();
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId });
    for (const at of [
      '2030-01-09T23:59:59.999Z',
      '2030-01-10T00:00:00Z',
      '2030-01-11T23:59:59.999Z',
      '2030-01-12T00:00:00Z',
    ])
      await school.note(enrollmentId, { written_at: at });
    expect((await loadOf(coach, 'from=2030-01-10&to=2030-01-11'))?.contacts).toBe(2);
    expect((await loadOf(coach, 'from=2030-02-01&to=2030-02-02'))?.withoutContact).toBe(1);
    for (const [query, field] of [
      ['from=2030-01-10&to=2030-01-09', 'to'],
      ['from=2029-01-01&to=2030-01-02', 'to'],
      ['from=2030-02-30', 'from'],
    ]) {
      const { status, body } = await school.owner.client.get(`/analytics/coaches?${query}`);
      expect([query, status, body.details]).toEqual([query, 400, [expect.objectContaining({ field })]]);
    }
    expect((await school.owner.client.get('/analytics/coaches?from=2029-01-01&to=2030-01-01')).status).toBe(200);
  });

  it('narrow to the coaches and the enrollments of a cohort', async () => {
    const [cohort_id, other] = [await school.cohort(), await school.cohort()];
    const enrollmentId = await school.enrollment({ cohort_id });
    const elsewhere = await school.enrollment({ cohort_id: other });
    const both = await school.person('MEMBER', { role: 'coach', enrollmentId }, { role: 'coach', cohortId: other });
    const there = await school.person('MEMBER', { role: 'coach', cohortId: other });
    for (const id of [enrollmentId, elsewhere]) await school.intervention(id);
    await review(both, 2, daysAgo(1), { cohort_id });
    await review(both, 8, daysAgo(1), { cohort_id: other });
    expect((await page(`cohortId=${cohort_id}`)).items).toEqual([
      expect.objectContaining({
        memberId: both.memberId,
        enrollments: 1,
        plannedInterventions: 1,
        reviewHours: { measured: true, median: 2 },
      }),
    ]);
    expect((await loadOf(both))?.enrollments).toBe(3);
    expect((await page(`cohortId=${other}`)).items.map(({ memberId }) => memberId)).toEqual([
      there.memberId,
      both.memberId,
    ]);
  });

  it('leave out whom no assignment makes a coach now', async () => {
    const enrollmentId = await school.enrollment();
    await school.person('MEMBER', { role: 'coach', enrollmentId, ended: true });
    await school.person('MEMBER', { role: 'reviewer' });
    const detached = await school.person('MEMBER', { role: 'coach', enrollmentId });
    await school.rows(
      `update members set status = 'detached', detached_at = $2 where organization_id = $1 and id = $3`,
      NOW,
      detached.memberId,
    );
    const idle = await school.person('MEMBER', { role: 'coach', cohortId: await school.cohort() });
    expect((await page()).items).toEqual([
      expect.objectContaining({ memberId: idle.memberId, enrollments: 0, contacts: 0, withoutContact: 0 }),
    ]);
  });

  it('add up the counts of each enrollment, in random cohorts', async () => {
    const dice = new Dice(20_261_125);
    const cohorts: { id: string; enrollmentIds: string[] }[] = [];
    for (let count = 0; count < 8; count += 1) cohorts.push(await randomCohort(school, dice, NOW));
    for (let count = 0; count < 6; count += 1) {
      const whole = cohorts.filter(() => dice.chance(0.2));
      const single = cohorts.flatMap(({ enrollmentIds }) => enrollmentIds).filter(() => dice.chance(0.2));
      const coach = await school.person(
        'MEMBER',
        ...whole.map(({ id }) => ({ role: 'coach' as const, cohortId: id })),
        ...single.map((enrollmentId) => ({ role: 'coach' as const, enrollmentId })),
      );
      const own = [...new Set([...whole.flatMap(({ enrollmentIds }) => enrollmentIds), ...single])];
      const expected = { enrollments: 0, active: 0, withoutContact: 0, contacts: 0, plannedInterventions: 0 };
      for (const enrollmentId of own) {
        const { status } = (await school.owner.client.get(`/enrollments/${enrollmentId}`)).body.data as {
          status: string;
        };
        if (status === 'withdrawn') continue;
        const contacts = await contactsOf(enrollmentId);
        expected.enrollments += 1;
        expected.contacts += contacts;
        if (status === 'active') expected.active += 1;
        if (status === 'active' && contacts === 0) expected.withoutContact += 1;
        expected.plannedInterventions += (
          await itemsOf(`/enrollments/${enrollmentId}/interventions?status=planned`)
        ).length;
      }
      if (whole.length + single.length > 0) expect(await loadOf(coach, 'from=2030-03-06')).toMatchObject(expected);
    }
  });

  it('take as many statements for many coaches as for one', async () => {
    await school.person('MEMBER', { role: 'coach', enrollmentId: await school.enrollment() });
    for (let request = 0; request < 2; request += 1) await page();
    const one = await countStatements(() => page());
    for (let count = 0; count < 9; count += 1)
      await school.person('MEMBER', { role: 'coach', enrollmentId: await school.enrollment() });
    expect(await countStatements(() => page())).toBe(one);
  });
});

async function itemsOf(path: string): Promise<{ writtenAt?: string; heldAt?: string | null }[]> {
  return (
    (await school.owner.client.get(path)).body.data as { items: { writtenAt?: string; heldAt?: string | null }[] }
  ).items;
}

/** From 2030-03-06 on, counted from the lists. */
async function contactsOf(enrollmentId: string): Promise<number> {
  const notes = await itemsOf(`/enrollments/${enrollmentId}/notes`);
  const sessions = await itemsOf(`/enrollments/${enrollmentId}/coaching-sessions`);
  const instants = [...notes.map(({ writtenAt }) => writtenAt), ...sessions.map(({ heldAt }) => heldAt)];
  return instants.filter((at) => typeof at === 'string' && at >= '2030-03-06').length;
}
