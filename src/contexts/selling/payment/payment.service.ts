import { Injectable } from '@nestjs/common';
import { invalidField } from '#kernel/errors';
import type { UnitOfWork } from '#kernel/work';
import { notOnOneself } from '../prospect/prospect.policy.js';
import { lookAtInstallments } from '../ledger/installments.job.js';
import { addEntry } from '../ledger/sale-entries.js';
import { expireAt } from '../ledger/sale-expiry.job.js';
import { SaleLocks } from '../sale/sale-locks.js';
import { SALE, SaleEntity } from '../ledger/sale.entity.js';
import { SaleRepository } from '../ledger/sale.repository.js';
import { Settlement } from '../sale/settlement.js';
import type { Payment, RecordPaymentRequest, VoidPaymentRequest } from '../ledger/payment.dto.js';
import { PaymentEntity } from '../ledger/payment.entity.js';
import { paymentRefunded, paymentVoided, recordPayment, referenceTaken, voidPayment } from './payment.operations.js';
import { PaymentRepository } from '../ledger/payment.repository.js';

@Injectable()
export class PaymentService {
  constructor(
    private readonly payments: PaymentRepository,
    private readonly sales: SaleRepository,
    private readonly locks: SaleLocks,
    private readonly settlement: Settlement,
  ) {}

  async record(uow: UnitOfWork, saleId: string, request: RecordPaymentRequest): Promise<Payment> {
    const { amount, currency, method, reference, receivedAt = uow.now } = request;
    if (receivedAt > uow.now) throw invalidField('receivedAt', 'must not be in the future');
    const locked = await this.locks.lock(uow, await this.sales.read(uow, saleId));
    const { row } = locked;
    await notOnOneself(uow, row.buyerEmail, row.participantEmail);
    if (currency !== row.terms.currency) throw invalidField('currency', 'must be that of the sale');
    // A proposal that expired was never accepted: nobody knows what it would be money for.
    SALE.require(row, 'reserved', 'active', 'cancelled', ...(row.acceptedAt === null ? [] : (['expired'] as const)));
    if (await this.payments.hasReference(uow, saleId, reference)) throw referenceTaken.error();
    const recorded = { saleId, amount, currency, method, reference, receivedAt, recordedBy: uow.caller.accountId };
    const payment = uow.insert(PaymentEntity, recorded);
    uow.record(recordPayment.event, payment, ['method', 'receivedAt']);
    await this.settlement.receive(uow, locked, { amount, paymentId: payment.id, occurredAt: receivedAt });
    return this.payments.one(uow, payment.id);
  }

  /** Locks the sale, then the payment. */
  async void(uow: UnitOfWork, id: string, { reason }: VoidPaymentRequest): Promise<Payment> {
    const { saleId } = await this.payments.read(uow, id);
    await uow.getForUpdate(SaleEntity, saleId);
    const row = await this.sales.read(uow, saleId);
    await notOnOneself(uow, row.buyerEmail, row.participantEmail);
    const payment = await uow.getForUpdate(PaymentEntity, id);
    if (payment.voidedAt !== null) throw paymentVoided.error();
    const { amount, currency, refunded } = await this.payments.read(uow, id);
    if (refunded > 0) throw paymentRefunded.error();
    const voided = uow.change(PaymentEntity, payment, { voidedAt: uow.now, voidReason: reason });
    await addEntry(uow, { saleId, kind: 'voided', amount, currency, paymentId: id });
    // Without money a hold that is over expires.
    if (row.status === 'reserved') await expireAt(uow, uow.now);
    await lookAtInstallments(uow, uow.now);
    uow.record(voidPayment.event, voided);
    return this.payments.one(uow, id);
  }
}
