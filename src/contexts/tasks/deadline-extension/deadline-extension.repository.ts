import type { EnrollmentStatus } from '#contexts/enrollments/enrollments.public.js';
import type { SourceOf } from '#kernel/fields';
import { taskTables } from '../tasks.tables.js';
import { MAX_TASKS, type ExtendedTask } from './deadline-extension.dto.js';

export interface ExtendedEnrollment {
  id: string;
  cohortId: string;
  memberId: string;
  status: EnrollmentStatus;
  timezone: string;
}

// FOR NO KEY UPDATE: extensions and moves of the enrollment wait, new tasks do not.
export const lockEnrollment = taskTables
  .statement(
    'lock_enrollment_to_extend',
    { id: 'uuid' },
    `select e.id, e.cohort_id as "cohortId", e.member_id as "memberId", e.status, c.timezone
     from enrollments e
     join cohorts c on c.organization_id = e.organization_id and c.id = e.cohort_id
     where e.organization_id = :organization and e.id = :id
     for no key update of e`,
  )
  .returning<ExtendedEnrollment>();

/** Draft and published tasks with a deadline, among `ids` if given; one more than an extension may have. */
export const listOpenDeadlines = taskTables
  .statement(
    'list_open_deadlines',
    { enrollment: 'uuid', ids: 'uuid[]' },
    `select id from member_tasks
     where organization_id = :organization and enrollment_id = :enrollment and status in ('draft', 'published')
       and due_at is not null and (:ids::uuid[] is null or id = any(:ids::uuid[]))
     order by id limit ${MAX_TASKS + 1}`,
  )
  .returning<{ id: string }>();

/** Sets the deadlines of the tasks, which are locked, to those of the extension. */
export const moveDeadlines = taskTables.statement(
  'move_extended_deadlines',
  { extension: 'uuid', at: 'timestamptz' },
  `update member_tasks t set due_at = x.to_due_at, updated_at = :at
   from deadline_extension_tasks x
   where t.organization_id = :organization and x.organization_id = :organization
     and x.deadline_extension_id = :extension and t.id = x.member_task_id`,
);

export const listExtendedTasks = taskTables
  .statement(
    'list_extended_tasks',
    { extensions: 'uuid[]' },
    `select x.deadline_extension_id as extension, x.member_task_id as "memberTaskId", x.title, x.from_due_at as "from",
            x.to_due_at as "to", x.overdue
     from deadline_extension_tasks x
     where x.organization_id = :organization and x.deadline_extension_id = any(:extensions::uuid[])
     order by x.member_task_id`,
  )
  .returning<SourceOf<ExtendedTask> & { extension: string }>();
