import type { Row, Tenant } from '../tenant.js';
import { program } from './program.js';

export async function cohort(school: Tenant, row: Row = {}): Promise<string> {
  const now = school.app.now();
  return school.insert('cohorts', {
    program_id: row.program_id ?? (await program(school)),
    name: 'Spring cohort',
    status: 'active',
    timezone: 'UTC',
    created_at: now,
    updated_at: now,
    ...row,
  });
}

export async function phase(school: Tenant, cohortId: string, position: number, row: Row = {}): Promise<string> {
  return school.insert('cohort_phases', { cohort_id: cohortId, name: `Phase ${position}`, position, ...row });
}
