import { Injectable } from '@nestjs/common';
import type { CohortStatus } from '#contexts/cohorts/cohorts.public.js';
import {
  REACHED,
  reachParameters,
  reachValues,
  type EnrollmentStatus,
} from '#contexts/enrollments/enrollments.public.js';
import { keyedBy } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import { taskTables } from '../tasks.tables.js';
import type { CohortTaskCounts } from './cohort-task.dto.js';

const SUBMITTED = `exists (
  select 1 from submissions s
  where s.organization_id = :organization and s.enrollment_id = t.enrollment_id and s.member_task_id = t.id)`;

const ACCEPTED = `exists (
  select 1 from submissions s
  where s.organization_id = :organization and s.enrollment_id = t.enrollment_id and s.member_task_id = t.id
    and s.status = 'accepted')`;

/** As the cockpit counts: see its condition OVERDUE_TASK. */
const OVERDUE = `t.status = 'published' and t.due_at < :now::timestamptz and not ${SUBMITTED}`;

/** Takes `reachParameters` where it is joined with the condition REACHED. */
export const REACHED_TASKS = `member_tasks t
  join enrollments e on e.organization_id = t.organization_id and e.id = t.enrollment_id`;

const count = taskTables
  .statement(
    'count_member_tasks_of_cohort_tasks',
    { tasks: 'uuid[]', now: 'timestamptz', ...reachParameters },
    `select t.cohort_task_id as task, count(*)::integer as total,
       count(*) filter (where t.status = 'published')::integer as published,
       count(*) filter (where t.status = 'completed')::integer as completed,
       count(*) filter (where t.status = 'archived')::integer as archived,
       count(*) filter (where ${SUBMITTED})::integer as "handedIn",
       count(*) filter (where ${ACCEPTED})::integer as accepted,
       count(*) filter (where ${OVERDUE})::integer as overdue
     from ${REACHED_TASKS}
     where t.organization_id = :organization and t.cohort_task_id = any(:tasks::uuid[]) and ${REACHED}
     group by t.cohort_task_id`,
  )
  .returning<CohortTaskCounts & { task: string }>();

export const countOfCohort = taskTables
  .statement(
    'count_tasks_of_cohort',
    { cohort: 'uuid' },
    `select count(*)::integer as kept, count(*) filter (where new_enrollments)::integer as "forNew"
     from cohort_tasks where organization_id = :organization and cohort_id = :cohort and status <> 'archived'`,
  )
  .returning<{ kept: number; forNew: number }>();

export interface LockedCohort {
  id: string;
  status: CohortStatus;
  timezone: string;
  startDate: string | null;
}

// In the order of all writes, the cohort comes before its tasks: enrolling holds this lock, too.
const lockCohorts = taskTables
  .statement(
    'lock_cohorts_of_tasks',
    { ids: 'uuid[]' },
    `select id, status, timezone, to_char(start_date, 'YYYY-MM-DD') as "startDate" from cohorts
     where organization_id = :organization and id = any(:ids::uuid[]) order by id for no key update`,
  )
  .returning<LockedCohort>();

export interface AssignableEnrollment {
  id: string;
  status: EnrollmentStatus;
  enrolledAt: Date;
}

export const lockOpenEnrollments = taskTables
  .statement(
    'lock_open_enrollments_of_cohort',
    { cohort: 'uuid' },
    `select id, status, enrolled_at as "enrolledAt" from enrollments
     where organization_id = :organization and cohort_id = :cohort and status in ('pending', 'active', 'paused')
     order by id for share`,
  )
  .returning<AssignableEnrollment>();

export const lockEnrollments = taskTables
  .statement(
    'lock_enrollments_to_assign',
    { cohort: 'uuid', ids: 'uuid[]' },
    `select id, status, enrolled_at as "enrolledAt" from enrollments
     where organization_id = :organization and cohort_id = :cohort and id = any(:ids::uuid[]) order by id for share`,
  )
  .returning<AssignableEnrollment>();

const listAssigned = taskTables
  .statement(
    'list_assigned_member_tasks',
    { task: 'uuid', enrollments: 'uuid[]' },
    `select id, enrollment_id as "enrollmentId" from member_tasks
     where organization_id = :organization and cohort_task_id = :task and enrollment_id = any(:enrollments::uuid[])`,
  )
  .returning<{ id: string; enrollmentId: string }>();

export const listUntouched = taskTables
  .statement(
    'list_untouched_member_tasks',
    { task: 'uuid' },
    `select t.id from member_tasks t
     where t.organization_id = :organization and t.cohort_task_id = :task and t.status <> 'archived'
       and not ${SUBMITTED}
     order by t.id`,
  )
  .returning<{ id: string }>();

export interface GivenTask {
  id: string;
  enrollmentId: string;
  title: string;
  description: string | null;
  dueAt: Date | null;
  plannedDueAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

export const lockGiven = taskTables
  .statement(
    'lock_open_member_tasks_of_cohort_task',
    { task: 'uuid' },
    `select id, enrollment_id as "enrollmentId", title, description, due_at as "dueAt",
       planned_due_at as "plannedDueAt", created_at as "createdAt", updated_at as "updatedAt"
     from member_tasks
     where organization_id = :organization and cohort_task_id = :task and status in ('draft', 'published')
     order by id for update`,
  )
  .returning<GivenTask>();

// Not joined with their tasks: where the statistics are older than an import, PostgreSQL takes the organization for an
// empty one, and looks through all of its enrollments for each of thousands of tasks.
export const listEnrolledAt = taskTables
  .statement(
    'list_enrolled_at',
    { ids: 'uuid[]' },
    `select id, enrolled_at as "enrolledAt" from enrollments
     where organization_id = :organization and id = any(:ids::uuid[])`,
  )
  .returning<{ id: string; enrolledAt: Date }>();

export const applyChanges = taskTables.statement(
  'apply_cohort_task_to_member_tasks',
  { changes: 'jsonb' },
  `update member_tasks t
   set title = c.title, description = c.description, due_at = c."dueAt", planned_due_at = c."plannedDueAt",
       updated_at = c."updatedAt"
   from jsonb_to_recordset(:changes::jsonb) as c (
     id uuid, title text, description text, "dueAt" timestamptz, "plannedDueAt" timestamptz, "updatedAt" timestamptz)
   where t.organization_id = :organization and t.id = c.id`,
);

@Injectable()
export class CohortTaskRepository {
  /** By task id; a task without any member task is not in it. */
  async count(scope: Scope, tasks: readonly string[]): Promise<ReadonlyMap<string, CohortTaskCounts>> {
    const rows = await scope.query(count, { tasks, now: scope.now, ...reachValues(scope.caller) });
    return new Map(rows.map(({ task, ...counts }) => [task, counts]));
  }

  /** Those that exist, by id. */
  async lockCohorts(uow: UnitOfWork, ids: readonly string[]): Promise<ReadonlyMap<string, LockedCohort>> {
    return keyedBy(await uow.query(lockCohorts, { ids }), ({ id }) => id);
  }

  /** The member tasks of the enrollments, by enrollment. */
  async listAssigned(scope: Scope, task: string, enrollments: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await scope.query(listAssigned, { task, enrollments });
    return new Map(rows.map(({ id, enrollmentId }) => [enrollmentId, id]));
  }
}
