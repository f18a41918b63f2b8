import { Injectable } from '@nestjs/common';
import { isClosed } from '#contexts/cohorts/cohorts.public.js';
import { declareServiceAct } from '#kernel/events';
import { recordServiceAct } from '#kernel/trail';
import type { UnitOfWork } from '#kernel/work';
import { expireAt } from '../ledger/sale-expiry.job.js';
import { SaleEntity } from '../ledger/sale.entity.js';
import { listCohortsForSale } from '../offer/cohorts-for-sale.js';
import { seatsForSale } from '../offer/on-sale.js';
import { OfferSales } from './offer-sales.js';
import type { LockedSale } from './sale-locks.js';
import { hasSharedSeat, isShared } from './shared-holds.js';

/** An expired sale is reserved again. The audit trail shows it; no event is declared for it. */
const RENEWED = declareServiceAct('sale.hold_renewed', 'sale');

/** Prolongs the holds of sales whose payment the provider is processing, and ends that again. */
@Injectable()
export class HoldKeeping {
  constructor(private readonly offers: OfferSales) {}

  /** Keeps the seat until then, or takes a free one where the hold is over. Returns whether the hold was another one before. */
  async keep(uow: UnitOfWork, { sale, row, offer }: LockedSale, until: Date): Promise<boolean> {
    if ((row.status !== 'reserved' && row.status !== 'expired') || sale.holdUntil === null) return false;
    if (until <= uow.now || until <= sale.holdUntil) return false;
    const isHeld = sale.holdUntil > uow.now;
    if (!isHeld && !(await this.hasSeat(uow, { sale, offer }))) return false;
    uow.changeAll(SaleEntity, [sale], { status: 'reserved', holdUntil: until });
    await expireAt(uow, until);
    if (row.status === 'expired') {
      const changes = { status: { from: 'expired', to: 'reserved' }, holdUntil: until.toISOString() };
      await recordServiceAct(uow, { audited: RENEWED, targetId: sale.id, changes, occurredAt: uow.now });
    }
    return true;
  }

  /** The hold is what it was without that; if it would be over, it ends now. */
  async release(uow: UnitOfWork, { sale, row }: LockedSale, heldUntil: Date): Promise<void> {
    const until = heldUntil > uow.now ? heldUntil : uow.now;
    if (row.status !== 'reserved' || sale.holdUntil === null || sale.holdUntil <= until) return;
    uow.changeAll(SaleEntity, [sale], { holdUntil: until });
    await expireAt(uow, until);
  }

  /** One that may be sold: as for money that comes late. */
  private async hasSeat(uow: UnitOfWork, { sale, offer }: Pick<LockedSale, 'sale' | 'offer'>): Promise<boolean> {
    const cohorts = sale.cohortId === null ? [] : [sale.cohortId];
    const [cohort] = await listCohortsForSale(uow, { cohorts, programs: [] });
    if (isClosed(cohort.status) || seatsForSale(cohort) === 0) return false;
    if ((await isShared(uow, sale.id)) && !(await hasSharedSeat(uow, cohort))) return false;
    const { salesCount } = await this.offers.present(uow, offer);
    return offer.salesLimit === null || salesCount < offer.salesLimit;
  }
}
