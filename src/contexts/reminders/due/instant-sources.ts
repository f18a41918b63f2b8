import { reminderTables } from '../reminders.tables.js';
import {
  activeEnrollment,
  asRows,
  CHANGED,
  enrollmentColumns,
  OF_RULE,
  shiftedWindows,
  windowsAndRules,
  WITH_CHANGED,
  type DueSource,
  type FoundThing,
} from './due-source.js';

/** Things `t` of enrollments with an instant in an index. */
interface OfEnrollments {
  name: string;
  table: string;
  at: string;
  /** Conditions on `t`, the enrollment `e` and the rule `r`. */
  where: string;
  /** SQL of the account whom it concerns. */
  account: string;
}

function ofEnrollments({ name, table, at, where, account }: OfEnrollments): DueSource {
  const thing = `select t.id as place, t.id as "resourceId", ${at} as at, ${enrollmentColumns(account)}`;
  const conditions = `t.organization_id = :organization and ${at} >= w.after_at and ${at} <= w.until_at
       and (${at}, t.id) > (w.after_at, w.after_id) and ${OF_RULE} and ${where}`;
  const inWindows = reminderTables
    .statement(
      `list_due_${name}s`,
      { windows: 'jsonb', each: 'integer' },
      `select w.n, i.* from ${windowsAndRules()}
       cross join lateral (
         ${thing} from ${table} t ${activeEnrollment('t.enrollment_id')}
         where ${conditions} order by ${at}, t.id limit :each::integer) i`,
    )
    .returning<FoundThing>();
  const ofSome = reminderTables
    .statement(
      `list_due_${name}s_of_enrollments`,
      { windows: 'jsonb', enrollments: 'uuid[]' },
      `${WITH_CHANGED} ${thing}, w.n from ${CHANGED} join ${table} t on t.enrollment_id = e.id
       cross join (${windowsAndRules()}) where ${conditions}`,
    )
    .returning<FoundThing>();
  return {
    resourceType: name,
    windowsOf: (_tenant, ranges) => Promise.resolve(shiftedWindows(ranges, 0)),
    find: (tenant, windows, each) => tenant.query(inWindows, { windows: asRows(windows), each }),
    findOf: (tenant, windows, enrollments) => tenant.query(ofSome, { windows: asRows(windows), enrollments }),
  };
}

const MOMENT = 't.due_at + make_interval(mins => r.offset_minutes)';

export const memberTasks = ofEnrollments({
  name: 'member_task',
  table: 'member_tasks',
  at: 't.due_at',
  // Not handed in, and not completed at the moment, even if it was reopened afterwards.
  where: `t.status = 'published'
       and not exists (
         select from submissions s
         where s.organization_id = :organization and s.enrollment_id = t.enrollment_id and s.member_task_id = t.id)
       and not exists (
         select from member_task_reopenings o
         where o.organization_id = :organization and o.enrollment_id = t.enrollment_id and o.member_task_id = t.id
           and o.completed_at <= ${MOMENT} and o.reopened_at > ${MOMENT})`,
  account: 'm.account_id',
});

export const coachingSessions = ofEnrollments({
  name: 'coaching_session',
  table: 'coaching_sessions',
  at: 't.scheduled_at',
  // That of a booking is reminded of as a booking.
  where: `t.status = 'planned'
       and not exists (
         select from bookings b where b.organization_id = :organization and b.coaching_session_id = t.id)`,
  account: 'm.account_id',
});

export const bookings = ofEnrollments({
  name: 'booking',
  table: 'bookings',
  at: 't.starts_at',
  where: `t.status = 'booked'`,
  account: 'm.account_id',
});

export const interventions = ofEnrollments({
  name: 'intervention',
  table: 'interventions',
  at: 't.due_at',
  where: `t.status = 'planned'`,
  account: 't.owner_account_id',
});

const submissions = ofEnrollments({
  name: 'submission',
  table: 'submissions',
  at: 't.submitted_at',
  where: `t.status = 'pending'`,
  account: 'null::uuid',
});

/** Submissions that wait for a review, which is due so long after them. */
export const reviews = (dueMs: number): DueSource => ({
  ...submissions,
  windowsOf: (_tenant, ranges) => Promise.resolve(shiftedWindows(ranges, dueMs)),
});

const listLiveSessions = reminderTables
  .statement(
    'list_due_live_sessions',
    { windows: 'jsonb', each: 'integer' },
    `select w.n, i.* from ${windowsAndRules()}
     cross join lateral (
       select t.id as place, t.id as "resourceId", t.starts_at as at, null::uuid as "enrollmentId",
         (select case when count(*) = 1 then min(s.cohort_id::text)::uuid end from live_session_cohorts s
          where s.organization_id = :organization and s.live_session_id = t.id) as "cohortId",
         null::uuid as "memberId", null::uuid as "accountId", null::timestamptz as "changedAt"
       from live_sessions t
       where t.organization_id = :organization and t.starts_at >= w.after_at and t.starts_at <= w.until_at
         and (t.starts_at, t.id) > (w.after_at, w.after_id) and t.status = 'scheduled'
         and (r.cohort_id is null and r.program_id is null or exists (
           select from live_session_cohorts s
           join cohorts k on k.organization_id = :organization and k.id = s.cohort_id
           where s.organization_id = :organization and s.live_session_id = t.id and ${OF_RULE}))
       order by t.starts_at, t.id limit :each::integer) i`,
  )
  .returning<FoundThing>();

/** One reminder for the session, whoever is invited. */
export const liveSessions: DueSource = {
  resourceType: 'live_session',
  windowsOf: (_tenant, ranges) => Promise.resolve(shiftedWindows(ranges, 0)),
  find: (tenant, windows, each) => tenant.query(listLiveSessions, { windows: asRows(windows), each }),
};
