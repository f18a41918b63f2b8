import type { Row, Tenant } from '../tenant.js';
import { enrollment } from './enrollment.js';

export async function blocker(school: Tenant, enrollmentId?: string, row: Row = {}): Promise<string> {
  return school.insert('blockers', {
    enrollment_id: enrollmentId ?? (await enrollment(school)),
    title: 'No laptop',
    urgency: 'normal',
    status: 'open',
    opened_by: school.owner.accountId,
    opened_at: school.app.now(),
    ...row,
  });
}
