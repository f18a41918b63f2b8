import { Injectable } from '@nestjs/common';
import { notFound } from '../platform/errors/service-error.js';
import { listPage } from '../platform/lists/list-page.js';
import type { Page, PageQuery } from '../platform/lists/page.js';
import type { Scope } from '../platform/persistence/scope.js';
import { statement } from '../platform/persistence/statement.js';
import type { Change, NewRow } from '../platform/persistence/tenant-entity.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import { DeliverableEntity } from './deliverable.entity.js';
import type { MemberTaskStatus } from './member-task.entity.js';

const lockTask = statement<{ status: MemberTaskStatus }>(
  'lock_member_task_status',
  'select status from member_tasks where organization_id = $1 and id = $2 for share',
);

// The partial unique index on active deliverables decides, however many arrive at once.
const insertActive = statement(
  'insert_active_deliverable',
  `insert into deliverables
     (organization_id, id, member_task_id, title, expectations, criteria, accepted_formats, expected_reviewer_role,
      status, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, 'active', $9, $9)
   on conflict (organization_id, member_task_id) where status = 'active' do nothing`,
);

@Injectable()
export class DeliverableRepository {
  /** Throws 404. */
  async get(scope: Scope, id: string): Promise<DeliverableEntity> {
    const deliverable = await scope.manager.findOneBy(DeliverableEntity, { organizationId: scope.organizationId, id });
    if (!deliverable) throw notFound();
    return deliverable;
  }

  /** Locks the row until the end of the unit. Throws 404. */
  async getForUpdate(uow: UnitOfWork, id: string): Promise<DeliverableEntity> {
    const deliverable = await uow.manager.findOne(DeliverableEntity, {
      where: { organizationId: uow.organizationId, id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!deliverable) throw notFound();
    return deliverable;
  }

  list<Item>(
    scope: Scope,
    memberTaskId: string,
    query: PageQuery,
    toItem: (row: DeliverableEntity) => Item,
  ): Promise<Page<Item>> {
    return listPage(scope, DeliverableEntity, query, { equal: { memberTaskId } }, toItem);
  }

  /** The task's status, kept from changing until the end of the unit. */
  async lockTaskStatus(uow: UnitOfWork, memberTaskId: string): Promise<MemberTaskStatus> {
    const [row] = await uow.query(lockTask, [memberTaskId]);
    return row.status;
  }

  /** False where the task already has an active deliverable. */
  async addActive(uow: UnitOfWork, row: NewRow<DeliverableEntity>): Promise<boolean> {
    const added = await uow.execute(insertActive, [
      row.id,
      row.memberTaskId,
      row.title,
      row.expectations,
      row.criteria,
      JSON.stringify(row.acceptedFormats),
      row.expectedReviewerRole,
      row.createdAt.toISOString(),
    ]);
    return added === 1;
  }

  update(uow: UnitOfWork, id: string, change: Change<DeliverableEntity>): void {
    uow.update(DeliverableEntity, id, change);
  }
}
