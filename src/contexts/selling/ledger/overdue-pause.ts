import { endPause } from '#contexts/enrollments/enrollments.public.js';
import type { UnitOfWork } from '#kernel/work';
import { sellingTables } from '../selling.tables.js';
import { firstOverdue, SALES } from './sale-sql.js';
import type { SaleRow } from './sale.repository.js';

// Installments that pause at once share a status change.
const findEnded = sellingTables
  .statement(
    'find_ended_overdue_pause',
    { sale: 'uuid', now: 'timestamptz' },
    `select n.status_change_id as "statusChangeId"
     from (${SALES} and s.id = :sale) item
     join installment_notices n on n.organization_id = :organization and n.sale_id = item.id
     where n.status_change_id is not null and ${firstOverdue('item')} is null
     order by n.noticed_at desc, n.id desc limit 1`,
  )
  .returning<{ statusChangeId: string }>();

/**
 * Ends the pause that the service made of the enrollment of a locked sale, once nothing of the sale is overdue any more:
 * where its terms say so, and nobody has changed the status since.
 */
export async function resumeWhenPaid(uow: UnitOfWork, { id, terms, enrollmentId }: SaleRow): Promise<void> {
  if (!terms.overdue.resumeWhenPaid || enrollmentId === null) return;
  const [pause] = await uow.query(findEnded, { sale: id, now: uow.now });
  if (pause) await endPause(uow, enrollmentId, pause.statusChangeId);
}
