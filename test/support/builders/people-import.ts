import type { Row, Tenant } from '../tenant.js';

const NO_COUNTS = { total: 0, create: 0, match: 0, enroll: 0, coach: 0, unchanged: 0, warned: 0, refused: 0 };

/** An import that can be committed, with rows that each add a member. */
export async function peopleImport(school: Tenant, rows: Row[] = [{}], row: Row = {}): Promise<string> {
  const now = school.app.now();
  const id = await school.insert('people_imports', {
    status: 'validated',
    match_by: 'email',
    reattach: false,
    enrollment_status: 'active',
    counts: JSON.stringify({ ...NO_COUNTS, total: rows.length, create: rows.length }),
    created_by: school.owner.accountId,
    created_at: now,
    expires_at: new Date(now.getTime() + 86_400_000),
    ...row,
  });
  for (const [position, own] of rows.entries()) {
    await school.insert('people_import_rows', {
      people_import_id: id,
      position,
      email: `${id}-${position}@example.com`,
      name: 'Ada Lovelace',
      input_issues: '[]',
      member_plan: 'create',
      enrollment_plan: 'none',
      coach_plan: 'none',
      warnings: [],
      issues: '[]',
      ...own,
    });
  }
  return id;
}
