import { newestFirst } from '#kernel/lists';
import type { UnitOfWork } from '#kernel/work';
import { sellingTables } from '../selling.tables.js';
import type { EntryKind } from './ledger.js';
import { SaleEntryEntity } from './sale.entity.js';

// The sale is locked, so that no other entry gets the position.
const findLastPosition = sellingTables
  .statement(
    'find_last_position_of_sale_entries',
    { sale: 'uuid' },
    `select coalesce(max(position), 0) as position from sale_entries
     where organization_id = :organization and sale_id = :sale`,
  )
  .returning<{ position: number }>();

type SaleEntryRow = Omit<SaleEntryEntity, 'organizationId'>;

export const listEntries = sellingTables
  .list('list_sale_entries', {
    filters: {
      saleId: ['uuid', 'e.sale_id = :saleId'],
      kind: ['text', 'e.kind = :kind'],
      from: ['timestamptz', 'e.occurred_at >= :from'],
      to: ['timestamptz', 'e.occurred_at < :to'],
    },
    order: newestFirst('id', 'e.id'),
    sql: (page) => `select e.id, e.sale_id as "saleId", e.position, e.kind, e.amount::double precision as amount,
        e.currency, e.payment_id as "paymentId", e.refund_id as "refundId", e.dispute_id as "disputeId",
        e.occurred_at as "occurredAt", e.recorded_at as "recordedAt", e.recorded_by as "recordedBy"
      from sale_entries e
      where e.organization_id = :organization${page.conditions} ${page.orderAndLimit}`,
  })
  .returning<SaleEntryRow>();

export interface NewEntry {
  saleId: string;
  kind: EntryKind;
  amount: number;
  currency: string;
  paymentId?: string;
  refundId?: string;
  disputeId?: string;
  /** By default now. */
  occurredAt?: Date;
}

/** Adds an entry to the ledger of a locked sale. */
export async function addEntry(uow: UnitOfWork, entry: NewEntry): Promise<void> {
  const [{ position }] = await uow.query(findLastPosition, { sale: entry.saleId });
  const { paymentId = null, refundId = null, disputeId = null, occurredAt = uow.now } = entry;
  const recorded = { occurredAt, recordedAt: uow.now, recordedBy: uow.actorId };
  uow.insert(SaleEntryEntity, { ...entry, paymentId, refundId, disputeId, ...recorded, position: position + 1 });
}
