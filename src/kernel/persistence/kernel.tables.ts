import { Tables } from './tables.js';

export const kernelTables = new Tables({
  owner: 'kernel',
  owns: ['api_key_usages', 'audit_entries', 'event_outbox', 'events', 'idempotency_keys'],
  reads: ['organizations', 'webhook_subscriptions'],
});
