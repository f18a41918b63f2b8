import { Tables } from '#kernel/persistence';

export const webhookTables = new Tables({
  owner: 'webhooks',
  owns: {
    event_feed_entries: 'select, insert',
    event_feeds: 'select, insert, update',
    webhook_budgets: 'select, insert, update, delete',
    webhook_deliveries: 'select, insert, update, delete',
    webhook_delivery_attempts: 'select, insert, delete',
    webhook_subscriptions: 'select, insert, update',
    webhook_tests: 'select, insert, update, delete',
  },
  reads: ['event_outbox', 'events', 'organizations'],
});
