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

interface NewEntry {
  saleId: string;
  kind: EntryKind;
  amount: number;
  currency: string;
}

/** Adds an entry to the ledger of a locked sale. */
export async function addEntry(uow: UnitOfWork, entry: NewEntry): Promise<void> {
  const [{ position }] = await uow.query(findLastPosition, { sale: entry.saleId });
  const at = { occurredAt: uow.now, recordedAt: uow.now, recordedBy: uow.caller.accountId };
  uow.insert(SaleEntryEntity, { ...entry, ...at, position: position + 1 });
}
