import { Injectable } from '@nestjs/common';
import { lockOpenEnrollment, withdrawEnrollment } from '#contexts/enrollments/enrollments.public.js';
import { toResource } from '#kernel/fields';
import type { UnitOfWork } from '#kernel/work';
import { notOnOneself } from '../prospect/prospect.policy.js';
import { enterRefund } from '../ledger/refunded.js';
import { noActiveProvider } from '../checkout/checkout.refusals.js';
import { refundSucceeded } from '../ledger/refund.events.js';
import { findAccount, requestRefund } from '../sale/requested-refund.js';
import { SaleEntity } from '../ledger/sale.entity.js';
import { SaleRepository } from '../ledger/sale.repository.js';
import { Refund, type RefundPaymentRequest } from '../ledger/payment.dto.js';
import { PaymentEntity, RefundEntity } from '../ledger/payment.entity.js';
import { notRefundable, refundPayment } from './payment.operations.js';
import { PaymentRepository, refundableOf } from '../ledger/payment.repository.js';

/** Shown with the enrollment, also to those whom prices and debts do not concern. */
const WITHDRAWN = 'A payment was refunded.';

@Injectable()
export class RefundService {
  constructor(
    private readonly payments: PaymentRepository,
    private readonly sales: SaleRepository,
  ) {}

  /** Locks the sale, its enrollment where it is withdrawn, and the payment, in this order. */
  async refund(uow: UnitOfWork, paymentId: string, request: RefundPaymentRequest): Promise<Refund> {
    const { amount, reason, enrollment, claim } = request;
    const { saleId } = await this.payments.read(uow, paymentId);
    await uow.getForUpdate(SaleEntity, saleId);
    const row = await this.sales.read(uow, saleId);
    await notOnOneself(uow, row.buyerEmail, row.participantEmail);
    const open =
      enrollment === 'withdraw' && row.enrollmentId !== null ? await lockOpenEnrollment(uow, row.enrollmentId) : null;
    await uow.getForUpdate(PaymentEntity, paymentId);
    const payment = await this.payments.read(uow, paymentId);
    if (amount > refundableOf(payment)) throw notRefundable.error();
    const { currency, providerId } = payment;
    const status = providerId === null ? 'succeeded' : 'pending';
    const refund = uow.insert(RefundEntity, {
      ...{ paymentId, saleId, amount, currency, status, enrollment, claim, reason },
      requestedBy: uow.caller.accountId,
    });
    uow.record(refundPayment.event, refund, ['enrollment', 'claim']);
    if (open !== null) withdrawEnrollment(uow, open, WITHDRAWN);
    if (providerId !== null) {
      const account = await findAccount(uow);
      if (account === null) throw noActiveProvider.error();
      await requestRefund(uow, refund, { account, providerPaymentId: providerId });
      return toResource(Refund, refund);
    }
    await enterRefund(uow, this.sales, row, refund);
    const { id: refundId } = refund;
    uow.recordFact(refundSucceeded, { refundId, paymentId, saleId, amount, currency, enrollment, claim });
    return toResource(Refund, refund);
  }
}
