import { coachedInCohort } from '../../enrollments/enrollments.public.js';
import { statement, type Statement } from '../../platform/persistence/statement.js';
import type { CohortStatus } from '../cohort.entity.js';
import { SEATED } from '../occupancy.js';

export interface CohortRow {
  id: string;
  name: string;
  program_name: string | null;
  status: CohortStatus;
  timezone: string;
  start_date: string | null;
  capacity: number | null;
  phase_id: string | null;
  phase_name: string | null;
  phase_position: number | null;
  phase_total: number;
}

/**
 * Sets how the rest of the transaction is planned. The numbers of rows behind a cohort differ too much for one plan, and
 * the usual assumptions, little memory and a disk that has to seek, would sort and hash what stands in an index already.
 * A row costs more than is assumed once a hash table outgrows the processor's caches; reading it in order does not.
 * Processes that share the work are started only where there is much of it.
 */
const PLAN_FOR_COUNTING = `array[
            set_config('plan_cache_mode', 'force_custom_plan', true), set_config('random_page_cost', '1.1', true),
            set_config('work_mem', '32MB', true), set_config('cpu_tuple_cost', '0.03', true),
            set_config('parallel_setup_cost', '20000', true)]`;

/** The cohort itself; where there is one, its members are counted next. $2 cohort */
export const findCockpitCohort = statement<CohortRow>(
  'cockpit_cohort',
  `select c.id, c.name, p.name as program_name, c.status, c.timezone, c.start_date, c.capacity,
          f.id as phase_id, f.name as phase_name, f.position as phase_position,
          (select count(*)::integer from cohort_phases a
           where a.organization_id = c.organization_id and a.cohort_id = c.id) as phase_total,
          ${PLAN_FOR_COUNTING} as planning
   from cohorts c
   left join programs p on p.organization_id = c.organization_id and p.id = c.program_id
   left join cohort_phases f on f.organization_id = c.organization_id and f.cohort_id = c.id and f.id = c.current_phase_id
   where c.organization_id = $1 and c.id = $2`,
);

/** Which enrollments of the cohort count: all, or those that the caller coaches. */
export type CockpitReach = 'tenant' | 'assigned';

/**
 * The members of the caller's scope. $2 cohort, and $6 the caller's member where assigned. A whole cohort is read anew
 * by each count, straight from an index in the order of the ids, so that nothing is kept, and that processes can share
 * the work. The assigned ones are found first, and once: of the cohort's others nothing is read.
 */
const MEMBERS: Record<CockpitReach, string> = {
  tenant: membersWhere('not materialized', 'true'),
  assigned: membersWhere('materialized', `e.id = any(${coachedInCohort('$2::uuid', '$6::uuid')})`),
};

/** The condition on `m` that no blocker is open. */
const notBlocked = `not exists (
         select 1 from blockers b where b.organization_id = $1 and b.enrollment_id = m.id and b.status = 'open')`;

function membersWhere(how: string, condition: string): string {
  return `members as ${how} (
     select e.id, e.status from enrollments e
     where e.organization_id = $1 and e.cohort_id = $2 and e.status in (${SEATED}) and ${condition}
   )`;
}

export interface MemberCounts {
  total: number;
  active: number;
  pending: number;
  completed: number;
  on_time: number;
  late: number;
  at_risk: number;
  unknown: number;
  blockers: number;
  urgent_blockers: number;
  without_intervention: number;
  reviews: number;
  overdue_reviews: number;
  absences: number;
  repeatedly_absent: number;
  attendance_recorded: boolean;
}

/** One number out of the counts. */
function pick(kind: string, column: string, name: string): string {
  return `(max(${column}) filter (where kind = '${kind}'))::integer as ${name}`;
}

/**
 * Every aggregate over the members, from one snapshot. $3 now, $4 start of the intervention window, $5: reviews
 * submitted up to then are overdue. A row for each count, side by side: each joins the members with only what makes
 * the difference, in indexes that all have the same order. Who is on time is who is left. Every column is cast: counts
 * of one type are appended, and processes take them in turn; else each would be weighed, and run, by itself.
 */
const countMembersWithin = (reach: CockpitReach) =>
  statement<MemberCounts>(
    `cockpit_members_${reach}`,
    `with ${MEMBERS[reach]},
   counts (kind, a, b, c, d) as (
     select 'members'::text, count(*), count(*) filter (where m.status = 'active'),
            count(*) filter (where m.status = 'pending'), count(*) filter (where m.status = 'completed')
     from members m
     union all
     select 'blocked'::text, count(*), coalesce(sum(total), 0)::bigint, coalesce(sum(urgent), 0)::bigint, 0::bigint
     from (
       select count(*) as total, count(*) filter (where b.urgency = 'urgent') as urgent
       from members m
       join blockers b on b.organization_id = $1 and b.enrollment_id = m.id and b.status = 'open'
       group by b.enrollment_id) blocked
     union all
     select 'late'::text, count(*), 0::bigint, 0::bigint, 0::bigint
     from members m
     where ${notBlocked} and exists (
       select 1 from member_tasks t
       where t.organization_id = $1 and t.enrollment_id = m.id
         and t.due_at is not null and t.status in ('published', 'completed')
         and t.status = 'published' and t.due_at < $3::timestamptz
         and not exists (
           select 1 from submissions s
           where s.organization_id = $1 and s.enrollment_id = t.enrollment_id and s.member_task_id = t.id))
     union all
     select 'unknown'::text, count(*), 0::bigint, 0::bigint, 0::bigint
     from members m
     where ${notBlocked} and not exists (
       select 1 from member_tasks t
       where t.organization_id = $1 and t.enrollment_id = m.id
         and t.due_at is not null and t.status in ('published', 'completed'))
     union all
     select 'left alone'::text, count(*), 0::bigint, 0::bigint, 0::bigint
     from members m
     where m.status = 'active'
       and not exists (
         select 1 from enrollment_notes n
         where n.organization_id = $1 and n.enrollment_id = m.id and n.written_at > $4::timestamptz)
       and not exists (
         select 1 from coaching_sessions c
         where c.organization_id = $1 and c.enrollment_id = m.id and c.held_at > $4::timestamptz)
     union all
     select 'reviews'::text, count(*), count(*) filter (where s.submitted_at <= $5::timestamptz), 0::bigint, 0::bigint
     from members m
     join submissions s on s.organization_id = $1 and s.enrollment_id = m.id and s.status = 'pending'
     union all
     select 'absences'::text, count(*), coalesce(sum(absences), 0)::bigint,
            count(*) filter (where absences >= 2), 0::bigint
     from (
       select count(*) filter (where a.status = 'absent') as absences
       from live_session_cohorts t
       join live_sessions l on l.organization_id = $1 and l.id = t.live_session_id
         and l.status = 'scheduled' and l.ends_at <= $3::timestamptz
       join attendances a on a.organization_id = $1 and a.live_session_id = l.id
       join members m on m.id = a.enrollment_id
       where t.organization_id = $1 and t.cohort_id = $2
       group by a.enrollment_id) attendance
   ),
   totals as (
     select ${[
       ['members', 'total', 'active', 'pending', 'completed'],
       ['blocked', 'at_risk', 'blockers', 'urgent_blockers'],
       ['late', 'late'],
       ['unknown', 'unknown'],
       ['left alone', 'without_intervention'],
       ['reviews', 'reviews', 'overdue_reviews'],
       ['absences', 'attended', 'absences', 'repeatedly_absent'],
     ]
       .flatMap(([kind, ...names]) => names.map((name, place) => pick(kind, 'abcd'[place], name)))
       .join(',\n            ')}
     from counts
   )
   select *, total - at_risk - late - unknown as on_time, attended > 0 as attendance_recorded from totals`,
  );

/** One statement for each reach: planned apart, neither is read the way that suits the other. */
export const countMembers: Record<CockpitReach, Statement<MemberCounts>> = {
  tenant: countMembersWithin('tenant'),
  assigned: countMembersWithin('assigned'),
};

export interface SessionsRow {
  past: boolean;
  reached: boolean;
  /** Instants as JSON has them once PostgreSQL's own time zone is out of the way: UTC, without an offset. */
  upcoming: { id: string; title: string; startsAt: string; endsAt: string; timezone: string }[];
}

/** The cohort's live sessions, and whether the caller reaches any enrollment. $2 cohort, $3 whole cohort, $4 member, $5 now */
export const findCockpitSessions = statement<SessionsRow>(
  'cockpit_sessions',
  `select
     exists (
       select 1 from live_session_cohorts t
       join live_sessions l on l.organization_id = t.organization_id and l.id = t.live_session_id
       where t.organization_id = $1 and t.cohort_id = $2 and l.status = 'scheduled' and l.ends_at <= $5::timestamptz
     ) as past,
     ($3::boolean or cardinality(${coachedInCohort('$2::uuid', '$4::uuid')}) > 0) as reached,
     coalesce((
       select json_agg(next order by next."startsAt", next.id) from (
         select l.id, l.title, l.starts_at at time zone 'UTC' as "startsAt",
                l.ends_at at time zone 'UTC' as "endsAt", l.timezone
         from live_session_cohorts t
         join live_sessions l on l.organization_id = t.organization_id and l.id = t.live_session_id
         where t.organization_id = $1 and t.cohort_id = $2 and l.status = 'scheduled' and l.starts_at > $5::timestamptz
         order by l.starts_at, l.id
         limit 3) next
     ), '[]'::json) as upcoming`,
);
