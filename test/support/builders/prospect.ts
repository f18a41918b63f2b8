import { v7 as uuidv7 } from 'uuid';
import { searchName, searchWords } from '#kernel/fields';
import type { Row, Tenant } from '../tenant.js';

/** By default open, and nobody's. */
export async function prospect(school: Tenant, row: Row = {}): Promise<string> {
  const now = school.app.now();
  const name = (row.name as string | undefined) ?? 'Alan Turing';
  return school.insert('prospects', {
    name,
    search: searchName(searchWords(name)) ?? '',
    email: `${uuidv7()}@example.com`,
    status: 'open',
    assigned_at: row.closer_member_id ? now : null,
    created_by: school.owner.accountId,
    created_at: now,
    updated_at: now,
    ...row,
  });
}
