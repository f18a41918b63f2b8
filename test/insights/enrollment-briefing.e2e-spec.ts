import { beforeEach, describe, expect, it } from '@jest/globals';
import { BRIEFING_SOURCES, type EnrollmentBriefing } from '#insights/enrollment-briefing/enrollment-briefing.dto.js';
import type { CockpitMember } from '#insights/cockpit-member/cockpit-member.dto.js';
import type { Signal } from '#insights/cockpit-member/cockpit-member.signals.js';
import { Clock } from '#kernel/clock';
import type { Client } from '../support/client.js';
import { Dice } from '../support/dice.js';
import { noteUseOfKey } from '../support/key-usage.js';
import { statementsOf } from '../support/statement-log.js';
import { useSchool } from '../support/use-school.js';
import { randomCohort } from './random-cohort.js';

const NOW = new Date('2030-03-20T12:00:00.000Z');
const DAY_MS = 86_400_000;
const COHORTS = 20;
const days = (count: number): string => new Date(NOW.getTime() + count * DAY_MS).toISOString();
const none = (reason: string) => ({ measured: false, reason });

/** The signal whose list has the members of whom the briefing has the alert. */
const SIGNAL_OF: Record<string, Signal> = {
  at_risk: 'at_risk',
  blocker: 'blockers',
  absence: 'absences',
  no_intervention: 'without_intervention',
};

const { app, school } = useSchool();

beforeEach(() => {
  app.nest.get(Clock, { strict: false }).now = () => NOW;
});

async function briefing(id: string, client: Client = school.owner.client): Promise<EnrollmentBriefing> {
  const response = await client.get(`/enrollments/${id}/briefing`);
  expect(response.status).toBe(200);
  return response.body.data as EnrollmentBriefing;
}

const membersBehind = async (cohortId: string, signal: Signal): Promise<Map<string, CockpitMember>> => {
  const { body } = await school.owner.client.get(`/cohorts/${cohortId}/cockpit/members?signal=${signal}&limit=100`);
  return new Map((body.data as { items: CockpitMember[] }).items.map((item) => [item.enrollmentId, item]));
};

describe('the briefing of an enrollment', () => {
  it('has the rhythm and the alerts of the cockpit, for every member of random cohorts', async () => {
    const dice = new Dice(20_261_125);
    const seen = new Set<string>();
    for (let count = 0; count < COHORTS; count += 1) {
      const { id: cohortId, enrollmentIds } = await randomCohort(school, dice, NOW);
      const all = await membersBehind(cohortId, 'all');
      const behind = new Map(
        await Promise.all(
          Object.entries(SIGNAL_OF).map(
            async ([reason, signal]) => [reason, await membersBehind(cohortId, signal)] as const,
          ),
        ),
      );
      const late = await membersBehind(cohortId, 'late');
      for (const id of enrollmentIds) {
        const { rhythm, alerts, tasks } = await briefing(id);
        const member = all.get(id);
        const where = [count, id];
        if (member === undefined) {
          expect([...where, rhythm, alerts]).toEqual([...where, none('enrollment_closed'), []]);
          continue;
        }
        expect([...where, rhythm]).toMatchObject([...where, { measured: true, value: member.rhythm }]);
        for (const [reason, members] of behind) {
          const alert = alerts.find((one) => one.reason === reason);
          expect([...where, reason, alert?.since]).toEqual([...where, reason, members.get(id)?.since]);
        }
        const isLate = alerts.find(({ reason }) => reason === 'late');
        expect([...where, isLate !== undefined]).toEqual([...where, tasks.overdue > 0]);
        if (member.rhythm === 'late') expect(isLate?.since).toBe(late.get(id)?.since);
        for (const { reason } of alerts) seen.add(reason);
      }
    }
    expect([...seen].sort()).toEqual([...Object.keys(SIGNAL_OF), 'late'].sort());
  });

  it('shows of an enrollment without anything that nothing is measured', async () => {
    const cohortId = await school.cohort();
    const { memberId, name } = await school.person();
    const id = await school.enrollment({ cohort_id: cohortId, member_id: memberId, enrolled_at: days(-3) });
    const { provenance, unavailable, cohort, ...rest } = await briefing(id);
    expect(rest).toEqual({
      enrollment: { id, status: 'active', statusReason: null, enrolledAt: days(-3) },
      member: { id: memberId, name },
      week: none('start_date_missing'),
      phase: none('not_configured'),
      coaches: [],
      rhythm: { measured: true, value: 'unknown', because: [{ code: 'nothing_due', count: 0, since: null }] },
      alerts: [{ reason: 'no_intervention', since: null, coveredBy: [] }],
      tasks: { open: 0, overdue: 0, next: null },
      reviews: { pending: 0, overdue: 0, lastVerdict: none('none_reviewed') },
      blockers: { open: 0, items: [] },
      interventions: { open: 0, overdue: 0, items: [] },
      lastContact: none('never_contacted'),
      nextCoachingSession: null,
      nextLive: null,
      attendance: none('no_past_live'),
      extensions: { count: 0, last: null },
      groups: [],
      recentNotes: [],
      asOf: NOW.toISOString(),
    });
    expect(cohort).toEqual({
      id: cohortId,
      name: 'Spring cohort',
      programId: expect.any(String),
      programName: expect.any(String),
      timezone: 'UTC',
    });
    expect(unavailable.map(({ key, reason }) => [key, reason])).toEqual([
      ['week', 'start_date_missing'],
      ['phase', 'not_configured'],
      ['lastContact', 'never_contacted'],
      ['attendance', 'no_past_live'],
      ['lastVerdict', 'none_reviewed'],
    ]);
    expect(Object.keys(provenance)).toEqual(Object.keys(BRIEFING_SOURCES));
  });

  it('names who coaches: those of the enrollment first, each once, nobody whose assignment has ended', async () => {
    const cohortId = await school.cohort();
    const id = await school.enrollment({ cohort_id: cohortId });
    const ofCohort = await school.person('MEMBER', { role: 'coach', cohortId });
    const ofBoth = await school.person('MEMBER', { role: 'coach', cohortId }, { role: 'coach', enrollmentId: id });
    await school.person('MEMBER', { role: 'reviewer', cohortId });
    await school.person('MEMBER', { role: 'coach', enrollmentId: await school.enrollment({ cohort_id: cohortId }) });
    await school.person('MEMBER', { role: 'coach', cohortId, ended: true });
    expect((await briefing(id)).coaches).toEqual([
      { memberId: ofBoth.memberId, name: ofBoth.name },
      { memberId: ofCohort.memberId, name: ofCohort.name },
    ]);
  });

  it('tells what a coach needs before a call', async () => {
    const cohortId = await school.cohort({ start_date: '2030-03-04' });
    await school.phase(cohortId, 1);
    const id = await school.enrollment({ cohort_id: cohortId });
    await school.task({ enrollment_id: id, due_at: days(-2) });
    const next = await school.task({ enrollment_id: id, due_at: days(2), title: 'Next' });
    await school.task({ enrollment_id: id, due_at: days(1), status: 'completed' });
    await school.task({ enrollment_id: id, due_at: days(1), status: 'draft' });
    await school.task({ enrollment_id: id });
    const deliverable = await school.deliverable(next);
    const reviewed = { status: 'changes_requested', submitted_at: days(-9), reviewed_at: days(-8) };
    await school.submission(deliverable, next, id, reviewed);
    await school.submission(deliverable, next, id, { submitted_at: days(-7) });
    await school.blocker(id, { opened_at: days(-1), urgency: 'urgent' });
    for (let count = 2; count <= 7; count += 1) await school.blocker(id, { opened_at: days(-count) });
    const covering = await school.intervention(id, { reason: 'late', due_at: days(-1), planned_at: days(-4) });
    await school.intervention(id, { reason: 'at_risk', due_at: days(1), planned_at: days(-5) });
    await school.intervention(id, { reason: 'late', status: 'completed' });
    for (let count = 1; count <= 4; count += 1) {
      await school.note(id, { written_at: days(-count), body: String(count).repeat(600) });
    }
    await school.coachingSession(id, { status: 'held', held_at: days(-1.5) });
    await school.coachingSession(id, { scheduled_at: days(-1) });
    const session = await school.coachingSession(id, { scheduled_at: days(1), title: 'Plan' });
    const past = await school.liveSession([cohortId], { starts_at: days(-3), ends_at: days(-3) });
    await school.attendance(past, id, 'absent');
    const cancelled = { starts_at: days(-2), ends_at: days(-2), status: 'cancelled' };
    await school.attendance(await school.liveSession([cohortId], cancelled), id, 'present');
    const live = await school.liveSession([cohortId], { starts_at: days(3), ends_at: days(3) });
    const group = await school.group();
    const membership = await school.groupMembership(group, { enrollment_id: id, started_at: days(-1) });
    await school.groupMembership(group, { enrollment_id: id, ended_at: days(0) });
    const extension = { scope: 'all', days: 3, reason: 'Illness', granted_by: school.owner.accountId };
    for (const granted_at of [days(-2), days(-4)]) {
      await school.insert('deadline_extensions', { ...extension, enrollment_id: id, granted_at });
    }
    const told = await briefing(id);
    expect(told).toMatchObject({
      week: { measured: true, week: 3 },
      phase: none('not_positioned'),
      rhythm: {
        value: 'at_risk',
        because: [
          { code: 'open_blocker', count: 7, since: days(-7) },
          { code: 'urgent_blocker', count: 1, since: days(-1) },
        ],
      },
      tasks: { open: 3, overdue: 1, next: { id: next, title: 'Next', dueAt: days(2) } },
      reviews: { pending: 1, overdue: 1, lastVerdict: { verdict: 'changes_requested', at: days(-8) } },
      blockers: { open: 7 },
      interventions: { open: 2, overdue: 1 },
      lastContact: { measured: true, kind: 'note', at: days(-1), days: 1 },
      nextCoachingSession: { id: session, title: 'Plan', scheduledAt: days(1) },
      nextLive: { id: live, startsAt: days(3) },
      attendance: { present: 0, absent: 1, excused: 0, last: [{ liveSessionId: past, status: 'absent' }] },
      extensions: {
        count: 2,
        last: { scope: 'all', days: 3, reason: 'Illness', grantedAt: days(-2), grantedByName: school.owner.name },
      },
      groups: [{ id: membership, groupId: group, startedAt: days(-1) }],
    });
    const alerts = Object.fromEntries(told.alerts.map(({ reason, ...alert }) => [reason, alert]));
    expect(alerts.late).toEqual({ since: days(-2), coveredBy: [covering] });
    expect(alerts.absence).toEqual({ since: days(-3), coveredBy: [] });
    expect(Object.keys(alerts)).not.toContain('no_intervention');
    expect(told.blockers.items.map(({ openedAt }) => openedAt)).toEqual([-7, -6, -5, -4, -3].map(days));
    expect(told.interventions.items.map(({ reason, overdue: isOverdue }) => [reason, isOverdue])).toEqual([
      ['at_risk', false],
      ['late', true],
    ]);
    expect(told.recentNotes.map(({ body, writtenAt }) => [body, writtenAt])).toEqual(
      [1, 2, 3].map((count) => [String(count).repeat(500), days(-count)]),
    );
    expect(told.recentNotes.every(({ writtenByName }) => writtenByName === school.owner.name)).toBe(true);
  });

  it('of one who is late has overdue tasks as the cause, and a withdrawn one no rhythm', async () => {
    const late = await school.enrollment();
    for (const due of [-3, -5]) await school.task({ enrollment_id: late, due_at: days(due) });
    expect((await briefing(late)).rhythm).toEqual({
      measured: true,
      value: 'late',
      because: [{ code: 'overdue_task', count: 2, since: days(-5) }],
    });
    const withdrawn = await school.enrollment({ status: 'withdrawn', status_reason: 'Moved away' });
    await school.blocker(withdrawn);
    const told = await briefing(withdrawn);
    expect([told.rhythm, told.alerts, told.enrollment.statusReason]).toEqual([
      none('enrollment_closed'),
      [],
      'Moved away',
    ]);
    expect(told.unavailable).toContainEqual(expect.objectContaining({ key: 'rhythm', reason: 'enrollment_closed' }));
  });

  it('takes as many statements for much as for nothing', async () => {
    const [empty, full] = [await school.enrollment(), await school.enrollment()];
    for (let count = 0; count < 10; count += 1) {
      await school.blocker(full);
      await school.intervention(full);
      await school.note(full);
    }
    await briefing(empty);
    await noteUseOfKey(school);
    const ofEmpty = await statementsOf('rollback', () => briefing(empty));
    const ofFull = await statementsOf('rollback', () => briefing(full));
    expect(ofFull).toEqual(ofEmpty);
    expect(ofFull.filter((name) => /^briefing_|names/.test(name))).toHaveLength(12);
  });
});
