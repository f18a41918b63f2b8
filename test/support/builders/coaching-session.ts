import type { Row, Tenant } from '../tenant.js';

export async function coachingSession(school: Tenant, enrollmentId: string, row: Row = {}): Promise<string> {
  const now = school.app.now();
  return school.insert('coaching_sessions', {
    enrollment_id: enrollmentId,
    status: 'planned',
    scheduled_at: now,
    created_by: school.owner.accountId,
    created_at: now,
    updated_at: now,
    ...row,
  });
}
