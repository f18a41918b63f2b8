import { Tables } from './tables.js';

export const kernelTables = new Tables({
  owner: 'kernel',
  owns: {
    api_key_usages: 'select, insert, update',
    api_usages: 'select, insert, update',
    audit_entries: 'select, insert',
    event_outbox: 'select, insert, update, delete',
    events: 'select, insert',
    idempotency_keys: 'select, insert, update, delete',
    scheduled_jobs: 'select, insert, update',
  },
  reads: ['event_feeds', 'organizations', 'webhook_subscriptions'],
});
