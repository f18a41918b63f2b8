import { Injectable } from '@nestjs/common';
import { seatTaken } from '#contexts/enrollments/enrollments.public.js';
import { lockProgramStatus } from '#contexts/programs/programs.public.js';
import { invalidField, notFound } from '#kernel/errors';
import type { UnitOfWork } from '#kernel/work';
import { closerOf } from '../closer/closer.policy.js';
import { OfferEntity } from '../offer/offer.entity.js';
import type { PaymentPlan, Terms } from '../offer/terms.js';
import { ProspectEntity } from '../prospect/prospect.entity.js';
import { prospectErased } from '../prospect/prospect.operations.js';
import { notOnOneself } from '../prospect/prospect.policy.js';
import { Activation } from './activation.js';
import { datedInstallments } from './installments.js';
import { NO_PROVIDER_YET } from './no-provider-yet.js';
import { OfferSales, refusedSale } from './offer-sales.js';
import type { AcceptSaleRequest, Sale } from './sale.dto.js';
import { SALE, SaleEntity, SaleInstallmentEntity } from './sale.entity.js';
import { acceptSale, noActiveProvider, noTransfers } from './sale.operations.js';
import { SaleRepository, type SaleRow } from './sale.repository.js';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Everything of an acceptance, locked. */
interface Locked {
  /** As it is stored, and as it is by the clock. */
  sale: SaleEntity;
  row: SaleRow;
  offer: OfferEntity;
  prospect: ProspectEntity;
  cohort: { timezone: string; startDate: string | null };
}

@Injectable()
export class AcceptanceService {
  constructor(
    private readonly sales: SaleRepository,
    private readonly offers: OfferSales,
    private readonly activation: Activation,
  ) {}

  async accept(uow: UnitOfWork, id: string, request: AcceptSaleRequest): Promise<Sale> {
    const before = await this.sales.read(uow, id);
    const cohortId = settled('cohortId', before.cohortId, request.cohortId);
    const plan = planOf(before, request);
    const { sale, row, offer, prospect, cohort } = await this.lock(uow, before, cohortId);
    SALE.require(row, 'proposed');
    const { terms, discount } = row;
    const email = sale.participantName === null ? prospect.email : sale.participantEmail;
    if (email === null) throw prospectErased.error();
    await notOnOneself(uow, prospect.email, email);
    const keptFor = holdOf(terms, request.method);
    const present = { ...(await this.offers.present(uow, offer)), terms };
    await this.offers.requireOnSale(uow, { offer, present, cohortId }, { isProposed: true });
    if (await this.sales.hasSeat(uow, email, cohortId)) throw refusedSale(seatTaken, 'seat_taken');
    const holds = terms.enrollWhen !== 'acceptance';
    const accepted = uow.change(SaleEntity, sale, {
      ...{ status: holds ? 'reserved' : 'active', cohortId, paymentPlanKey: plan.key },
      ...{ acceptedAt: uow.now, acceptedBy: 'staff', autoCharge: request.autoCharge ?? false },
      holdUntil: holds ? new Date(uow.now.getTime() + keptFor) : null,
    });
    const dated = datedInstallments(plan.installments, { at: uow.now, ...cohort }, discount);
    const installments = uow.insertAll(
      SaleInstallmentEntity,
      dated.map((one) => ({ saleId: id, ...one })),
    );
    uow.record(acceptSale.event, { ...accepted, currency: terms.currency, owed: 0 });
    if (!holds)
      await this.activation.activate(uow, {
        ...{ sale: accepted, terms, prospect, installments },
        programId: row.programId,
      });
    return this.sales.one(uow, id);
  }

  /** Locks program, cohort, offer, sale and prospect, in this order. Throws 400 for a cohort that the offer does not sell. */
  private async lock(uow: UnitOfWork, before: SaleRow, cohortId: string): Promise<Locked> {
    await lockProgramStatus(uow, before.programId);
    const cohort = await this.sales.lockCohort(uow, cohortId);
    if (cohort?.programId !== before.programId) {
      throw invalidField('cohortId', 'must be a cohort of the program of the offer');
    }
    const offer = await uow.getForUpdate(OfferEntity, before.offerId);
    const sale = await uow.getForUpdate(SaleEntity, before.id);
    const prospect = await uow.getForUpdate(ProspectEntity, before.prospectId);
    const own = closerOf(uow.caller);
    // Somebody else has got it meanwhile.
    if (own !== null && sale.closerMemberId !== own) throw notFound();
    return { sale, row: await this.sales.read(uow, before.id), offer, prospect, cohort };
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
  if (method === 'checkout') {
    if (!NO_PROVIDER_YET.isActive) throw noActiveProvider.error();
    return holdMinutes * MINUTE;
  }
  if (transferHoldDays === null) throw noTransfers.error();
  return transferHoldDays * DAY;
}
