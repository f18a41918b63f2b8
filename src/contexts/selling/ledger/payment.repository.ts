import { Injectable } from '@nestjs/common';
import { notFound } from '#kernel/errors';
import { toResource } from '#kernel/fields';
import type { Scope } from '#kernel/work';
import { sellingTables } from '../selling.tables.js';
import { Dispute, Payment, Refund } from './payment.dto.js';
import type { DisputeEntity, PaymentEntity, RefundEntity } from './payment.entity.js';

/** A payment, and the sums of its refunds that are pending or succeeded, and of its disputes that are open or lost. */
interface PaymentRow extends Omit<PaymentEntity, 'organizationId' | 'voidReason'> {
  refunded: number;
  disputed: number;
}

const PAYMENTS = `select p.id, p.sale_id as "saleId", p.amount, p.currency, p.method, p.provider, p.reference,
    p.provider_id as "providerId",
    p.received_at as "receivedAt", p.voided_at as "voidedAt", p.recorded_by as "recordedBy", p.created_at as "createdAt",
    p.updated_at as "updatedAt", (
      select coalesce(sum(r.amount), 0)::double precision from refunds r
      where r.organization_id = :organization and r.payment_id = p.id and r.status <> 'failed') as refunded, (
      select coalesce(sum(d.amount), 0)::double precision from disputes d
      where d.organization_id = :organization and d.payment_id = p.id and d.status <> 'won') as disputed
  from payments p where p.organization_id = :organization`;

const findPayment = sellingTables
  .statement('find_payment', { id: 'uuid' }, `${PAYMENTS} and p.id = :id`)
  .returning<PaymentRow>();

const listOfSale = sellingTables
  .statement(
    'list_payments_of_sale',
    { sale: 'uuid' },
    `${PAYMENTS} and p.sale_id = :sale order by p.received_at, p.id`,
  )
  .returning<PaymentRow>();

const listRefundsOfSale = sellingTables
  .statement(
    'list_refunds_of_sale',
    { sale: 'uuid' },
    `select id, payment_id as "paymentId", sale_id as "saleId", amount, currency, status, enrollment, claim,
       requested_by as "requestedBy", created_at as "createdAt", updated_at as "updatedAt"
     from refunds where organization_id = :organization and sale_id = :sale order by id`,
  )
  .returning<Omit<RefundEntity, 'organizationId' | 'reason' | 'providerId'>>();

const listDisputesOfSale = sellingTables
  .statement(
    'list_disputes_of_sale',
    { sale: 'uuid' },
    `select id, payment_id as "paymentId", amount, status, opened_at as "openedAt", closed_at as "closedAt"
     from disputes where organization_id = :organization and sale_id = :sale order by id`,
  )
  .returning<Pick<DisputeEntity, 'id' | 'paymentId' | 'amount' | 'status' | 'openedAt' | 'closedAt'>>();

const findReference = sellingTables.statement(
  'find_payment_by_reference',
  { sale: 'uuid', reference: 'text' },
  `select 1 from payments
   where organization_id = :organization and sale_id = :sale and reference = :reference and voided_at is null`,
);

@Injectable()
export class PaymentRepository {
  /** Throws 404. */
  async read(scope: Scope, id: string): Promise<PaymentRow> {
    const [row] = await scope.query(findPayment, { id });
    if (!row) throw notFound();
    return row;
  }

  async one(scope: Scope, id: string): Promise<Payment> {
    return toPayment(await this.read(scope, id));
  }

  /** By the time of receipt. */
  async listOfSale(scope: Scope, sale: string): Promise<Payment[]> {
    return (await scope.query(listOfSale, { sale })).map(toPayment);
  }

  /** The payments of a provider of which something can be refunded. */
  async listRefundable(scope: Scope, sale: string) {
    const rows = await scope.query(listOfSale, { sale });
    const refundable = rows.map((row) => ({ id: row.id, providerId: row.providerId, refundable: refundableOf(row) }));
    return refundable.flatMap(({ providerId, ...one }) =>
      providerId === null || one.refundable === 0 ? [] : [{ ...one, providerId }],
    );
  }

  /** Oldest first. */
  async listRefundsOfSale(scope: Scope, sale: string): Promise<Refund[]> {
    return (await scope.query(listRefundsOfSale, { sale })).map((row) => toResource(Refund, row));
  }

  /** Oldest first. */
  async listDisputesOfSale(scope: Scope, sale: string): Promise<Dispute[]> {
    return (await scope.query(listDisputesOfSale, { sale })).map((row) => toResource(Dispute, row));
  }

  /** The sale is locked, so that no other payment gets the reference. */
  async hasReference(scope: Scope, sale: string, reference: string): Promise<boolean> {
    return (await scope.query(findReference, { sale, reference })).length > 0;
  }
}

/** The part of a payment that can be refunded. */
export function refundableOf({
  amount,
  refunded,
  disputed,
  voidedAt,
}: Pick<PaymentRow, 'amount' | 'refunded' | 'disputed' | 'voidedAt'>): number {
  return voidedAt === null ? Math.max(0, amount - refunded - disputed) : 0;
}

function toPayment(row: PaymentRow): Payment {
  return toResource(Payment, { ...row, refundable: refundableOf(row) });
}
