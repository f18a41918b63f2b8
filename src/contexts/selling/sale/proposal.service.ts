import { Injectable } from '@nestjs/common';
import { isAdministrator } from '#kernel/access';
import { lockProgramStatus } from '#contexts/programs/programs.public.js';
import { forbidden, invalidField, notFound } from '#kernel/errors';
import { changedMeanwhile } from '#kernel/persistence';
import type { UnitOfWork } from '#kernel/work';
import { closerOf } from '../closer/closer.policy.js';
import { CloserService } from '../closer/closer.service.js';
import { OfferEntity } from '../offer/offer.entity.js';
import { SHOWN_TO_CLOSERS } from '../offer/offer.policy.js';
import type { Terms } from '../terms/terms.js';
import { ProspectEntity } from '../prospect/prospect.entity.js';
import { prospectErased } from '../prospect/prospect.operations.js';
import { notOnOneself } from '../prospect/prospect.policy.js';
import { reopen } from '../prospect/reopened-prospect.js';
import { ProspectSales } from '../prospect/prospect-sales.js';
import type { ProposeSaleRequest, Sale } from '../ledger/sale.dto.js';
import { SaleEntity, type Billing } from '../ledger/sale.entity.js';
import { proposeSale } from './sale.operations.js';
import { expireAt } from '../ledger/sale-expiry.job.js';
import { OfferSales } from './offer-sales.js';
import { SaleRepository } from '../ledger/sale.repository.js';

const HOUR = 3_600_000;
const DAYS = 24 * HOUR;
const EXPIRES = { soonest: HOUR, usual: 7 * DAYS, latest: 60 * DAYS };

/** The fields of a new sale that audit entries have. */
const RECORDED = ['offerId', 'prospectId', 'cohortId', 'paymentPlanKey', 'discount', 'taxAmount', 'expiresAt'] as const;

@Injectable()
export class ProposalService {
  constructor(
    private readonly sales: SaleRepository,
    private readonly offers: OfferSales,
    private readonly closers: CloserService,
    private readonly prospects: ProspectSales,
  ) {}

  /** Locks program, cohort, offer, closer and prospect, in this order: no offer is withdrawn while a sale of it is proposed. */
  async propose(uow: UnitOfWork, prospectId: string, request: ProposeSaleRequest): Promise<Sale> {
    const { participant = null, discount = 0, taxAmount = null, paymentPlanKey = null } = request;
    const expiresAt = expiryOf(uow, request.expiresAt);
    const place = await this.sales.placeOfOffer(uow, request.offerId);
    if (place) await lockProgramStatus(uow, place.programId);
    const named = place?.cohortId ?? request.cohortId;
    const programOfCohort = named === undefined ? undefined : await this.sales.programOfKept(uow, named);
    const offer = await this.lockOffer(uow, request.offerId);
    if (offer.cohortId !== place?.cohortId) throw changedMeanwhile();
    const present = await this.offers.present(uow, offer);
    const { terms, version } = present;
    const cohortId = cohortOf(offer, request.cohortId, programOfCohort);
    checkPrice(uow, terms, paymentPlanKey, discount);
    const { prospect, closerMemberId } = await this.lockProspect(uow, prospectId, offer, request.closerMemberId);
    await notOnOneself(uow, prospect.email, participant?.email);
    await this.offers.requireOnSale(uow, { offer, present, cohortId });
    await this.prospects.requireNoneUnderWay(uow, prospectId, offer.id);
    const sale = uow.insert(SaleEntity, {
      ...{ offerId: offer.id, offerVersion: version, prospectId, closerMemberId, status: 'proposed', cohortId },
      ...{ paymentPlanKey, discount, taxAmount, expiresAt, autoCharge: false, fulfillment: 'none' },
      ...{ participantName: participant?.name ?? null, participantEmail: participant?.email ?? null },
      ...{ billing: billingOf(request), proposedAt: uow.now },
    });
    await expireAt(uow, expiresAt);
    const { currency } = terms;
    reopen(uow, prospect);
    uow.record(proposeSale.event, { ...sale, currency, owed: 0 }, RECORDED);
    return this.sales.one(uow, sale.id);
  }

  /** Throws 400 for an offer that the caller cannot name. */
  private async lockOffer(uow: UnitOfWork, offerId: string): Promise<OfferEntity> {
    const own = closerOf(uow.caller);
    const [offer] = await uow.getAllForUpdate(OfferEntity, [offerId]);
    const isShown =
      offer !== undefined &&
      (own === null ||
        (SHOWN_TO_CLOSERS.includes(offer.status) && (await this.closers.isInScope(uow, own, offer.programId))));
    if (!isShown) throw invalidField('offerId', 'must be an offer that the caller can sell');
    return offer;
  }

  /** Locks the closer, who gets the prospect back where it was closed, and then the prospect. */
  private async lockProspect(
    uow: UnitOfWork,
    prospectId: string,
    { programId }: OfferEntity,
    named: string | undefined,
  ): Promise<{ prospect: ProspectEntity; closerMemberId: string | null }> {
    const own = closerOf(uow.caller);
    if (named !== undefined && own !== null && named !== own) {
      throw forbidden('closerMemberId requires OWNER or ADMIN.');
    }
    const before = await uow.get(ProspectEntity, prospectId);
    const closer = named ?? before.closerMemberId;
    const isCloser = closer !== null && (await this.closers.lockInScope(uow, closer, programId));
    if (named !== undefined && !isCloser) throw invalidField('closerMemberId', 'must be a closer for the program now');
    const prospect = await uow.getForUpdate(ProspectEntity, prospectId);
    // Somebody else has got it meanwhile.
    if (own !== null && prospect.closerMemberId !== own) throw notFound();
    if (prospect.erasedAt !== null) throw prospectErased.error();
    return { prospect, closerMemberId: named ?? prospect.closerMemberId };
  }
}

function cohortOf(
  { programId, cohortId: own }: OfferEntity,
  sent: string | undefined,
  programOfSent: string | undefined,
): string | null {
  if (sent === undefined) return own;
  if (own !== null) throw invalidField('cohortId', 'must be absent where the offer names a cohort');
  if (programOfSent === programId) return sent;
  throw invalidField('cohortId', 'must be a cohort of the program of the offer');
}

function expiryOf({ now }: UnitOfWork, sent: Date | undefined): Date {
  const expiresAt = sent ?? new Date(now.getTime() + EXPIRES.usual);
  const ahead = expiresAt.getTime() - now.getTime();
  if (ahead >= EXPIRES.soonest && ahead <= EXPIRES.latest) return expiresAt;
  throw invalidField('expiresAt', 'must be 1 hour to 60 days ahead');
}

/** Throws 400, and 403 for a discount that a closer cannot give. Where the plan is open, the discount suits each. */
function checkPrice({ caller }: UnitOfWork, terms: Terms, key: string | null, discount: number): void {
  const plans = terms.paymentPlans.filter((plan) => key === null || plan.key === key);
  if (plans.length === 0) throw invalidField('paymentPlanKey', 'must be a payment plan of the offer');
  if (plans.some(({ total }) => discount >= total)) throw invalidField('discount', 'must be less than the total');
  if (discount > terms.maxDiscount && !isAdministrator(caller)) {
    throw forbidden('A discount above maxDiscount requires OWNER or ADMIN.');
  }
}

function billingOf({ billing }: ProposeSaleRequest): Billing | null {
  if (!billing) return null;
  const { company = null, lines, country = null, taxId = null } = billing;
  return { company, lines, country, taxId };
}
