import type { Row, Tenant } from '../tenant.js';

/** A person who was detached. */
export async function formerMember(school: Tenant, row: Row = {}): Promise<{ memberId: string; accountId: string }> {
  const [name, now] = [`Former ${Math.random().toString(36).slice(2)}`, school.app.now()];
  const { rows } = await school.app.rows.query<{ id: string }>(
    `insert into accounts (id, email, name, created_at) values (gen_random_uuid(), $1, $2, $3) returning id`,
    [`${name.replace(' ', '.').toLowerCase()}@example.com`, name, now],
  );
  const accountId = rows[0].id;
  const memberId = await school.insert('members', {
    ...{ account_id: accountId, name, role: 'MEMBER', status: 'detached', created_at: now, detached_at: now },
    ...row,
  });
  return { memberId, accountId };
}

/** An erasure that was requested, of a former member. */
export async function erasure(school: Tenant, row: Row = {}): Promise<string> {
  const { memberId, accountId } = await formerMember(school);
  return school.insert('erasures', {
    ...{ member_id: memberId, account_id: accountId, reason: 'Asked for it', status: 'requested', preview: '[]' },
    ...{ requested_by: accountId, created_at: school.app.now() },
    ...row,
  });
}
