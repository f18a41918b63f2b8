import { OF_PERSON } from '#contexts/enrollments/enrollments.public.js';
import { CURRENT_PHASE, PHASE_COLUMNS, type PhaseRow } from '../cockpit/cockpit-sections.js';
import { OPEN_TASK, OVERDUE_TASK } from '../cockpit/cockpit-signals.js';
import { newestFirst } from '#kernel/lists';
import { insightTables } from '../insights.tables.js';
import { MOST_GROUPS } from './my-enrollment.dto.js';

export interface MyEnrollmentRow extends PhaseRow {
  id: string;
  status: string;
  enrolledAt: Date;
  closedAt: Date | null;
  cohortId: string;
  cohortName: string;
  timezone: string;
  startDate: string | null;
  endDate: string | null;
  programId: string;
  programName: string;
  openTasks: number;
  overdueTasks: number;
}

/**
 * Newest first. The tasks are counted by the conditions of the cockpit and the briefing. OFFSET 0 makes PostgreSQL look cohorts
 * up by id: it expects far more enrollments of one person than there are, and would read all cohorts.
 */
export const listOwn = insightTables
  .list('list_enrollments_of_person', {
    parameters: { account: 'uuid', now: 'timestamptz' },
    order: newestFirst('id', 'e.id'),
    sql: (page) => `select m.id, m.status, m.enrolled_at as "enrolledAt", m.closed_at as "closedAt", c.id as "cohortId",
            c.name as "cohortName", c.timezone, c.start_date as "startDate", c.end_date as "endDate",
            p.id as "programId", p.name as "programName", working.*, overdue.*, ${PHASE_COLUMNS}
     from (
       select e.id, e.cohort_id, e.status, e.enrolled_at, e.closed_at from enrollments e
       where e.organization_id = :organization and ${OF_PERSON}${page.conditions}
       ${page.orderAndLimit}) m
     cross join lateral (
       select c.* from cohorts c where c.organization_id = :organization and c.id = m.cohort_id offset 0) c
     join programs p on p.organization_id = :organization and p.id = c.program_id
     ${CURRENT_PHASE}
     cross join lateral (
       select count(*)::integer as "openTasks" from member_tasks t where ${OPEN_TASK}) working
     cross join lateral (
       select count(*)::integer as "overdueTasks" from member_tasks t where ${OVERDUE_TASK}) overdue
     order by m.id desc`,
  })
  .returning<MyEnrollmentRow>();

/** Open memberships, oldest first. */
export const listGroups = insightTables
  .statement(
    'list_groups_of_enrollments',
    { enrollments: 'uuid[]' },
    `select own.id as "enrollmentId", g.id, g.name, g.type
     from unnest(:enrollments::uuid[]) own (id)
     cross join lateral (
       select i.group_id, i.started_at, i.id from group_memberships i
       where i.organization_id = :organization and i.enrollment_id = own.id and i.ended_at is null
       order by i.started_at, i.id limit ${MOST_GROUPS}) i
     join groups g on g.organization_id = :organization and g.id = i.group_id
     order by i.started_at, i.id`,
  )
  .returning<{ enrollmentId: string; id: string; name: string; type: string }>();
