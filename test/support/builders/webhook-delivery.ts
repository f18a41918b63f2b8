import type { Row, Tenant } from '../tenant.js';

/** A delivery of a new event that is not in the outbox. */
export async function delivery(school: Tenant, subscriptionId: string, row: Row = {}): Promise<string> {
  const now = school.app.now();
  const eventId = await school.insert('events', {
    name: 'group.created',
    data: '{}',
    correlation_id: 'built',
    occurred_at: now,
  });
  return school.insert('webhook_deliveries', {
    subscription_id: subscriptionId,
    event_id: eventId,
    event_name: 'group.created',
    status: 'pending',
    due_at: now,
    created_at: now,
    ...row,
  });
}
