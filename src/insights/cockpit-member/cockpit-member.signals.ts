import {
  ABSENT,
  BLOCKED,
  COACHING_SESSION,
  DATED_TASK,
  LATE,
  NOTE,
  ON_TIME,
  OPEN_BLOCKER,
  OVERDUE_REVIEW,
  OVERDUE_TASK,
  pastAttendances,
  PENDING_SUBMISSION,
  UNKNOWN,
  URGENT_BLOCKER,
  WITHOUT_INTERVENTION,
} from '../cockpit/cockpit-signals.js';

/** How the members behind a number of the cockpit are selected and dated: SQL on an enrollment `m`. */
interface MembersBehind {
  where: string;
  /** By default 1. */
  count?: string;
  since?: string;
}

const openBlockers = `from blockers b where ${OPEN_BLOCKER}`;
const pendingSubmissions = `from submissions s where ${PENDING_SUBMISSION}`;
const absencesIn = (cohort: string): string =>
  `from ${pastAttendances(cohort)} where a.enrollment_id = m.id and ${ABSENT}`;

/** For the cohort that the SQL names. */
const membersBehindIn = (cohort: string) => {
  const absences = absencesIn(cohort);
  return {
    all: { where: 'true' },
    active: { where: `m.status = 'active'` },
    pending: { where: `m.status = 'pending'` },
    paused: { where: `m.status = 'paused'` },
    completed: { where: `m.status = 'completed'` },
    on_time: { where: ON_TIME },
    late: { where: LATE, since: `select min(t.due_at) from member_tasks t where ${OVERDUE_TASK}` },
    at_risk: { where: BLOCKED, since: `select min(b.opened_at) ${openBlockers}` },
    unknown: { where: UNKNOWN },
    reviews: counted(pendingSubmissions, 's.submitted_at'),
    overdue_reviews: counted(`${pendingSubmissions} and ${OVERDUE_REVIEW}`, 's.submitted_at'),
    blockers: counted(openBlockers, 'b.opened_at'),
    urgent_blockers: counted(`${openBlockers} and ${URGENT_BLOCKER}`, 'b.opened_at'),
    absences: counted(absences, 'l.starts_at'),
    repeated_absences: { ...counted(absences, 'l.starts_at'), where: `(select count(*) ${absences}) >= 2` },
    without_intervention: {
      where: WITHOUT_INTERVENTION,
      since: `select greatest(
      (select max(n.written_at) from enrollment_notes n where ${NOTE}),
      (select max(c.held_at) from coaching_sessions c where ${COACHING_SESSION}))`,
    },
  } satisfies Record<string, MembersBehind>;
};

export type Signal = keyof ReturnType<typeof membersBehindIn>;

export const membersBehind: Readonly<Record<Signal, MembersBehind>> = membersBehindIn(':cohort');

/** The same for one enrollment, in its own cohort. */
export const enrollmentBehind: Readonly<Record<Signal, MembersBehind>> = membersBehindIn('m.cohort_id');

/** The numbers of the cockpit whose members can be listed. */
export const SIGNALS = Object.keys(membersBehind) as Signal[];

/** Not by EXISTS: PostgreSQL would read whole tables for it, as it expects all members, not a page of them. */
export const RHYTHM = `case
  when (select true from blockers b where ${OPEN_BLOCKER} limit 1) then 'at_risk'
  when (select true from member_tasks t where ${OVERDUE_TASK} limit 1) then 'late'
  when (select true from member_tasks t where ${DATED_TASK} limit 1) then 'on_time'
  else 'unknown' end`;

function counted(from: string, instant: string): MembersBehind {
  return {
    where: `exists (select 1 ${from})`,
    count: `select count(*)::integer ${from}`,
    since: `select min(${instant}) ${from}`,
  };
}
