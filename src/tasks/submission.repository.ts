import { Injectable } from '@nestjs/common';
import { notFound } from '../platform/errors/service-error.js';
import { listPage } from '../platform/lists/list-page.js';
import type { Page, PageQuery } from '../platform/lists/page.js';
import type { Scope } from '../platform/persistence/scope.js';
import { statement } from '../platform/persistence/statement.js';
import type { NewRow } from '../platform/persistence/tenant-entity.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import type { AcceptedFormatValue, DeliverableStatus } from './deliverable.entity.js';
import type { MemberTaskStatus } from './member-task.entity.js';
import { SubmissionEntity } from './submission.entity.js';

/** What decides whether something may be handed in. */
export interface ExpectedRow {
  status: DeliverableStatus;
  accepted_formats: AcceptedFormatValue[];
  member_task_id: string;
  enrollment_id: string;
  task_status: MemberTaskStatus;
}

// FOR SHARE: archiving either row waits, other submissions do not.
const lockExpected = statement<ExpectedRow>(
  'lock_expected_deliverable',
  `select d.status, d.accepted_formats, t.id as member_task_id, t.enrollment_id, t.status as task_status
   from deliverables d
   join member_tasks t on t.organization_id = d.organization_id and t.id = d.member_task_id
   where d.organization_id = $1 and d.id = $2
   for share`,
);

const findMediaType = statement<{ mime_type: string }>(
  'find_submitted_media_type',
  'select mime_type from media where organization_id = $1 and id = $2',
);

@Injectable()
export class SubmissionRepository {
  /** The deliverable with its task, both kept from changing until the end of the unit. */
  async lockExpected(uow: UnitOfWork, deliverableId: string): Promise<ExpectedRow> {
    const [row] = await uow.query(lockExpected, [deliverableId]);
    return row;
  }

  /** Undefined where the organization has no such media. */
  async findMediaType(scope: Scope, mediaId: string): Promise<string | undefined> {
    const [row] = await scope.query(findMediaType, [mediaId]);
    return row?.mime_type;
  }

  /** Locks the row until the end of the unit. Throws 404. */
  async getForUpdate(uow: UnitOfWork, id: string): Promise<SubmissionEntity> {
    const submission = await uow.manager.findOne(SubmissionEntity, {
      where: { organizationId: uow.organizationId, id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!submission) throw notFound();
    return submission;
  }

  list(scope: Scope, deliverableId: string, query: PageQuery): Promise<Page<SubmissionEntity>> {
    return listPage(scope, SubmissionEntity, query, { equal: { deliverableId } }, (row) => row);
  }

  add(uow: UnitOfWork, submission: NewRow<SubmissionEntity>): void {
    uow.insert(SubmissionEntity, submission);
  }
}
