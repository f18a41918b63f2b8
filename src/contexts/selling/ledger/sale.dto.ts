import { EmailAddress } from '#contexts/identity/identity.public.js';
import {
  Flag,
  Instant,
  Nested,
  NestedList,
  NestedObject,
  OneOf,
  Pattern,
  PositiveInteger,
  Shown,
  Text,
  TextList,
  textIssue,
  Title,
  Uuid,
  WholeNumber,
} from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { MAX_AMOUNT } from '../terms/offer-terms.dto.js';
import { SalesLinkState } from '../link/sales-link.dto.js';
import { OfferTerms } from '../terms/shown-terms.dto.js';
import { Checkout } from './checkout.dto.js';
import { CHECKOUT_FAILURES } from './checkout.entity.js';
import { COLLECTION_STATUSES } from './collections.js';
import { Dispute, Payment, Refund } from './payment.dto.js';
import { STANDINGS, type Standing } from './ledger.js';
import { FULFILLMENTS, SALE_STATUSES, STUCK_REASONS, type Fulfillment, type SaleStatus } from './sale.entity.js';

const optional = true;
const nullable = true;
const KEY = /^[a-z][a-z0-9_]{0,49}$/;
const PLAN = { issue: 'must be the key of a payment plan', description: 'Payment plan', example: 'at_once' };
const COUNTRY = /^[A-Z]{2}$/;
const METHODS = ['checkout', 'transfer'] as const;

class SaleParticipant {
  @Title({ min: 1, max: 100, description: 'Name', example: 'Alan Turing' }) name: string;
  @EmailAddress({ description: 'Address', example: 'alan@example.com' }) email: string;
}

export class SaleBilling {
  @Text({ optional, nullable, min: 1, max: 200, trim: true, description: 'Company', example: 'Bletchley Ltd' })
  company?: string | null;

  @TextList((line) => textIssue(line, 1, 200), {
    maxItems: 6,
    description: 'Lines of the address',
    example: ['1 Park Lane', 'Milton Keynes'],
  })
  lines: string[];

  @Pattern(COUNTRY, {
    ...{ optional, nullable, issue: 'must be two capital letters' },
    description: 'ISO 3166-1 code',
    example: 'GB',
  })
  country?: string | null;

  @Text({ optional, nullable, min: 1, max: 50, trim: true, description: 'Tax number', example: 'GB123456789' })
  taxId?: string | null;
}

export class ProposeSaleRequest {
  @Uuid({ description: 'Offer' }) offerId: string;
  @Pattern(KEY, { ...PLAN, optional }) paymentPlanKey?: string;
  @Uuid({ optional, description: 'Cohort, where the offer names none' }) cohortId?: string;

  @WholeNumber({ optional, max: MAX_AMOUNT, description: 'Taken off the last installments', example: 5_000 })
  discount?: number;

  @WholeNumber({ optional, nullable, max: MAX_AMOUNT, description: 'Tax that the price includes', example: 14_370 })
  taxAmount?: number | null;

  @Instant({ optional, description: 'Good until then: in 1 hour to 60 days, by default in 7 days' }) expiresAt?: Date;
  @NestedObject(() => SaleParticipant, { optional, nullable, description: 'Takes part; null: the buyer' })
  participant?: SaleParticipant | null;

  @NestedObject(() => SaleBilling, { optional, nullable, description: 'For invoices' }) billing?: SaleBilling | null;
  @Uuid({ optional, description: 'Closer, if not that of the prospect; requires OWNER or ADMIN' })
  closerMemberId?: string;
}

export class AcceptSaleRequest {
  @Pattern(KEY, { ...PLAN, optional, description: 'Payment plan, if the proposal left it open' })
  paymentPlanKey?: string;

  @Uuid({ optional, description: 'Cohort, if the proposal left it open' }) cohortId?: string;
  @OneOf(METHODS, { description: 'How the buyer pays', example: 'transfer' }) method: (typeof METHODS)[number];
  @Flag({ optional, description: 'Whether the buyer agreed to automatic charges' }) autoCharge?: boolean;
}

export class CancelSaleRequest {
  @Text({ min: 1, max: 500, trim: true, description: 'Why', example: 'Changed their mind' }) reason: string;

  @OneOf(['keep', 'withdraw'], { optional, description: 'Required if the enrollment is open', example: 'withdraw' })
  enrollment?: 'keep' | 'withdraw';

  @OneOf(['waive', 'keep'], { optional, description: 'Required if an amount is outstanding', example: 'waive' })
  outstanding?: 'waive' | 'keep';
}

class WantedInstallment {
  @Uuid({ optional, description: 'Installment that is kept; absent: a new one' }) id?: string;
  @WholeNumber({ min: 1, max: MAX_AMOUNT, description: 'Amount', example: 45_000 }) amount: number;
  @Instant({ description: 'Due then, not before that of the one before it' }) dueAt: Date;
}

export class ChangeInstallmentsRequest {
  @NestedList(() => WantedInstallment, { minItems: 1, maxItems: 36, description: 'All of them, in their order' })
  installments: WantedInstallment[];

  @Text({ min: 1, max: 500, trim: true, description: 'Why', example: 'Pays in two parts' }) reason: string;
}

export class FulfillSaleRequest {
  @Uuid({ optional, description: 'Another cohort of the program' }) cohortId?: string;
  @NestedObject(() => SaleParticipant, { optional, description: 'Another person takes part' })
  participant?: SaleParticipant;

  @Flag({ optional, description: 'Whether a person who was detached becomes a member again' }) reattach?: boolean;
}

export class SalesQuery extends PageQuery {
  @OneOf(SALE_STATUSES, { optional, description: 'Only with this status' }) status?: SaleStatus;
  @OneOf(STANDINGS, { optional, description: 'Only with this standing' }) standing?: Standing;
  @OneOf(FULFILLMENTS, { optional, description: 'Only with this fulfillment' }) fulfillment?: Fulfillment;
  @Uuid({ optional, description: 'Only of this offer' }) offerId?: string;
  @Uuid({ optional, description: 'Only of this cohort' }) cohortId?: string;
  @Uuid({ optional, description: 'Only of this closer' }) closerMemberId?: string;
  @Uuid({ optional, description: 'Only of this prospect, which must be reached' }) prospectId?: string;
  @Uuid({ optional, description: 'Only those in which this member takes part; requires OWNER or ADMIN' })
  memberId?: string;
}

class SalePerson {
  @Shown(SaleParticipant, 'name') name: string;
  @EmailAddress({ nullable, description: 'Address; null once erased', example: 'alan@example.com' }) email:
    string | null;
}

class SaleInstallment {
  @Uuid({ description: 'Installment' }) id: string;
  @PositiveInteger({ description: 'Position' }) position: number;
  @PositiveInteger({ description: 'Amount', example: 90_000 }) amount: number;
  @WholeNumber({ description: 'What of it is paid', example: 0 }) paid: number;
  @Instant({ description: 'Due then, UTC' }) dueAt: string;
  @Flag({ description: 'Whether it is unpaid after the days of grace', example: false }) overdue: boolean;
}

export class Collection {
  @Uuid({ description: 'Collection identifier' }) id: string;
  @OneOf(COLLECTION_STATUSES, { description: 'sending: not decided yet; needs_buyer: the buyer has to confirm' })
  status: string;

  @PositiveInteger({ description: 'Amount', example: 90_000 }) amount: number;
  @Instant({ description: 'First request, UTC' }) attemptedAt: string;
  @OneOf(CHECKOUT_FAILURES, { nullable, description: 'Why it failed', example: null }) failure: string | null;
}

class SaleFulfillment {
  @OneOf(FULFILLMENTS, { description: 'Whether the enrollment exists; ended: it is closed' }) status: string;
  @OneOf(STUCK_REASONS, { nullable, description: 'Why it does not', example: null }) reason: string | null;
  @Uuid({ nullable, description: 'The enrollment' }) enrollmentId: string | null;
}

/** Amounts are in minor units of the currency. */
export class Sale {
  @Uuid({ description: 'Sale identifier' }) id: string;
  @Uuid({ description: 'Offer' }) offerId: string;
  @PositiveInteger({ description: 'Version of the terms' }) offerVersion: number;
  @Uuid({ description: 'Prospect' }) prospectId: string;
  @Nested(() => SalePerson, { description: 'Buys: the prospect' }) buyer: SalePerson;
  @Nested(() => SalePerson, { description: 'Takes part' }) participant: SalePerson;
  @Nested(() => SaleBilling, { nullable, description: 'For invoices' }) billing: SaleBilling | null;
  @Uuid({ nullable, description: 'Closer' }) closerMemberId: string | null;
  @OneOf(SALE_STATUSES, { description: 'Status by now' }) status: string;
  @Uuid({ nullable, description: 'Cohort; null: chosen on acceptance' }) cohortId: string | null;
  @Text({ nullable, description: 'Payment plan; null: chosen on acceptance', example: 'at_once' })
  paymentPlanKey: string | null;

  @Nested(() => OfferTerms, { description: 'As they were when it was proposed' }) terms: OfferTerms;
  @Text({ description: 'ISO 4217', example: 'EUR' }) currency: string;
  @PositiveInteger({ nullable, description: 'Total of the payment plan, before the discount', example: 90_000 })
  total: number | null;

  @Shown(ProposeSaleRequest, 'discount') discount: number;
  @Shown(ProposeSaleRequest, 'taxAmount') taxAmount: number | null;
  @WholeNumber({ description: 'Owed, from the activation on', example: 0 }) owed: number;
  @WholeNumber({ description: 'Received', example: 0 }) received: number;
  @WholeNumber({ description: 'Owed and not received', example: 0 }) outstanding: number;
  @WholeNumber({ description: 'Received beyond what is owed', example: 0 }) credit: number;
  @OneOf(STANDINGS, { nullable, description: 'Null while nothing was owed', example: null }) standing: string | null;
  @NestedList(() => SaleInstallment, { description: 'Dated on acceptance' }) installments: SaleInstallment[];
  @NestedList(() => SalesLinkState, { description: 'The personal link' }) links: SalesLinkState[];
  @Nested(() => Checkout, { nullable, description: 'The last one' }) checkout: Checkout | null;
  @Instant({ nullable, description: 'The seat is kept until then, UTC', example: null }) holdUntil: string | null;
  @Instant({ description: 'The proposal is good until then, UTC' }) expiresAt: string;
  @Flag({ description: 'Whether the buyer agreed to automatic charges' }) autoCharge: boolean;
  @Nested(() => SaleFulfillment) fulfillment: SaleFulfillment;
  @Instant({ description: 'Proposal, UTC' }) proposedAt: string;
  @Instant({ nullable, description: 'Acceptance, UTC', example: null }) acceptedAt: string | null;
  @OneOf(['buyer', 'staff'], { nullable, description: 'Who accepted', example: null }) acceptedBy: string | null;
  @Instant({ nullable, description: 'Activation, UTC', example: null }) activatedAt: string | null;
  @Instant({ nullable, description: 'Cancellation, UTC', example: null }) endedAt: string | null;
  @Text({ nullable, description: 'Why it was cancelled', example: null }) endReason: string | null;
  @Instant({ description: 'Creation, UTC' }) createdAt: string;
  @Instant({ description: 'Last change, UTC' }) updatedAt: string;
}

class InstallmentWithCollections extends SaleInstallment {
  @NestedList(() => Collection, { description: 'Automatic charges, oldest first' }) collections: Collection[];
}

export class SaleWithPayments extends Sale {
  @NestedList(() => InstallmentWithCollections, { description: 'Dated on acceptance' })
  declare installments: InstallmentWithCollections[];

  @NestedList(() => Payment, { description: 'By the time of receipt' }) payments: Payment[];
  @NestedList(() => Refund, { description: 'Oldest first' }) refunds: Refund[];
  @NestedList(() => Dispute, { description: 'Oldest first' }) disputes: Dispute[];
}
