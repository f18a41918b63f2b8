import type { MemberTaskStatus } from '../member-task/member-task.entity.js';
import { taskTables } from '../tasks.tables.js';

/** The task's status, locked against changes until the end of the unit of work. */
export const lockTaskStatus = taskTables
  .statement(
    'lock_member_task_status',
    { id: 'uuid' },
    'select status from member_tasks where organization_id = :organization and id = :id for share',
  )
  .returning<{ status: MemberTaskStatus }>();

/** Inserts no row where the task has an active deliverable: the partial unique index rejects all but one of concurrent inserts. */
export const insertActive = taskTables.statement(
  'insert_active_deliverable',
  {
    id: 'uuid',
    memberTaskId: 'uuid',
    title: 'text',
    expectations: 'text',
    criteria: 'text',
    acceptedFormats: 'jsonb',
    expectedReviewerRole: 'text',
    createdAt: 'timestamptz',
  },
  `insert into deliverables
     (organization_id, id, member_task_id, title, expectations, criteria, accepted_formats, expected_reviewer_role,
      status, created_at, updated_at)
   values (:organization, :id, :memberTaskId, :title, :expectations, :criteria, :acceptedFormats,
           :expectedReviewerRole, 'active', :createdAt, :createdAt)
   on conflict (organization_id, member_task_id) where status = 'active' do nothing`,
);
