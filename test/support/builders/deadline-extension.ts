import type { Row, Tenant } from '../tenant.js';
import { task } from './task.js';

/** An extension of one task of the enrollment by a day. */
export async function deadlineExtension(school: Tenant, enrollmentId: string, row: Row = {}): Promise<string> {
  const now = school.app.now();
  const id = await school.insert('deadline_extensions', {
    enrollment_id: enrollmentId,
    scope: 'tasks',
    days: 1,
    reason: 'Illness',
    granted_by: school.owner.accountId,
    granted_at: now,
    ...row,
  });
  const to = new Date(now.getTime() + 86_400_000);
  await school.insert('deadline_extension_tasks', {
    deadline_extension_id: id,
    member_task_id: await task(school, { enrollment_id: enrollmentId, due_at: to }),
    title: 'Write a coaching plan',
    from_due_at: now,
    to_due_at: to,
    overdue: false,
  });
  return id;
}
