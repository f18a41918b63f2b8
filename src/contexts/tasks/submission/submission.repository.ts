import { Injectable } from '@nestjs/common';
import {
  REACHED,
  reachParameters,
  reachValues,
  type EnrollmentStatus,
} from '#contexts/enrollments/enrollments.public.js';
import { lockedByAnother } from '#kernel/persistence';
import type { Scope, UnitOfWork } from '#kernel/work';
import type { AcceptedFormatValue, DeliverableStatus } from '../deliverable/deliverable.entity.js';
import type { MemberTaskStatus } from '../member-task/member-task.entity.js';
import { taskTables } from '../tasks.tables.js';

interface DeliverableWithTask {
  status: DeliverableStatus;
  acceptedFormats: AcceptedFormatValue[];
  memberTaskId: string;
  enrollmentId: string;
  taskStatus: MemberTaskStatus;
  enrollmentStatus: EnrollmentStatus;
}

// FOR SHARE: a concurrent archival of either row, or the closing of the enrollment, waits, a concurrent submission does not.
// Rows are locked in the order of FROM.
const lockDeliverable = taskTables
  .statement(
    'lock_expected_deliverable',
    { id: 'uuid' },
    `select d.status, d.accepted_formats as "acceptedFormats", t.id as "memberTaskId", t.enrollment_id as "enrollmentId",
       t.status as "taskStatus", e.status as "enrollmentStatus"
     from enrollments e
     join member_tasks t on t.organization_id = e.organization_id and t.enrollment_id = e.id
     join deliverables d on d.organization_id = t.organization_id and d.member_task_id = t.id
     where d.organization_id = :organization and d.id = :id
     for share`,
  )
  .returning<DeliverableWithTask>();

// Whoever does not reach the enrollment `e` as staff hands in only media of their own.
const findMediaType = taskTables
  .statement(
    'find_submitted_media_type',
    { id: 'uuid', enrollment: 'uuid', account: 'uuid', ...reachParameters },
    `select m.mime_type as "mimeType" from media m
     join enrollments e on e.organization_id = m.organization_id and e.id = :enrollment
     where m.organization_id = :organization and m.id = :id and (m.created_by = :account or ${REACHED})`,
  )
  .returning<{ mimeType: string }>();

@Injectable()
export class SubmissionRepository {
  /** The deliverable with its task and enrollment; locks them against changes until the end of the unit of work. */
  async lockDeliverable(uow: UnitOfWork, id: string): Promise<DeliverableWithTask> {
    const [row] = await uow.query(lockDeliverable, { id });
    // A transfer that it waited for has moved the task to another enrollment.
    if (!row) throw lockedByAnother();
    return row;
  }

  /** Undefined where the media does not exist in the organization, or is not the caller's to hand in. */
  async findMediaType(scope: Scope, id: string, enrollment: string): Promise<string | undefined> {
    const { caller } = scope;
    const values = { id, enrollment, account: caller.accountId, ...reachValues(caller) };
    const [row] = await scope.query(findMediaType, values);
    return row?.mimeType;
  }
}
