import { coachedInCohort, reachParameters } from '#contexts/enrollments/enrollments.public.js';
import type { Parameters } from '#kernel/persistence/statement.js';
import { insightTables } from '../insights.tables.js';
import {
  ABSENT,
  LATE,
  MEMBERS,
  OPEN_BLOCKER,
  OVERDUE_REVIEW,
  PAST_ATTENDANCES,
  PAST_LIVES,
  PENDING_SUBMISSION,
  UNKNOWN,
  URGENT_BLOCKER,
  WITHOUT_INTERVENTION,
  signalParameters,
  type CockpitScope,
} from './cockpit-signals.js';
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
             where a.organization_id = c.organization_id and a.cohort_id = c.id) as phase_total
     from cohorts c
     left join programs p on p.organization_id = c.organization_id and p.id = c.program_id
     left join cohort_phases f on f.organization_id = c.organization_id and f.cohort_id = c.id and f.id = c.current_phase_id
     where c.organization_id = :organization and c.id = :cohort`,
  )
  .returning<CohortRow>();

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

/**
 * Every aggregate over the members. Each count is a branch of UNION ALL that joins the members by indexes in the same
 * order. All columns are cast to the same types, which a parallel append needs.
 */
const countMembersIn = <const P extends Parameters>(scope: CockpitScope, parameters: P, how: string) =>
  insightTables
    .statement(
      `cockpit_members_${scope}`,
      parameters,
      `with members as ${how} (select m.id, m.status from enrollments m where ${MEMBERS[scope]}),
   counts (kind, a, b, c, d) as (
     select 'members'::text, count(*), count(*) filter (where m.status = 'active'),
            count(*) filter (where m.status = 'pending'), count(*) filter (where m.status = 'completed')
     from members m
     union all
     select 'blocked'::text, count(*), coalesce(sum(total), 0)::bigint, coalesce(sum(urgent), 0)::bigint, 0::bigint
     from (
       select count(*) as total, count(*) filter (where ${URGENT_BLOCKER}) as urgent
       from members m
       join blockers b on ${OPEN_BLOCKER}
       group by b.enrollment_id) blocked
     union all
     select 'late'::text, count(*), 0::bigint, 0::bigint, 0::bigint
     from members m
     where ${LATE}
     union all
     select 'unknown'::text, count(*), 0::bigint, 0::bigint, 0::bigint
     from members m
     where ${UNKNOWN}
     union all
     select 'without_intervention'::text, count(*), 0::bigint, 0::bigint, 0::bigint
     from members m
     where ${WITHOUT_INTERVENTION}
     union all
     select 'reviews'::text, count(*), count(*) filter (where ${OVERDUE_REVIEW}),
            0::bigint, 0::bigint
     from members m
     join submissions s on ${PENDING_SUBMISSION}
     union all
     select 'absences'::text, count(*), coalesce(sum(absences), 0)::bigint,
            count(*) filter (where absences >= 2), 0::bigint
     from (
       select count(*) filter (where ${ABSENT}) as absences
       from ${PAST_ATTENDANCES}
       join members m on m.id = a.enrollment_id
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
  tenant: countMembersIn('tenant', signalParameters, 'not materialized'),
  assigned: countMembersIn('assigned', { ...signalParameters, callerMember: 'uuid' }, 'materialized'),
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
         select 1 from ${PAST_LIVES}
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
