import type { Row, Tenant } from '../tenant.js';

export async function eventFeed(school: Tenant, row: Row = {}): Promise<string> {
  return school.insert('event_feeds', {
    name: 'Data warehouse',
    event_names: ['*'],
    status: 'open',
    last_position: 0,
    created_by: school.owner.accountId,
    created_at: school.app.now(),
    ...row,
  });
}
