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

/** The cohort itself. $2 cohort */
export const findCockpitCohort = statement<CohortRow>(
  'cockpit_cohort',
  `select c.id, c.name, p.name as program_name, c.status, c.timezone, c.start_date, c.capacity,
          f.id as phase_id, f.name as phase_name, f.position as phase_position,
          (select count(*)::integer from cohort_phases a
           where a.organization_id = c.organization_id and a.cohort_id = c.id) as phase_total
   from cohorts c
   left join programs p on p.organization_id = c.organization_id and p.id = c.program_id
   left join cohort_phases f on f.organization_id = c.organization_id and f.cohort_id = c.id and f.id = c.current_phase_id
   where c.organization_id = $1 and c.id = $2`,
);

/** Which enrollments of the cohort count: all, or those that the caller coaches. */
export type CockpitReach = 'tenant' | 'assigned';

/** The condition on `e`. The assigned ones are found first: of the cohort's others nothing is read. $6 member */
const WITHIN: Record<CockpitReach, string> = {
  tenant: 'true',
  assigned: `e.id = any(${coachedInCohort('$2::uuid', '$6::uuid')})`,
};

/**
 * The members of the caller's scope, with the signals that each shows. $2 cohort, $3 now, $4 start of the intervention
 * window, and $6 the caller's member where assigned. Whatever counts members, or lists them, selects from this.
 */
export const memberSignals = (reach: CockpitReach): string => `
  members as materialized (
    select e.organization_id, e.id, e.status
    from enrollments e
    where e.organization_id = $1 and e.cohort_id = $2 and e.status in (${SEATED}) and ${WITHIN[reach]}
  ),
  open_blockers as (
    select b.enrollment_id, count(*) as total, count(*) filter (where b.urgency = 'urgent') as urgent
    from members m
    join blockers b on b.organization_id = m.organization_id and b.enrollment_id = m.id and b.status = 'open'
    where b.organization_id = $1
    group by b.enrollment_id
  ),
  due_tasks as (
    select t.enrollment_id,
           bool_or(t.status = 'published' and t.due_at < $3::timestamptz and not exists (
             select 1 from submissions s
             where s.organization_id = t.organization_id and s.member_task_id = t.id)) as overdue
    from members m
    join member_tasks t on t.organization_id = m.organization_id and t.enrollment_id = m.id
      and t.due_at is not null and t.status in ('published', 'completed')
    where t.organization_id = $1
    group by t.enrollment_id
  ),
  signals as (
    select m.id, m.status, b.total as blockers, b.urgent as urgent_blockers,
           case when b.total > 0 then 'at_risk'
                when t.overdue then 'late'
                when t.enrollment_id is null then 'unknown'
                else 'on_time' end as rhythm,
           m.status = 'active'
             and not exists (
               select 1 from enrollment_notes n
               where n.organization_id = $1 and n.enrollment_id = m.id and n.written_at > $4::timestamptz)
             and not exists (
               select 1 from coaching_sessions c
               where c.organization_id = $1 and c.enrollment_id = m.id and c.held_at > $4::timestamptz)
             as without_intervention
    from members m
    left join open_blockers b on b.enrollment_id = m.id
    left join due_tasks t on t.enrollment_id = m.id
  )`;

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

/** Every aggregate over the members, from one snapshot. As above, and $5: reviews submitted up to then are overdue. */
const countMembersWithin = (reach: CockpitReach) =>
  statement<MemberCounts>(
    `cockpit_members_${reach}`,
    `with ${memberSignals(reach)},
   pending_reviews as (
     select count(*)::integer as total, (count(*) filter (where s.submitted_at <= $5::timestamptz))::integer as overdue
     from members m
     join submissions s on s.organization_id = m.organization_id and s.enrollment_id = m.id and s.status = 'pending'
     where s.organization_id = $1
   ),
   attendance as (
     select a.enrollment_id, count(*) filter (where a.status = 'absent') as absences
     from live_session_cohorts t
     join live_sessions l on l.organization_id = t.organization_id and l.id = t.live_session_id
       and l.status = 'scheduled' and l.ends_at <= $3::timestamptz
     join attendances a on a.organization_id = l.organization_id and a.live_session_id = l.id
     join members m on m.organization_id = a.organization_id and m.id = a.enrollment_id
     where t.organization_id = $1 and t.cohort_id = $2
     group by a.enrollment_id
   ),
   attendance_totals as (
     select count(*) > 0 as recorded, coalesce(sum(absences), 0)::integer as absences,
            (count(*) filter (where absences >= 2))::integer as repeatedly
     from attendance
   ),
   totals as (
     select count(*)::integer as total,
            (count(*) filter (where status = 'active'))::integer as active,
            (count(*) filter (where status = 'pending'))::integer as pending,
            (count(*) filter (where status = 'completed'))::integer as completed,
            (count(*) filter (where rhythm = 'on_time'))::integer as on_time,
            (count(*) filter (where rhythm = 'late'))::integer as late,
            (count(*) filter (where rhythm = 'at_risk'))::integer as at_risk,
            (count(*) filter (where rhythm = 'unknown'))::integer as unknown,
            coalesce(sum(blockers), 0)::integer as blockers,
            coalesce(sum(urgent_blockers), 0)::integer as urgent_blockers,
            (count(*) filter (where without_intervention))::integer as without_intervention
     from signals
   )
   select totals.*, pending_reviews.total as reviews, pending_reviews.overdue as overdue_reviews,
          attendance_totals.absences, attendance_totals.repeatedly as repeatedly_absent,
          attendance_totals.recorded as attendance_recorded
   from totals, pending_reviews, attendance_totals`,
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
