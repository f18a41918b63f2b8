import { Injectable } from '@nestjs/common';
import type { TenantSession } from '#kernel/persistence';
import { workAsService } from '#kernel/trail';
import { noteHoldBefore, placeCheckout, type PlacedCheckout, readSaleOfCheckout } from '../checkout/placed-checkout.js';
import type { UnitOfWork } from '#kernel/work';
import { SaleRepository } from '../ledger/sale.repository.js';
import type { ProviderCheckout, ProviderPayment } from '../provider/provider-objects.js';
import { HoldKeeping } from '../sale/hold-keeping.js';
import { type LockedSale, SaleLocks } from '../sale/sale-locks.js';
import { readPaidSale } from './sale-of-payment.js';

/** A bank may take days, and may take for ever. */
const LONGEST_MS = 14 * 86_400_000;

/** Applies the state that a checkout has at the provider. While a payment is processed, the sale keeps its seat. */
@Injectable()
export class CheckoutPlacement {
  constructor(
    private readonly sales: SaleRepository,
    private readonly locks: SaleLocks,
    private readonly holds: HoldKeeping,
  ) {}

  /** The payment is placed before: it locks the sale, of which the checkout is a leaf. */
  async place(
    tenant: TenantSession,
    now: Date,
    checkout: ProviderCheckout,
    payment: ProviderPayment | null,
  ): Promise<void> {
    const saleId = checkout.status === 'open' ? null : await readSaleOfCheckout(tenant, checkout);
    const behalf = saleId === null ? undefined : await readPaidSale(tenant, saleId);
    // Only a hold needs the locks of a sale.
    if (!behalf || (behalf.status !== 'reserved' && behalf.status !== 'expired')) {
      await placeCheckout(tenant, now, checkout, payment);
      return;
    }
    await workAsService(tenant, { now, behalf }, async (uow) => {
      const locked = await this.locks.lock(uow, await this.sales.read(uow, behalf.id));
      const placed = await placeCheckout(uow, now, checkout, payment);
      if (placed) await this.settleHold(uow, locked, placed);
    });
  }

  private async settleHold(uow: UnitOfWork, locked: LockedSale, placed: PlacedCheckout): Promise<void> {
    const { id, status, processingAt, heldUntil } = placed;
    if (status !== 'processing') {
      if (heldUntil !== null) await this.holds.release(uow, locked, heldUntil);
      return;
    }
    const until = new Date((processingAt ?? uow.now).getTime() + LONGEST_MS);
    const { holdUntil: before } = locked.sale;
    if ((await this.holds.keep(uow, locked, until)) && before !== null) await noteHoldBefore(uow, id, before);
  }
}
