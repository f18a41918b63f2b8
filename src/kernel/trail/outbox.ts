import { kernelTables } from '../persistence/kernel.tables.js';

export const OUTBOX_BATCH = 500;

/** Claims the oldest events in the outbox; those that another transaction has claimed are skipped. */
export const claimOutboxEvents = kernelTables
  .statement(
    'claim_outbox_events',
    {},
    `select o.id, e.name, e.occurred_at from event_outbox o
     join events e on e.organization_id = o.organization_id and e.id = o.id
     where o.organization_id = :organization order by o.id limit ${OUTBOX_BATCH} for update of o skip locked`,
  )
  .returning<{ id: string; name: string; occurred_at: Date }>();

export const clearOutboxEvents = kernelTables.statement(
  'clear_outbox_events',
  { ids: 'uuid[]' },
  'delete from event_outbox where organization_id = :organization and id = any(:ids::uuid[])',
);
