import type { UnitOfWork } from '#kernel/work';
import { withoutRefunded } from './ledger.js';
import { lookAtInstallments } from './installments.job.js';
import { keepInstallments } from './kept-installments.js';
import type { RefundEntity } from './payment.entity.js';
import { addEntry } from './sale-entries.js';
import { expireAt } from './sale-expiry.job.js';
import type { SaleRepository, SaleRow } from './sale.repository.js';

type Refunded = Pick<RefundEntity, 'id' | 'paymentId' | 'amount' | 'currency' | 'claim'>;

/** Enters a refund that has succeeded into the ledger of its locked sale. */
export async function enterRefund(
  uow: UnitOfWork,
  sales: SaleRepository,
  row: SaleRow,
  { id: refundId, paymentId, amount, currency, claim }: Refunded,
): Promise<void> {
  await addEntry(uow, { saleId: row.id, kind: 'refunded', amount, currency, paymentId, refundId });
  // Without money a hold that is over expires.
  if (row.status === 'reserved') await expireAt(uow, uow.now);
  // Before the activation nothing is owed.
  if (claim === 'drop' && row.owed > 0) await dropClaim(uow, sales, row, { refundId, amount, currency });
  await lookAtInstallments(uow, uow.now);
}

/** The part of the refund beyond the credit is owed no longer. */
async function dropClaim(
  uow: UnitOfWork,
  sales: SaleRepository,
  row: SaleRow,
  { refundId, amount, currency }: { refundId: string; amount: number; currency: string },
): Promise<void> {
  const kept = withoutRefunded(await sales.listInstallments(uow, [row.id]), row.received, amount);
  const dropped = row.owed - kept.reduce((sum, one) => sum + one.amount, 0);
  if (dropped === 0) return;
  keepInstallments(uow, row.id, kept);
  await addEntry(uow, { saleId: row.id, kind: 'owed_reduced', amount: dropped, currency, refundId });
}
