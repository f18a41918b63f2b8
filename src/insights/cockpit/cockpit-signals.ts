import type { Caller } from '#kernel/access';
import { SEATED } from '#contexts/cohorts/cohorts.public.js';
import { coachedInCohort, reachesAllEnrollments } from '#contexts/enrollments/enrollments.public.js';
import type { MissingReason } from './cockpit.dto.js';

const INTERVENTION_WINDOW_DAYS = 14;
const HOUR_MS = 3_600_000;

/**
 * SQL conditions of the cockpit's signals, on rows of an enrollment `m`. The counts of the cockpit and the
 * lists of the members behind them are made of the same ones.
 */
export const OPEN_BLOCKER = `b.organization_id = :organization and b.enrollment_id = m.id and b.status = 'open'`;

export const OPEN_TASK = `t.organization_id = :organization and t.enrollment_id = m.id and t.status = 'published'`;

export const DATED_TASK = `t.organization_id = :organization and t.enrollment_id = m.id
  and t.due_at is not null and t.status in ('published', 'completed')`;

export const OVERDUE_TASK = `${DATED_TASK} and t.status = 'published' and t.due_at < :now::timestamptz
  and not exists (
    select 1 from submissions s
    where s.organization_id = :organization and s.enrollment_id = t.enrollment_id and s.member_task_id = t.id)`;

export const PENDING_SUBMISSION = `s.organization_id = :organization and s.enrollment_id = m.id and s.status = 'pending'`;

export const URGENT_BLOCKER = `b.urgency = 'urgent'`;

export const OVERDUE_REVIEW = 's.submitted_at <= :reviewDue::timestamptz';

export const NOTE = 'n.organization_id = :organization and n.enrollment_id = m.id';

export const COACHING_SESSION = 'c.organization_id = :organization and c.enrollment_id = m.id';

/** The live sessions `l` of a cohort that have ended and were not cancelled, for FROM. */
export const pastLives = (cohort: string): string => `live_session_cohorts t
  join live_sessions l on t.organization_id = :organization and t.cohort_id = ${cohort}
    and l.organization_id = :organization and l.id = t.live_session_id
    and l.status = 'scheduled' and l.ends_at <= :now::timestamptz`;

/** They and the attendance `a` that was recorded, for FROM. */
export const pastAttendances = (cohort: string): string => `${pastLives(cohort)}
  join attendances a on a.organization_id = :organization and a.live_session_id = l.id`;

/** Sessions and attendances of the cohort `:cohort`. */
export const PAST_LIVES = pastLives(':cohort');
export const PAST_ATTENDANCES = pastAttendances(':cohort');

export const ABSENT = `a.status = 'absent'`;

/** An active member without a note or a session since `:interventionSince`. */
export const WITHOUT_INTERVENTION = `m.status = 'active'
  and not exists (
    select 1 from enrollment_notes n where ${NOTE} and n.written_at > :interventionSince::timestamptz)
  and not exists (
    select 1 from coaching_sessions c where ${COACHING_SESSION} and c.held_at > :interventionSince::timestamptz)`;

export const BLOCKED = `exists (select 1 from blockers b where ${OPEN_BLOCKER})`;
export const LATE = `not ${BLOCKED} and exists (select 1 from member_tasks t where ${OVERDUE_TASK})`;
export const ON_TIME = `not ${BLOCKED} and exists (select 1 from member_tasks t where ${DATED_TASK})
  and not exists (select 1 from member_tasks t where ${OVERDUE_TASK})`;
export const UNKNOWN = `not ${BLOCKED} and not exists (select 1 from member_tasks t where ${DATED_TASK})`;

/** The parameters of the conditions above. Notes and sessions count after `interventionSince`. */
export const signalParameters = {
  cohort: 'uuid',
  now: 'timestamptz',
  interventionSince: 'timestamptz',
  reviewDue: 'timestamptz',
} as const;

/** The enrollments `m` of the cohort that count: all, or those that the member `:callerMember` coaches. */
const SEATED_IN_COHORT = `m.organization_id = :organization and m.cohort_id = :cohort and m.status in (${SEATED})`;
export const MEMBERS = {
  tenant: SEATED_IN_COHORT,
  assigned: `${SEATED_IN_COHORT} and m.id = any(${coachedInCohort(':cohort::uuid', ':callerMember::uuid')})`,
};

export type CockpitScope = keyof typeof MEMBERS;

export function cockpitScope(caller: Caller): CockpitScope {
  return reachesAllEnrollments(caller) ? 'tenant' : 'assigned';
}

/** The instants that notes, sessions and pending reviews are compared with. */
export function signalWindows(now: Date, reviewDueHours: number): { interventionSince: Date; reviewDue: Date } {
  const before = (hours: number): Date => new Date(now.getTime() - hours * HOUR_MS);
  return { interventionSince: before(INTERVENTION_WINDOW_DAYS * 24), reviewDue: before(reviewDueHours) };
}

/** Why absences have no value; null when they have. */
export function absencesMissing(past: boolean, recorded: boolean): MissingReason | null {
  if (!past) return 'no_past_live';
  return recorded ? null : 'attendance_not_recorded';
}
