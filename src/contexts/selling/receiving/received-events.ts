import { schedule } from '#kernel/jobs';
import { newId, type TenantSession } from '#kernel/persistence';
import type { ProviderEvent, ReferenceKind } from '../provider/provider-objects.js';
import { sellingTables } from '../selling.tables.js';

/** The job that applies what waits. */
export const PROVIDER_EVENTS = 'provider_events';

const insertEvent = sellingTables.statement(
  'insert_provider_event',
  {
    ...{ id: 'uuid', event: 'text', source: 'text', type: 'text', objectKind: 'text', objectId: 'text' },
    ...{ outcome: 'text', paymentRef: 'text', amount: 'integer', currency: 'text', sale: 'uuid' },
    ...{ next: 'timestamptz', now: 'timestamptz' },
  },
  `insert into provider_events
     (organization_id, id, kind, source, event_id, type, object_kind, object_id, payment_ref, amount, currency, outcome,
      sale_id, attempts, next_at, received_at, created_at, updated_at)
   values (:organization, :id, 'stripe', :source, :event, :type, :objectKind, :objectId, :paymentRef, :amount::bigint, :currency,
     :outcome, :sale, 0, :next, :now, :now, :now)
   on conflict do nothing`,
);

const noteEvent = sellingTables.statement(
  'note_provider_event',
  { id: 'uuid', now: 'timestamptz' },
  `update payment_providers set last_event_at = :now where organization_id = :organization and id = :id`,
);

/** Keeps an event that was verified; one that came before changes nothing. What matters here waits for the job. */
export async function receiveEvent(
  tenant: TenantSession,
  { id: event, type, reference }: ProviderEvent,
  { provider, now }: { provider: string; now: Date },
): Promise<void> {
  const added = await tenant.execute(insertEvent, {
    ...{ id: newId(), event, source: 'event', type, now, paymentRef: null, amount: null, currency: null, sale: null },
    ...{ objectKind: reference?.kind ?? null, objectId: reference?.id ?? null },
    outcome: reference === null ? 'ignored' : 'waiting',
    next: reference === null ? null : now,
  });
  if (added === 0) return;
  await tenant.execute(noteEvent, { id: provider, now });
  if (reference !== null) await schedule(tenant, PROVIDER_EVENTS, now);
}

export interface Unplaced {
  kind: ReferenceKind;
  id: string;
  paymentRef: string;
  amount: number;
  currency: string;
  outcome: 'unmatched' | 'mismatched';
  saleId: string | null;
}

const findUnplaced = sellingTables.statement(
  'find_event_of_object',
  { object: 'text' },
  `select 1 from provider_events where organization_id = :organization and object_id = :object limit 1`,
);

/** Keeps what a reconciliation found and could not place, unless it is known. */
export async function keepUnplaced(tenant: TenantSession, found: Unplaced, now: Date): Promise<void> {
  if ((await tenant.query(findUnplaced, { object: found.id })).length > 0) return;
  await tenant.execute(insertEvent, {
    ...{ id: newId(), event: null, source: 'reconciliation', type: found.kind, now, next: null },
    ...{ objectKind: found.kind, objectId: found.id, paymentRef: found.paymentRef, amount: found.amount },
    ...{ currency: found.currency, outcome: found.outcome, sale: found.saleId },
  });
}
