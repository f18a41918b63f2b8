import type { Row, Tenant } from '../tenant.js';
import { enrollment } from './enrollment.js';

export async function task(school: Tenant, row: Row = {}): Promise<string> {
  const now = school.app.now();
  return school.insert('member_tasks', {
    enrollment_id: row.enrollment_id ?? (await enrollment(school)),
    title: 'Write a coaching plan',
    status: 'published',
    created_by: school.owner.accountId,
    created_at: now,
    updated_at: now,
    ...row,
  });
}
