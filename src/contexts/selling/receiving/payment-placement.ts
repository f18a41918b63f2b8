import { Injectable } from '@nestjs/common';
import type { TenantSession } from '#kernel/persistence';
import { workAsService } from '#kernel/trail';
import { PaymentEntity } from '../ledger/payment.entity.js';
import { SaleRepository } from '../ledger/sale.repository.js';
import { recordPayment } from '../payment/payment.operations.js';
import type { ProviderPayment } from '../provider/provider-objects.js';
import { SaleLocks } from '../sale/sale-locks.js';
import { Settlement } from '../sale/settlement.js';
import { findPlacedPayment, type PaidSale, type PlacedPayment, placeOf } from './sale-of-payment.js';

/** Where a payment of a provider went. */
export type Placement =
  | { outcome: 'applied'; saleId: string; payment: PlacedPayment | null; isNew: boolean }
  | { outcome: 'ignored' | 'unmatched'; saleId: null }
  | { outcome: 'mismatched'; saleId: string };

/** Records payments of a provider as they are there, once each, whoever brings them. */
@Injectable()
export class PaymentPlacement {
  constructor(
    private readonly sales: SaleRepository,
    private readonly locks: SaleLocks,
    private readonly settlement: Settlement,
  ) {}

  async place(tenant: TenantSession, now: Date, payment: ProviderPayment, chosen: string | null): Promise<Placement> {
    const placed = await findPlacedPayment(tenant, payment.id);
    if (placed) return { outcome: 'applied', saleId: placed.saleId, payment: placed, isNew: false };
    const place = await placeOf(tenant, payment, chosen);
    if (place.kind === 'mismatched') return { outcome: 'mismatched', saleId: place.saleId };
    if (place.kind !== 'sale') return { outcome: place.kind, saleId: null };
    const { sale } = place;
    if (payment.status !== 'succeeded') return { outcome: 'applied', saleId: sale.id, payment: null, isNew: false };
    return this.record(tenant, now, payment, sale);
  }

  private async record(
    tenant: TenantSession,
    now: Date,
    { id: providerId, amount, currency, receivedAt }: ProviderPayment,
    sale: PaidSale,
  ): Promise<Placement> {
    const { id: saleId } = sale;
    const occurredAt = receivedAt !== null && receivedAt < now ? receivedAt : now;
    return workAsService(tenant, { now, behalf: sale }, async (uow) => {
      const locked = await this.locks.lock(uow, await this.sales.read(uow, saleId));
      // Somebody else may have recorded it while the locks were waited for.
      const placed = await findPlacedPayment(uow, providerId);
      if (placed) return { outcome: 'applied', saleId: placed.saleId, payment: placed, isNew: false };
      const payment = uow.insert(PaymentEntity, {
        ...{ saleId, amount, currency, method: 'provider', provider: 'stripe', providerId, reference: providerId },
        receivedAt: occurredAt,
      });
      uow.recordAlso(recordPayment, payment, ['method', 'receivedAt']);
      await this.settlement.receive(uow, locked, { amount, paymentId: payment.id, occurredAt });
      return { outcome: 'applied', saleId, payment: { id: payment.id, saleId }, isNew: true };
    });
  }
}
