import { Injectable } from '@nestjs/common';
import { seatTaken } from '#contexts/enrollments/enrollments.public.js';
import { invalidField, notFound } from '#kernel/errors';
import type { UnitOfWork } from '#kernel/work';
import { closerOf } from '../closer/closer.policy.js';
import type { PaymentPlan, Terms } from '../terms/terms.js';
import { prospectErased } from '../prospect/prospect.operations.js';
import { notOnOneself } from '../prospect/prospect.policy.js';
import { Activation } from './activation.js';
import { datedInstallments } from '../ledger/installments.js';
import { CheckoutOpening } from '../checkout/checkout-opening.js';
import { checkoutOpened } from '../ledger/checkout.events.js';
import { OfferSales, onSaleDetails } from './offer-sales.js';
import { expireAt } from '../ledger/sale-expiry.job.js';
import { type LockedSale, SaleLocks } from './sale-locks.js';
import type { AcceptSaleRequest, Sale } from '../ledger/sale.dto.js';
import { SALE, SaleEntity, SaleInstallmentEntity } from '../ledger/sale.entity.js';
import { acceptSale, noTransfers } from './sale.operations.js';
import { SaleRepository, type SaleRow } from '../ledger/sale.repository.js';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Staff accept, or the buyer by an address that needs no key. */
type Acceptor = { by: 'staff' } | { by: 'buyer'; isProposed: boolean };

interface Dated {
  installments: readonly { amount: number }[];
}

@Injectable()
export class AcceptanceService {
  constructor(
    private readonly sales: SaleRepository,
    private readonly locks: SaleLocks,
    private readonly offers: OfferSales,
    private readonly activation: Activation,
    private readonly checkouts: CheckoutOpening,
  ) {}

  async accept(uow: UnitOfWork, id: string, request: AcceptSaleRequest): Promise<Sale> {
    const accepted = await this.settle(uow, id, request, { by: 'staff' });
    uow.record(acceptSale.event, { ...accepted, owed: 0 });
    return this.sales.one(uow, id);
  }

  /** By a checkout. Whoever has the address buys: nothing depends on whose it is, and a seat that they have shows once they paid. */
  async acceptAsBuyer(
    uow: UnitOfWork,
    id: string,
    request: Omit<AcceptSaleRequest, 'method'>,
    { isProposed }: { isProposed: boolean },
  ): Promise<void> {
    const accepted = await this.settle(uow, id, { ...request, method: 'checkout' }, { by: 'buyer', isProposed });
    uow.recordAlso(acceptSale, { ...accepted, owed: 0 });
  }

  private async settle(uow: UnitOfWork, id: string, request: AcceptSaleRequest, acceptor: Acceptor) {
    const isStaff = acceptor.by === 'staff';
    const before = await this.sales.read(uow, id);
    SALE.require(before, 'proposed');
    const cohortId = settled('cohortId', before.cohortId, request.cohortId);
    const plan = planOf(before, request);
    const { sale, row, offer, prospect, cohort } = await this.lock(uow, before, cohortId, acceptor);
    SALE.require(row, 'proposed');
    const { terms, discount } = row;
    const email = sale.participantName === null ? prospect.email : sale.participantEmail;
    if (email === null) throw prospectErased.error();
    if (isStaff) await notOnOneself(uow, prospect.email, email);
    const keptFor = holdOf(terms, request.method);
    if (request.method === 'checkout') await this.checkouts.requireProvider(uow);
    const present = { ...(await this.offers.present(uow, offer)), terms };
    await this.offers.requireOnSale(uow, { offer, present, cohortId }, { isProposed: isStaff || acceptor.isProposed });
    if (isStaff && (await this.sales.hasSeat(uow, email, cohortId))) {
      throw seatTaken.error(seatTaken.text, onSaleDetails('seat_taken'));
    }
    const holds = terms.enrollWhen !== 'acceptance';
    const accepted = uow.change(SaleEntity, sale, {
      ...{ status: holds ? 'reserved' : 'active', cohortId, paymentPlanKey: plan.key },
      ...{ acceptedAt: uow.now, acceptedBy: acceptor.by, autoCharge: request.autoCharge ?? false },
      holdUntil: holds ? new Date(uow.now.getTime() + keptFor) : null,
    });
    const dated = datedInstallments(plan.installments, { at: uow.now, ...cohort }, discount);
    const installments = uow.insertAll(
      SaleInstallmentEntity,
      dated.map((one) => ({ saleId: id, ...one })),
    );
    if (accepted.holdUntil !== null) await expireAt(uow, accepted.holdUntil);
    if (!holds)
      await this.activation.activate(uow, {
        ...{ sale: accepted, terms, prospect, installments },
        programId: row.programId,
        hasHold: true,
      });
    if (request.method === 'checkout')
      await this.openCheckout(uow, { sale: accepted, row, offer, prospect, installments });
    return { ...accepted, currency: terms.currency };
  }

  /** The buyer pays the first installment. */
  private async openCheckout(
    uow: UnitOfWork,
    { sale, row, offer, prospect, installments }: Pick<LockedSale, 'sale' | 'row' | 'offer' | 'prospect'> & Dated,
  ): Promise<void> {
    const { id: prospectId, name, email } = prospect;
    if (email === null) throw prospectErased.error();
    const checkout = await this.checkouts.open(uow, {
      ...{ saleId: sale.id, pay: 'due', description: offer.name, received: row.received },
      buyer: { prospectId, name, email },
      currency: row.terms.currency,
      installments: installments.slice(0, 1).map(({ amount }) => ({ amount, dueAt: uow.now })),
      holdUntil: sale.holdUntil,
      savesMethod: sale.autoCharge,
    });
    const { id: checkoutId, saleId, status, expiresAt } = checkout;
    uow.recordFact(checkoutOpened, { checkoutId, saleId, status, expiresAt: expiresAt.toISOString() });
  }

  /** Throws 400 for a cohort that the offer does not sell, and 404 where somebody else has got the sale meanwhile. */
  private async lock(uow: UnitOfWork, before: SaleRow, cohortId: string, { by }: Acceptor) {
    const locked = await this.locks.lock(uow, before, cohortId);
    const { sale, cohort } = locked;
    if (cohort?.programId !== before.programId) {
      throw invalidField('cohortId', 'must be a cohort of the program of the offer');
    }
    const own = closerOf(uow.caller);
    if (by === 'staff' && own !== null && sale.closerMemberId !== own) throw notFound();
    return { ...locked, cohort };
  }
}

/** The value that the proposal settled, or else the request. Throws 400 where both do, or neither. */
function settled(field: string, proposed: string | null, sent: string | undefined): string {
  if (proposed !== null && sent !== undefined && sent !== proposed) {
    throw invalidField(field, 'must be what the proposal settled, or absent');
  }
  return proposed ?? sent ?? missing(field);
}

function missing(field: string): never {
  throw invalidField(field, 'is required, as the proposal left it open');
}

function planOf({ terms, paymentPlanKey }: SaleRow, request: AcceptSaleRequest): PaymentPlan {
  const key = settled('paymentPlanKey', paymentPlanKey, request.paymentPlanKey);
  const plan = terms.paymentPlans.find((one) => one.key === key);
  if (!plan) throw invalidField('paymentPlanKey', 'must be a payment plan of the offer');
  return plan;
}

/** How long a seat is kept, in milliseconds. Throws 409 where nobody can pay in this way. */
function holdOf({ holdMinutes, transferHoldDays }: Terms, method: AcceptSaleRequest['method']): number {
  if (method === 'checkout') return holdMinutes * MINUTE;
  if (transferHoldDays === null) throw noTransfers.error();
  return transferHoldDays * DAY;
}
