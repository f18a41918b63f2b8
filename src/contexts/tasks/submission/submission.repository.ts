import { Injectable } from '@nestjs/common';
import {
  OF_PERSON,
  REACHED,
  reachParameters,
  reachValues,
  type EnrollmentStatus,
} from '#contexts/enrollments/enrollments.public.js';
import { keyedBy } from '#kernel/lists';
import { lockedByAnother } from '#kernel/persistence';
import { rowLimit, type Scope, type UnitOfWork } from '#kernel/work';
import type { AcceptedFormatValue, DeliverableStatus } from '../deliverable/deliverable.entity.js';
import type { MemberTaskStatus } from '../member-task/member-task.entity.js';
import { taskTables } from '../tasks.tables.js';
import type { SubmittedMedia } from './submission.dto.js';
import { MAX_PENDING_SUBMISSIONS } from './submission.entity.js';
import { pendingLimit } from './submission.operations.js';

interface DeliverableWithTask {
  status: DeliverableStatus;
  acceptedFormats: AcceptedFormatValue[];
  memberTaskId: string;
  enrollmentId: string;
  taskStatus: MemberTaskStatus;
  enrollmentStatus: EnrollmentStatus;
}

// A concurrent archival of either row, or the closing of the enrollment, waits; so does a concurrent submission for the
// deliverable, as those that wait for a review are counted. Rows are locked in the order of FROM.
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
     for share of e, t for no key update of d`,
  )
  .returning<DeliverableWithTask>();

/** Those of a deliverable, whose lock the caller holds. */
export const limitPendingSubmissions = rowLimit(taskTables, 'submissions', {
  of: 'deliverable_id',
  where: `status = 'pending'`,
  most: MAX_PENDING_SUBMISSIONS,
  refused: pendingLimit,
});

const findHandedInForOther = taskTables.statement(
  'find_enrollment_of_other',
  { enrollment: 'uuid', account: 'uuid', ...reachParameters },
  `select 1 from enrollments e
   where e.organization_id = :organization and e.id = :enrollment and ${REACHED} and not ${OF_PERSON}`,
);

const listFiles = taskTables
  .statement(
    'list_submitted_media',
    { ids: 'uuid[]' },
    `select id as "mediaId", kind, title, mime_type as "mimeType", url from media
     where organization_id = :organization and id = any(:ids::uuid[])`,
  )
  .returning<SubmittedMedia>();

@Injectable()
export class SubmissionRepository {
  /** The deliverable with its task and enrollment; locks them against changes until the end of the unit of work. */
  async lockDeliverable(uow: UnitOfWork, id: string): Promise<DeliverableWithTask> {
    const [row] = await uow.query(lockDeliverable, { id });
    // A transfer that it waited for has moved the task to another enrollment.
    if (!row) throw lockedByAnother();
    return row;
  }

  /** Whether the caller hands in as staff for somebody else; otherwise they hand in only media of their own. */
  async isHandedInForOther(scope: Scope, enrollment: string): Promise<boolean> {
    const { caller } = scope;
    const values = { enrollment, account: caller.accountId, ...reachValues(caller) };
    return (await scope.query(findHandedInForOther, values)).length > 0;
  }

  /** The files of submissions that the caller sees, by media id. */
  async listFiles(
    scope: Scope,
    submissions: readonly { mediaId: string | null }[],
  ): Promise<Map<string, SubmittedMedia>> {
    const ids = submissions.flatMap(({ mediaId }) => mediaId ?? []);
    const rows = ids.length === 0 ? [] : await scope.query(listFiles, { ids });
    return keyedBy(rows, ({ mediaId }) => mediaId);
  }
}
