import { type CohortStatus, SEATED } from '#contexts/cohorts/cohorts.public.js';
import { coachedBy, coachedEnrollments, reachParameters } from '#contexts/enrollments/enrollments.public.js';
import { newestFirst } from '#kernel/lists';
import type { Parameters } from '#kernel/persistence';
import { countingSql, MEMBER_COUNTS } from '../cockpit/member-counts.js';
import type { MemberCounts } from '../cockpit/cockpit.statements.js';
import { insightTables } from '../insights.tables.js';
import type { NextLive } from './cohort-overview.dto.js';

export interface OverviewRow {
  id: string;
  name: string;
  programId: string;
  programName: string;
  status: CohortStatus;
  timezone: string;
  startDate: string | null;
  /** Its start is in UTC, without an offset. */
  nextLive: NextLive | null;
}

/** Newest first; for a coach the cohorts in which they reach anybody. */
export const listOverviewCohorts = insightTables
  .list('list_overview_cohorts', {
    parameters: { statuses: 'text[]', now: 'timestamptz', ...reachParameters },
    filters: { programId: ['uuid', 'c.program_id = :programId'] },
    order: newestFirst('id', 'c.id'),
    sql: (page) => `select c.id, c.name, c.program_id as "programId", p.name as "programName", c.status, c.timezone,
            c.start_date as "startDate",
            (select json_build_object('id', l.id, 'title', l.title, 'startsAt', l.starts_at at time zone 'UTC',
                                      'timezone', l.timezone)
             from live_session_cohorts t
             join live_sessions l on l.organization_id = :organization and l.id = t.live_session_id
             where t.organization_id = :organization and t.cohort_id = c.id
               and l.status = 'scheduled' and l.starts_at > :now::timestamptz
             order by l.starts_at, l.id
             limit 1) as "nextLive"
     from cohorts c
     join programs p on p.organization_id = :organization and p.id = c.program_id
     where c.organization_id = :organization and c.status = any(:statuses::text[])
       and (:reachesAll::boolean or c.id = any(array(
         select e.cohort_id from enrollments e
         where e.organization_id = :organization and ${coachedBy(':callerMember::uuid')})))${page.conditions}
     ${page.orderAndLimit}`,
  })
  .returning<OverviewRow>();

const counting = {
  cohorts: 'uuid[]',
  now: 'timestamptz',
  interventionSince: 'timestamptz',
  reviewDue: 'timestamptz',
} as const;

export type OverviewCounts = MemberCounts & { cohort_id: string };

const countMembersOf = <const P extends Parameters>(name: string, parameters: P, reached: string) => {
  const members = `materialized (
    select m.id, m.status, m.cohort_id from enrollments m
    where m.organization_id = :organization and m.cohort_id = any(:cohorts::uuid[]) and m.status in (${SEATED}) and ${reached})`;
  const sql = countingSql(MEMBER_COUNTS, members, 'cohort_id');
  return insightTables.statement(name, parameters, sql).returning<OverviewCounts>();
};

/** The counts of the cockpit for several cohorts at once. Cohorts without members have no row. */
export const countOverviewMembers = {
  tenant: countMembersOf('overview_members_tenant', counting, 'true'),
  assigned: countMembersOf(
    'overview_members_assigned',
    { ...counting, callerMember: 'uuid' },
    `m.id = any(${coachedEnrollments(':callerMember::uuid')})`,
  ),
};
