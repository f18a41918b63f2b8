import type { Row, Tenant } from '../tenant.js';
import { cohort } from './cohort.js';

export async function cohortTask(school: Tenant, row: Row = {}): Promise<string> {
  const now = school.app.now();
  return school.insert('cohort_tasks', {
    cohort_id: row.cohort_id ?? (await cohort(school)),
    title: 'Write a coaching plan',
    deadline_kind: 'none',
    new_enrollments: false,
    grace_days: 7,
    status: 'draft',
    created_by: school.owner.accountId,
    created_at: now,
    updated_at: now,
    ...(row.status === 'published' ? { published_at: now } : {}),
    ...row,
  });
}
