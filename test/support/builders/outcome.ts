import type { Row, Tenant } from '../tenant.js';
import { program } from './program.js';

/** By default an active one of whole points from 0 to 10, of which more is better. */
export async function outcomeMeasure(school: Tenant, row: Row = {}): Promise<string> {
  const now = school.app.now();
  return school.insert('outcome_measures', {
    program_id: row.program_id ?? (await program(school)),
    key: 'confidence',
    name: 'Confidence in difficult talks',
    unit: 'points',
    direction: 'increase',
    min: 0,
    max: 10,
    decimals: 0,
    self_report: false,
    status: 'active',
    created_at: now,
    updated_at: now,
    ...row,
  });
}

/** By default a reading of 7. */
export async function outcomeEntry(
  school: Tenant,
  enrollmentId: string,
  outcomeMeasureId: string,
  row: Row = {},
): Promise<string> {
  const now = school.app.now();
  return school.insert('outcome_entries', {
    enrollment_id: enrollmentId,
    outcome_measure_id: outcomeMeasureId,
    kind: 'reading',
    value: 7,
    measured_at: now,
    recorded_by: school.owner.accountId,
    recorded_at: now,
    ...row,
  });
}
