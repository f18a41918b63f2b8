import type { Row, Tenant } from '../tenant.js';

export async function note(school: Tenant, enrollmentId: string, row: Row = {}): Promise<string> {
  return school.insert('enrollment_notes', {
    enrollment_id: enrollmentId,
    body: 'Spoke on the phone',
    written_by: school.owner.accountId,
    written_at: school.app.now(),
    ...row,
  });
}
