import { SEATED } from '#contexts/cohorts/cohorts.public.js';
import type { InterventionReason } from '#contexts/follow-up/follow-up.public.js';
import {
  OPEN_BLOCKER,
  OPEN_TASK,
  OVERDUE_REVIEW,
  OVERDUE_TASK,
  pastAttendances,
  pastLives,
  PENDING_SUBMISSION,
  URGENT_BLOCKER,
} from '../cockpit/cockpit-signals.js';
import { enrollmentBehind, RHYTHM } from '../cockpit-member/cockpit-member.signals.js';
import { insightTables } from '../insights.tables.js';

const ENROLLMENT = 'm.organization_id = :organization and m.id = :enrollment';
const MOST_COVERING = 100;

const PLANNED = `i.organization_id = :organization and i.enrollment_id = m.id and i.status = 'planned'`;

export interface SignalsRow {
  /** Whether the cockpit counts the enrollment. */
  seated: boolean;
  rhythm: string;
  openBlockers: number;
  blockedSince: Date | null;
  urgentBlockers: number;
  urgentSince: Date | null;
  openTasks: number;
  overdueTasks: number;
  overdueSince: Date | null;
  pendingReviews: number;
  overdueReviews: number;
  openInterventions: number;
  overdueInterventions: number;
  pastLive: boolean;
  present: number;
  absent: number;
  excused: number;
}

const attended = (status: string): string => `count(*) filter (where a.status = '${status}')::integer as ${status}`;

/** The conditions of the cockpit on one enrollment. */
export const findSignals = insightTables
  .statement(
    'briefing_signals',
    { enrollment: 'uuid', now: 'timestamptz', reviewDue: 'timestamptz' },
    `select m.status in (${SEATED}) as seated, ${RHYTHM} as rhythm, blocking.*, working.*, overdue.*, reviewing.*,
            planned.*, exists (select 1 from ${pastLives('m.cohort_id')}) as "pastLive", attended.*
     from enrollments m
     cross join lateral (
       select count(*)::integer as "openBlockers", min(b.opened_at) as "blockedSince",
              count(*) filter (where ${URGENT_BLOCKER})::integer as "urgentBlockers",
              min(b.opened_at) filter (where ${URGENT_BLOCKER}) as "urgentSince"
       from blockers b where ${OPEN_BLOCKER}) blocking
     cross join lateral (
       select count(*)::integer as "openTasks" from member_tasks t where ${OPEN_TASK}) working
     cross join lateral (
       select count(*)::integer as "overdueTasks", min(t.due_at) as "overdueSince"
       from member_tasks t where ${OVERDUE_TASK}) overdue
     cross join lateral (
       select count(*)::integer as "pendingReviews", count(*) filter (where ${OVERDUE_REVIEW})::integer as "overdueReviews"
       from submissions s where ${PENDING_SUBMISSION}) reviewing
     cross join lateral (
       select count(*)::integer as "openInterventions",
              count(*) filter (where i.due_at <= :now::timestamptz)::integer as "overdueInterventions"
       from interventions i where ${PLANNED}) planned
     cross join lateral (
       select ${['present', 'absent', 'excused'].map(attended).join(', ')}
       from ${pastAttendances('m.cohort_id')} where a.enrollment_id = m.id) attended
     where ${ENROLLMENT}`,
  )
  .returning<SignalsRow>();

/** Each alert by the condition and the date of the members behind its signal. */
const ALERTS: Partial<Record<InterventionReason, { where: string; since?: string }>> = {
  at_risk: enrollmentBehind.at_risk,
  blocker: enrollmentBehind.blockers,
  // Also beside an open blocker, unlike the signal late.
  late: { ...enrollmentBehind.late, where: `exists (select 1 from member_tasks t where ${OVERDUE_TASK})` },
  absence: enrollmentBehind.absences,
  no_intervention: enrollmentBehind.without_intervention,
};

export interface AlertRow {
  reason: InterventionReason;
  since: Date | null;
  coveredBy: string[];
}

export const listAlerts = insightTables
  .statement(
    'briefing_alerts',
    { enrollment: 'uuid', now: 'timestamptz', interventionSince: 'timestamptz' },
    Object.entries(ALERTS)
      .map(
        ([reason, { where, since }]) =>
          `select '${reason}' as reason, (${since ?? 'select null::timestamptz'}) as since,
                  array(select i.id from interventions i where ${PLANNED} and i.reason = '${reason}'
                        order by i.due_at, i.id limit ${MOST_COVERING}) as "coveredBy"
           from enrollments m where ${ENROLLMENT} and m.status in (${SEATED}) and (${where})`,
      )
      .join('\n     union all\n     '),
  )
  .returning<AlertRow>();
