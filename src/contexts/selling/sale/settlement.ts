import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '#kernel/work';
import type { Terms } from '../terms/terms.js';
import { Activation } from './activation.js';
import { balanceOf } from '../ledger/ledger.js';
import { OfferSales } from './offer-sales.js';
import { resumeWhenPaid } from '../ledger/overdue-pause.js';
import { addEntry, type NewEntry } from '../ledger/sale-entries.js';
import type { LockedSale } from './sale-locks.js';
import { SaleEntity } from '../ledger/sale.entity.js';
import { salePaid } from '../ledger/sale.events.js';
import { SaleRepository } from '../ledger/sale.repository.js';
import { Unfulfillable } from './unfulfillable.js';

/** The consequences of money that came for a locked sale. */
@Injectable()
export class Settlement {
  constructor(
    private readonly sales: SaleRepository,
    private readonly offers: OfferSales,
    private readonly activation: Activation,
    private readonly unfulfillable: Unfulfillable,
  ) {}

  /** Adds the entry. A sale whose terms are met is activated, also one that had expired. */
  async receive(
    uow: UnitOfWork,
    locked: LockedSale,
    money: Pick<NewEntry, 'amount' | 'paymentId' | 'refundId' | 'occurredAt'>,
  ) {
    const { sale, row } = locked;
    const { currency } = row.terms;
    await addEntry(uow, { saleId: row.id, kind: 'received', currency, ...money });
    const isRefunded = await this.activateIfMet(uow, locked, row.received + money.amount);
    if (isRefunded) return;
    if (row.status === 'active') await resumeWhenPaid(uow, row);
    const after = await this.sales.read(uow, row.id);
    const wasPaid = row.activatedAt !== null && balanceOf(row).outstanding === 0;
    if (after.activatedAt === null || wasPaid || balanceOf(after).outstanding > 0) return;
    const { id: saleId, offerId, prospectId, closerMemberId, cohortId } = sale;
    uow.recordFact(salePaid, { saleId, offerId, prospectId, closerMemberId, cohortId, currency, owed: after.owed });
  }

  /**
   * Activates a reserved sale whose terms are met. With money one that had expired is reserved again, without a seat.
   * Returns whether it ended at once: there was no seat, and the terms say that the money goes back.
   */
  async activateIfMet(uow: UnitOfWork, { sale, row, offer, prospect }: LockedSale, received: number): Promise<boolean> {
    if (row.status !== 'reserved' && row.status !== 'expired') return false;
    const { terms, programId } = row;
    const installments = await this.sales.listInstallments(uow, [row.id]);
    if (received < neededOf(terms, installments)) {
      // Changed in any case: the expiry of the hold, which may wait for the row, looks at the money again.
      if (received > 0) uow.change(SaleEntity, sale, { status: 'reserved' });
      return false;
    }
    const hasHold = sale.holdUntil !== null && sale.holdUntil > uow.now;
    const { salesCount } = await this.offers.present(uow, offer);
    const others = salesCount - (hasHold ? 1 : 0);
    const isOverLimit = offer.salesLimit !== null && others >= offer.salesLimit;
    const stuck = await this.activation.activate(uow, {
      ...{ sale, terms, programId, prospect, installments },
      refusal: isOverLimit ? 'limit_reached' : null,
      hasHold,
    });
    if (stuck === null || terms.unfulfillable !== 'refund') return false;
    await this.unfulfillable.refund(uow, row.id);
    return true;
  }
}

/** The amount that must have come before a reserved sale is activated. */
function neededOf({ enrollWhen }: Terms, installments: readonly { amount: number }[]): number {
  if (enrollWhen === 'first_installment') return installments[0].amount;
  return installments.reduce((sum, { amount }) => sum + amount, 0);
}
