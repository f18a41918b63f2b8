import type { Row, Tenant } from '../tenant.js';

export async function group(school: Tenant, row: Row = {}): Promise<string> {
  const now = school.app.now();
  return school.insert('groups', {
    name: 'Tuesday accountability',
    type: 'accountability',
    scope: 'organization',
    created_by: school.owner.accountId,
    created_at: now,
    updated_at: now,
    ...row,
  });
}
