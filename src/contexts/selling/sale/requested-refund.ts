import type { NewRow } from '#kernel/persistence';
import type { UnitOfWork } from '#kernel/work';
import type { RefundEntity } from '../ledger/payment.entity.js';
import { requestOfProvider } from '../provider/provider-jobs.js';
import { findConnected } from '../provider/provider-secrets.js';

/** The account that can send money back; null where none is connected. */
export async function findAccount(uow: UnitOfWork): Promise<string | null> {
  return (await findConnected(uow))?.accountId ?? null;
}

/** Has the provider send the money back, as soon as it is active. */
export async function requestRefund(
  uow: UnitOfWork,
  { id: targetId, saleId, paymentId, amount, currency }: NewRow<RefundEntity>,
  { account: accountId, providerPaymentId }: { account: string; providerPaymentId: string },
): Promise<void> {
  const request = { providerPaymentId, paymentId, amount, currency };
  await requestOfProvider(uow, { kind: 'refund', targetId, saleId, accountId, request }, uow.now);
}
