import type { Row, Tenant } from '../tenant.js';
import { deliverable } from './deliverable.js';
import { enrollment } from './enrollment.js';
import { task } from './task.js';

export async function submission(
  school: Tenant,
  deliverableId: string,
  memberTaskId: string,
  enrollmentId: string,
  row: Row = {},
): Promise<string> {
  return school.insert('submissions', {
    deliverable_id: deliverableId,
    member_task_id: memberTaskId,
    enrollment_id: enrollmentId,
    kind: 'link',
    url: 'https://example.com/plan',
    status: 'pending',
    submitted_by: school.owner.accountId,
    submitted_at: school.app.now(),
    ...row,
  });
}

/** A submission for a published task of an active enrollment, with its parents. */
export async function handedIn(
  school: Tenant,
  enrollmentRow: Row = {},
  deliverableRow: Row = {},
): Promise<{ enrollmentId: string; taskId: string; deliverableId: string; submissionId: string }> {
  const enrollmentId = await enrollment(school, enrollmentRow);
  const taskId = await task(school, { enrollment_id: enrollmentId });
  const deliverableId = await deliverable(school, taskId, deliverableRow);
  const submissionId = await submission(school, deliverableId, taskId, enrollmentId);
  return { enrollmentId, taskId, deliverableId, submissionId };
}
