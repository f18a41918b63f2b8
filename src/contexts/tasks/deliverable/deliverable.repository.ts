import { Injectable } from '@nestjs/common';
import type { ValuesOf } from '#kernel/persistence';
import type { UnitOfWork } from '#kernel/work';
import type { MemberTaskStatus } from '../member-task/member-task.entity.js';
import { taskTables } from '../tasks.tables.js';

const lockTask = taskTables
  .statement(
    'lock_member_task_status',
    { id: 'uuid' },
    'select status from member_tasks where organization_id = :organization and id = :id for share',
  )
  .returning<{ status: MemberTaskStatus }>();

const activeParameters = {
  id: 'uuid',
  memberTaskId: 'uuid',
  title: 'text',
  expectations: 'text',
  criteria: 'text',
  acceptedFormats: 'jsonb',
  expectedReviewerRole: 'text',
  createdAt: 'timestamptz',
} as const;

// The partial unique index on active deliverables rejects all but one of concurrent inserts.
const insertActive = taskTables.statement(
  'insert_active_deliverable',
  activeParameters,
  `insert into deliverables
     (organization_id, id, member_task_id, title, expectations, criteria, accepted_formats, expected_reviewer_role,
      status, created_at, updated_at)
   values (:organization, :id, :memberTaskId, :title, :expectations, :criteria, :acceptedFormats,
           :expectedReviewerRole, 'active', :createdAt, :createdAt)
   on conflict (organization_id, member_task_id) where status = 'active' do nothing`,
);

@Injectable()
export class DeliverableRepository {
  /** Locks the task's status against changes until the end of the unit of work. */
  async lockTaskStatus(uow: UnitOfWork, id: string): Promise<MemberTaskStatus> {
    const [row] = await uow.query(lockTask, { id });
    return row.status;
  }

  /** False where the task already has an active deliverable. */
  async insertActive(uow: UnitOfWork, deliverable: ValuesOf<typeof activeParameters>): Promise<boolean> {
    return (await uow.execute(insertActive, deliverable)) === 1;
  }
}
