import { School } from '../support/school.js';
import type { TestApp } from '../support/test-app.js';
import { idOf, MEMBERS, tables } from './large-school-rows.js';

/** A school that is all of its database: 100,000 enrollments with what belongs to them, and a cohort with a crowd. */
export async function openLargeSchool(app: TestApp): Promise<School> {
  const school = await School.open(app);
  const now = app.now().toISOString();
  await school.rows(
    `insert into accounts (id, email, created_at)
     select ${idOf('accounts', 'n')}, 'large' || n || '@example.com', $2 from generate_series(1, $3::integer) n`,
    now,
    MEMBERS,
  );
  for (const [table, count, columns] of tables(school.owner.accountId, now)) {
    await school.rows(
      `insert into ${table} (organization_id, id, ${Object.keys(columns).join(', ')})
       select $1::uuid, ${idOf(table, 'n')}, ${Object.values(columns).join(', ')} from generate_series(1, $2::integer) n`,
      count,
    );
  }
  await school.rows(
    `insert into api_keys (organization_id, id, member_id, name, secret_hash, scopes, created_by, created_at)
     select $1::uuid, ${idOf('api_keys', 'n')}, ${idOf('members', `1 + n % ${MEMBERS}`)}, 'Key', '', '{}', $2, $3
     from generate_series(1, 5000) n`,
    school.owner.accountId,
    now,
  );
  await app.rows.query('analyze');
  return school;
}
