import type { Row, Tenant } from '../tenant.js';
import { enrollment } from './enrollment.js';

export async function groupMembership(school: Tenant, groupId: string, row: Row = {}): Promise<string> {
  return school.insert('group_memberships', {
    group_id: groupId,
    enrollment_id: row.enrollment_id ?? (await enrollment(school)),
    started_at: school.app.now(),
    ...row,
  });
}
