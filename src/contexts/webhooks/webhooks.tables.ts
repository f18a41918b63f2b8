import { Tables } from '#kernel/persistence/tables.js';

export const webhookTables = new Tables({
  owner: 'webhooks',
  owns: ['webhook_budgets', 'webhook_deliveries', 'webhook_delivery_attempts', 'webhook_subscriptions'],
  reads: ['event_outbox', 'events', 'organizations'],
});
