import { endPause } from '#contexts/enrollments/enrollments.public.js';
import type { UnitOfWork } from '#kernel/work';
import { sellingTables } from '../selling.tables.js';
import { firstOverdue, SALES } from './sale-sql.js';
import type { SaleRow } from './sale.repository.js';

const DUE_IS_PAID = `item.received >= (select coalesce(sum(j.amount), 0) from sale_installments j
  where j.organization_id = :organization and j.sale_id = item.id and j.due_at <= :now)`;

// A dispute that was lost took the money: its pause ends when that is paid again. Installments that pause at once share a
// status change.
const findEnded = sellingTables
  .statement(
    'find_ended_pauses_of_sale',
    { sale: 'uuid', now: 'timestamptz' },
    `select n.status_change_id as "statusChangeId"
     from (${SALES} and s.id = :sale) item
     join (
       select sale_id, status_change_id, false as "isLost" from installment_notices
       where organization_id = :organization and sale_id = :sale and status_change_id is not null
       union all
       select sale_id, pause_change_id, status = 'lost' from disputes
       where organization_id = :organization and sale_id = :sale and pause_change_id is not null) n on n.sale_id = item.id
     where ${firstOverdue('item')} is null and (not n."isLost" or ${DUE_IS_PAID})
       and not (item."isDisputed" and (item.terms -> 'overdue' ->> 'pauseOnDispute')::boolean)`,
  )
  .returning<{ statusChangeId: string }>();

/**
 * Ends the pause that the service made of the enrollment of a locked sale, once nothing of the sale is overdue any more and
 * no dispute that pauses is open: where its terms say so, and nobody has changed the status since.
 */
export async function resumeWhenPaid(uow: UnitOfWork, { id, terms, enrollmentId }: SaleRow): Promise<void> {
  if (!terms.overdue.resumeWhenPaid || enrollmentId === null) return;
  const pauses = await uow.query(findEnded, { sale: id, now: uow.now });
  if (pauses.length === 0) return;
  await endPause(
    uow,
    enrollmentId,
    pauses.map(({ statusChangeId }) => statusChangeId),
  );
}
