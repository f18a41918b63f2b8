import { Injectable } from '@nestjs/common';
import type { TenantSession } from '#kernel/persistence';
import { CheckoutPlacement } from './checkout-placement.js';
import type { Gathered } from './gathered.js';
import { placeCollection } from './collection-placement.js';
import { DisputePlacement } from './dispute-placement.js';
import { PaymentPlacement, type Placement } from './payment-placement.js';
import { RefundPlacement } from './refund-placement.js';

/** The result for an object. */
export interface Placed {
  outcome: Placement['outcome'];
  saleId: string | null;
  /** Whether it is recorded now and was not before. */
  isNew: boolean;
}

/** Applies the present state of an object, and first that of its payment: it does not matter which event came first. */
@Injectable()
export class ObjectPlacement {
  constructor(
    private readonly payments: PaymentPlacement,
    private readonly checkouts: CheckoutPlacement,
    private readonly refunds: RefundPlacement,
    private readonly disputes: DisputePlacement,
  ) {}

  async place(
    tenant: TenantSession,
    now: Date,
    { object, payment }: Gathered,
    chosen: string | null = null,
  ): Promise<Placed> {
    // The payment first: it locks the sale, of which the checkout is a leaf.
    if (payment === null && object.kind === 'checkout') await this.checkouts.place(tenant, now, object, null);
    if (payment === null) return { outcome: 'ignored', saleId: null, isNew: false };
    const placement = await this.payments.place(tenant, now, payment, chosen);
    const { outcome, saleId } = placement;
    if (outcome === 'applied') await placeCollection(tenant, now, payment);
    if (object.kind === 'checkout') await this.checkouts.place(tenant, now, object, payment);
    if (placement.outcome !== 'applied' || placement.payment === null) return { outcome, saleId, isNew: false };
    const { payment: placed } = placement;
    if (object.kind === 'refund') {
      return { outcome, saleId, isNew: await this.refunds.place(tenant, now, object, placed) };
    }
    if (object.kind === 'dispute') {
      return { outcome, saleId, isNew: await this.disputes.place(tenant, now, object, placed) };
    }
    return { outcome, saleId, isNew: placement.isNew };
  }
}
