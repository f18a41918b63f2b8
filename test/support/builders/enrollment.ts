import type { Row, Tenant } from '../tenant.js';
import { cohort } from './cohort.js';
import { person } from './person.js';

export async function enrollment(school: Tenant, row: Row = {}): Promise<string> {
  const now = school.app.now();
  return school.insert('enrollments', {
    cohort_id: row.cohort_id ?? (await cohort(school)),
    member_id: row.member_id ?? (await person(school)).memberId,
    status: 'active',
    enrolled_at: now,
    updated_at: now,
    ...row,
  });
}
