import { SEATED } from '#contexts/cohorts/cohorts.public.js';
import { coachedInCohort, reachParameters } from '#contexts/enrollments/enrollments.public.js';
import type { Parameters } from '#kernel/persistence/statement.js';
import { insightTables } from '../insights.tables.js';
import type { CockpitCohort, CockpitMembers, CockpitRhythm, UpcomingLive } from './cockpit.dto.js';

export interface CohortRow extends CockpitCohort {
  timezone: string;
  capacity: number | null;
  phase_id: string | null;
  phase_name: string | null;
  phase_position: number | null;
  phase_total: number;
}

export const findCockpitCohort = insightTables
  .statement(
    'cockpit_cohort',
    { cohort: 'uuid' },
    `select c.id, c.name, p.name as "programName", c.status, c.timezone, c.start_date as "startDate", c.capacity,
            f.id as phase_id, f.name as phase_name, f.position as phase_position,
            (select count(*)::integer from cohort_phases a
             where a.organization_id = :organization and a.cohort_id = c.id) as phase_total
     from cohorts c
     left join programs p on p.organization_id = c.organization_id and p.id = c.program_id
     left join cohort_phases f on f.organization_id = c.organization_id and f.cohort_id = c.id and f.id = c.current_phase_id
     where c.organization_id = :organization and c.id = :cohort`,
  )
  .returning<CohortRow>();

const notBlocked = `not exists (
         select 1 from blockers b
         where b.organization_id = :organization and b.enrollment_id = m.id and b.status = 'open')`;

function membersWhere(how: string, condition: string): string {
  return `members as ${how} (
     select e.id, e.status from enrollments e
     where e.organization_id = :organization and e.cohort_id = :cohort and e.status in (${SEATED}) and ${condition}
   )`;
}

export interface MemberCounts extends CockpitMembers, CockpitRhythm {
  blockers: number;
  urgent_blockers: number;
  without_intervention: number;
  reviews: number;
  overdue_reviews: number;
  absences: number;
  repeatedly_absent: number;
  attendance_recorded: boolean;
}

/** Notes and sessions count after `interventionSince`; a review of a submission until `reviewDue` is overdue. */
const counting = {
  cohort: 'uuid',
  now: 'timestamptz',
  interventionSince: 'timestamptz',
  reviewDue: 'timestamptz',
} as const;

/**
 * Every aggregate over the members. Each count is a branch of UNION ALL that joins the members by indexes in the same
 * order. All columns are cast to the same types, which a parallel append needs.
 */
const countMembersIn = <const P extends Parameters>(name: string, parameters: P, members: string) =>
  insightTables
    .statement(
      name,
      parameters,
      `with ${members},
   counts as (
     select 'members'::text as kind, count(*) as a, count(*) filter (where m.status = 'active') as b,
            count(*) filter (where m.status = 'pending') as c, count(*) filter (where m.status = 'completed') as d
     from members m
     union all
     select 'blocked'::text, count(*), coalesce(sum(total), 0)::bigint, coalesce(sum(urgent), 0)::bigint, 0::bigint
     from (
       select count(*) as total, count(*) filter (where b.urgency = 'urgent') as urgent
       from members m
       join blockers b on b.organization_id = :organization and b.enrollment_id = m.id and b.status = 'open'
       group by b.enrollment_id) blocked
     union all
     select 'late'::text, count(*), 0::bigint, 0::bigint, 0::bigint
     from members m
     where ${notBlocked} and exists (
       select 1 from member_tasks t
       where t.organization_id = :organization and t.enrollment_id = m.id
         and t.due_at is not null and t.status in ('published', 'completed')
         and t.status = 'published' and t.due_at < :now::timestamptz
         and not exists (
           select 1 from submissions s
           where s.organization_id = :organization and s.enrollment_id = t.enrollment_id and s.member_task_id = t.id))
     union all
     select 'unknown'::text, count(*), 0::bigint, 0::bigint, 0::bigint
     from members m
     where ${notBlocked} and not exists (
       select 1 from member_tasks t
       where t.organization_id = :organization and t.enrollment_id = m.id
         and t.due_at is not null and t.status in ('published', 'completed'))
     union all
     select 'without_intervention'::text, count(*), 0::bigint, 0::bigint, 0::bigint
     from members m
     where m.status = 'active'
       and not exists (
         select 1 from enrollment_notes n
         where n.organization_id = :organization and n.enrollment_id = m.id
           and n.written_at > :interventionSince::timestamptz)
       and not exists (
         select 1 from coaching_sessions c
         where c.organization_id = :organization and c.enrollment_id = m.id
           and c.held_at > :interventionSince::timestamptz)
     union all
     select 'reviews'::text, count(*), count(*) filter (where s.submitted_at <= :reviewDue::timestamptz),
            0::bigint, 0::bigint
     from members m
     join submissions s on s.organization_id = :organization and s.enrollment_id = m.id and s.status = 'pending'
     union all
     select 'absences'::text, count(*), coalesce(sum(absences), 0)::bigint,
            count(*) filter (where absences >= 2), 0::bigint
     from (
       select count(*) filter (where a.status = 'absent') as absences
       from live_session_cohorts t
       join live_sessions l on l.organization_id = :organization and l.id = t.live_session_id
         and l.status = 'scheduled' and l.ends_at <= :now::timestamptz
       join attendances a on a.organization_id = :organization and a.live_session_id = l.id
       join members m on m.id = a.enrollment_id
       where t.organization_id = :organization and t.cohort_id = :cohort
       group by a.enrollment_id) attendance
   ),
   totals as (
     select ${[
       ['members', 'total', 'active', 'pending', 'completed'],
       ['blocked', 'at_risk', 'blockers', 'urgent_blockers'],
       ['late', 'late'],
       ['unknown', 'unknown'],
       ['without_intervention', 'without_intervention'],
       ['reviews', 'reviews', 'overdue_reviews'],
       ['absences', 'attended', 'absences', 'repeatedly_absent'],
     ]
       .flatMap(([kind, ...names]) =>
         names.map((name, place) => `(max(${'abcd'[place]}) filter (where kind = '${kind}'))::integer as ${name}`),
       )
       .join(',\n            ')}
     from counts
   )
   select *, total - at_risk - late - unknown as on_time, attended > 0 as attendance_recorded from totals`,
    )
    .returning<MemberCounts>();

/**
 * Planner settings for `countMembers`, which is sent right after. Cohort sizes differ too much for a generic plan. The
 * costs favour index scans over sorts and hashes, and parallel workers only for large cohorts.
 */
export const planCounting = insightTables.statement(
  'cockpit_plan_counting',
  {},
  `select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('random_page_cost', '1.1', true),
          set_config('work_mem', '32MB', true), set_config('cpu_tuple_cost', '0.03', true),
          set_config('parallel_setup_cost', '20000', true)`,
);

/** A whole cohort is scanned by every count, in parallel; the assigned members are materialized first. */
export const countMembers = {
  tenant: countMembersIn('cockpit_members_tenant', counting, membersWhere('not materialized', 'true')),
  assigned: countMembersIn(
    'cockpit_members_assigned',
    { ...counting, callerMember: 'uuid' },
    membersWhere('materialized', `e.id = any(${coachedInCohort(':cohort::uuid', ':callerMember::uuid')})`),
  ),
};

export interface SessionsRow {
  past: boolean;
  reached: boolean;
  /** Instants are in UTC, without an offset. */
  upcoming: UpcomingLive[];
}

export const findCockpitSessions = insightTables
  .statement(
    'cockpit_sessions',
    { cohort: 'uuid', now: 'timestamptz', ...reachParameters },
    `select
       exists (
         select 1 from live_session_cohorts t
         join live_sessions l on l.organization_id = t.organization_id and l.id = t.live_session_id
         where t.organization_id = :organization and t.cohort_id = :cohort
           and l.status = 'scheduled' and l.ends_at <= :now::timestamptz
       ) as past,
       (:reachesAll::boolean or cardinality(${coachedInCohort(':cohort::uuid', ':callerMember::uuid')}) > 0) as reached,
       coalesce((
         select json_agg(next order by next."startsAt", next.id) from (
           select l.id, l.title, l.starts_at at time zone 'UTC' as "startsAt",
                  l.ends_at at time zone 'UTC' as "endsAt", l.timezone
           from live_session_cohorts t
           join live_sessions l on l.organization_id = t.organization_id and l.id = t.live_session_id
           where t.organization_id = :organization and t.cohort_id = :cohort
             and l.status = 'scheduled' and l.starts_at > :now::timestamptz
           order by l.starts_at, l.id
           limit 3) next
       ), '[]'::json) as upcoming`,
  )
  .returning<SessionsRow>();
