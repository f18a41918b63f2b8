import { issueCapability } from '#kernel/secrets';
import type { Row, Tenant } from '../tenant.js';

/** By default the owner's own. */
export async function calendarFeed(school: Tenant, row: Row = {}): Promise<string> {
  return school.insert('calendar_feeds', {
    member_id: school.owner.memberId,
    name: 'My calendar',
    audience: 'own',
    include: ['live_sessions', 'coaching_sessions', 'bookings', 'deadlines'],
    token_hash: issueCapability(school.id).hash,
    created_at: school.app.now(),
    ...row,
  });
}
