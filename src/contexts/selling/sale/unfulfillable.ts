import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '#kernel/work';
import { closeCheckout } from '../checkout/closed-checkouts.js';
import { keepInstallments } from '../ledger/kept-installments.js';
import { RefundEntity } from '../ledger/payment.entity.js';
import { PaymentRepository } from '../ledger/payment.repository.js';
import { REFUND_REQUESTED } from '../ledger/refund.events.js';
import { addEntry } from '../ledger/sale-entries.js';
import { SaleEntity } from '../ledger/sale.entity.js';
import { SaleRepository } from '../ledger/sale.repository.js';
import { findAccount, requestRefund } from './requested-refund.js';
import { cancelSale } from './sale.operations.js';

/** The reason of the refunds, and of the cancellation. */
const NO_SEAT = 'There was no seat when the money came.';

/** Ends sales that money activated without a seat, where their terms say so. */
@Injectable()
export class Unfulfillable {
  constructor(
    private readonly sales: SaleRepository,
    private readonly payments: PaymentRepository,
  ) {}

  /**
   * Requests a refund of all that a provider brought, and cancels the sale, of which nothing is owed any more: money
   * that a person recorded is credit. The sale is locked.
   */
  async refund(uow: UnitOfWork, saleId: string): Promise<void> {
    const { owed, terms } = await this.sales.read(uow, saleId);
    const { currency } = terms;
    await closeCheckout(uow, saleId);
    keepInstallments(uow, saleId, []);
    await addEntry(uow, { saleId, kind: 'owed_reduced', amount: owed, currency });
    await this.refundAll(uow, saleId, currency);
    const sale = await uow.get(SaleEntity, saleId);
    const ended = { status: 'cancelled', endedAt: uow.now, endReason: NO_SEAT, holdUntil: null } as const;
    const [cancelled] = uow.changeAll(SaleEntity, [sale], ended);
    const changes = { status: { from: sale.status, to: 'cancelled' }, owed: { from: owed, to: 0 } };
    uow.recordAlso(cancelSale, { ...cancelled, currency, owed: 0 }, changes);
  }

  /** Without a connection nothing can be sent: a person decides on the credit. */
  private async refundAll(uow: UnitOfWork, saleId: string, currency: string): Promise<void> {
    const account = await findAccount(uow);
    if (account === null) return;
    for (const { id: paymentId, providerId, refundable: amount } of await this.payments.listRefundable(uow, saleId)) {
      const refund = uow.insert(RefundEntity, {
        ...{ paymentId, saleId, amount, currency, status: 'pending', reason: NO_SEAT },
        ...{ enrollment: 'keep', claim: 'drop' },
      });
      uow.recordAlso(REFUND_REQUESTED, refund, ['enrollment', 'claim']);
      await requestRefund(uow, refund, { account, providerPaymentId: providerId });
    }
  }
}
