import { coachedInCohort, reachParameters } from '#contexts/enrollments/enrollments.public.js';
import type { Parameters } from '#kernel/persistence';
import { insightTables } from '../insights.tables.js';
import { MEMBERS, PAST_LIVES, signalParameters, type CockpitScope } from './cockpit-signals.js';
import { CURRENT_PHASE, PHASE_COLUMNS, type PhaseRow } from './cockpit-sections.js';
import { ABSENCE_COUNT, countingSql, MEMBER_COUNTS } from './member-counts.js';
import type { CockpitCohort, CockpitMembers, CockpitRhythm, UpcomingLive } from './cockpit.dto.js';

export interface CohortRow extends CockpitCohort, PhaseRow {
  timezone: string;
  capacity: number | null;
}

export const findCockpitCohort = insightTables
  .statement(
    'cockpit_cohort',
    { cohort: 'uuid' },
    `select c.id, c.name, p.name as "programName", c.status, c.timezone, c.start_date as "startDate", c.capacity,
            ${PHASE_COLUMNS}
     from cohorts c
     left join programs p on p.organization_id = c.organization_id and p.id = c.program_id
     ${CURRENT_PHASE}
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
  /** Members whose attendance was recorded. */
  attended: number;
}

const countMembersIn = <const P extends Parameters>(scope: CockpitScope, parameters: P, how: string) => {
  const members = `${how} (select m.id, m.status from enrollments m where ${MEMBERS[scope]})`;
  const sql = countingSql([...MEMBER_COUNTS, ABSENCE_COUNT], members);
  return insightTables.statement(`cockpit_members_${scope}`, parameters, sql).returning<MemberCounts>();
};

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
