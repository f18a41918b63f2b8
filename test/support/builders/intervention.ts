import type { Row, Tenant } from '../tenant.js';

export async function intervention(school: Tenant, enrollmentId: string, row: Row = {}): Promise<string> {
  return school.insert('interventions', {
    enrollment_id: enrollmentId,
    reason: 'at_risk',
    title: 'Call about the missed deadline',
    channel: 'call',
    owner_account_id: school.owner.accountId,
    due_at: school.app.now(),
    expected_outcome: 'A new date is agreed on',
    status: 'planned',
    planned_by: school.owner.accountId,
    planned_at: school.app.now(),
    ...row,
  });
}
