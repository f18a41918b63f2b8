import {
  closeEnrollment,
  cohortFull,
  enroll,
  RECORDED_OF_NEW_ENROLLMENTS,
  resumeEnrollment,
  seatTaken,
} from '#contexts/enrollments/enrollments.public.js';
import { addMember } from '#contexts/identity/identity.public.js';
import { administrators, administratorsAndClosers } from '#kernel/access';
import { refusal, refusedIn } from '#kernel/errors';
import { declareEvent } from '#kernel/events';
import { declareWrite, resource } from '#kernel/operations';
import { amountNotSupported, noActiveProvider, paymentUnderWay } from '../checkout/checkout.refusals.js';
import { checkoutEnded, checkoutOpened } from '../ledger/checkout.events.js';
import { refundRequested } from '../ledger/refund.events.js';
import { prospectClosed, prospectErased, prospectReopened, saleUnderWay } from '../prospect/prospect.operations.js';
import { reachableProspect } from '../prospect/prospect.policy.js';
import {
  AcceptSaleRequest,
  CancelSaleRequest,
  ChangeInstallmentsRequest,
  FulfillSaleRequest,
  ProposeSaleRequest,
  Sale,
  SalesQuery,
  SaleWithPayments,
} from '../ledger/sale.dto.js';
import { SALE } from '../ledger/sale.entity.js';
import {
  installmentsChanged,
  SaleAccepted,
  saleActivated,
  SaleActivated,
  saleCancelled,
  salePaid,
  SaleReference,
  saleStuck,
} from '../ledger/sale.events.js';
import { narrowToReachableSale, reachableSale } from '../ledger/sale.policy.js';

export const notOnSale = refusal('not_on_sale', 'The offer cannot be sold now; `details` tells why.');
export const noTransfers = refusal('no_transfers', 'The offer takes no bank transfers.');
export const saleFulfilled = refusal('sale_fulfilled', 'The enrollment of the sale is open.');

/** Recorded besides when a sale is activated. */
export const OF_ACTIVATION = [
  ...[saleActivated, saleStuck, salePaid, prospectClosed, addMember.event, enroll.event].map(({ name }) => name),
  ...RECORDED_OF_NEW_ENROLLMENTS,
];

/** Recorded besides where money, or less that is needed of it, may activate a sale. */
export const OF_MONEY = [
  ...OF_ACTIVATION,
  ...[resumeEnrollment.event, refundRequested, checkoutEnded, saleCancelled].map(({ name }) => name),
];

const OWN = 'Refused on one with the own address.';
const narrowReplay = narrowToReachableSale;
const forbidden = `${administratorsAndClosers.forbidden} ${OWN}`;

const sales = resource({
  noun: 'sale',
  path: '/sales/:saleId',
  response: Sale,
  target: reachableSale,
  read: administratorsAndClosers,
  write: administratorsAndClosers,
});

export const proposeSale = sales.create({
  name: 'propose_sale',
  path: '/prospects/:prospectId/sales',
  parent: reachableProspect,
  summary: 'Propose a sale to a prospect',
  description:
    'Keeps no seat, and keeps the terms of the offer as they are now. A prospect that was won or lost is open again.',
  body: ProposeSaleRequest,
  event: declareEvent('sale.proposed', 'A sale was proposed.', SaleReference),
  alsoEvents: [prospectReopened.name],
  narrowReplay,
  refusals: {
    400:
      'A field is invalid, the offer or the closer is none that can be named, the cohort is none of the program or is ' +
      'that of the offer, the terms have no such payment plan, or the discount is not less than its total.',
    403: `${forbidden} A discount above maxDiscount, and closerMemberId, require OWNER or ADMIN.`,
    404: `${reachableProspect.notFound} Or a replay, of a sale that the caller does not reach any more.`,
  },
  reasons: [notOnSale, saleUnderWay, prospectErased],
});

export const listSales = sales.list({
  description:
    'Newest first. A closer who is neither OWNER nor ADMIN sees those that name them, for what they sell now.',
  query: SalesQuery,
  refusals: {
    403: `${administratorsAndClosers.forbidden} memberId requires OWNER or ADMIN.`,
    404: reachableProspect.notFound,
  },
});

export const getSale = sales.get({
  description: 'In any status, with its installments, payments and refunds.',
  response: SaleWithPayments,
});

export const acceptSale = sales.command('accept', {
  narrowReplay,
  leadsTo: 'reserved',
  description:
    'Keeps a seat and dates the installments, both once; with enrollWhen acceptance it enrolls at once. A proposal ' +
    'outlives the status and the end of its offer.',
  body: AcceptSaleRequest,
  event: declareEvent('sale.accepted', 'A sale was accepted.', SaleAccepted),
  alsoEvents: [...OF_ACTIVATION, checkoutOpened.name],
  refusals: {
    400: 'A field is invalid or missing, is settled by the proposal, or is no cohort or payment plan of the offer.',
    403: forbidden,
  },
  reasons: [
    ...SALE.refusalsUnless('proposed'),
    ...[notOnSale, seatTaken, noTransfers, noActiveProvider, amountNotSupported, prospectErased],
  ],
});

export const cancelSale = sales.command('cancel', {
  narrowReplay,
  leadsTo: 'cancelled',
  description:
    'Frees the seat that was kept. Refunds nothing: what was received beyond what is owed is credit. Choices that mean ' +
    'nothing in the state of the sale are ignored.',
  body: CancelSaleRequest,
  event: saleCancelled,
  alsoEvents: [closeEnrollment.event, resumeEnrollment.event, checkoutEnded].map(({ name }) => name),
  refusals: {
    400: 'A field is invalid, or a choice is missing that the state of the sale requires.',
    403: `${forbidden} To cancel an active sale requires OWNER or ADMIN.`,
  },
  reasons: SALE.refusalsOfMove('cancelled'),
});

export const changeInstallments = declareWrite({
  name: 'change_installments',
  method: 'PUT',
  path: '/sales/:saleId/installments',
  tag: 'Sales',
  targetType: 'sale',
  access: administrators,
  target: reachableSale,
  summary: 'Change the installments of a sale',
  description:
    'Replaces all of them. Those on which money lies come first, in their order, with at least what of each is paid. ' +
    'Once the sale is active their sum is what is owed.',
  body: ChangeInstallmentsRequest,
  response: Sale,
  event: installmentsChanged,
  alsoEvents: OF_MONEY,
  refusals: { 403: `${administrators.forbidden} ${OWN}` },
  reasons: [...SALE.refusalsUnless('reserved', 'active'), paymentUnderWay],
});

export const fulfillSale = sales.command('fulfill', {
  leadsTo: 'active',
  access: administrators,
  narrowReplay,
  description:
    'Enrolls for an active sale whose enrollment could not be made, or was closed: in its cohort or another one of the ' +
    'program, the participant or another person.',
  body: FulfillSaleRequest,
  event: declareEvent('sale.fulfilled', 'A sale got its enrollment.', SaleActivated),
  alsoEvents: [addMember.event.name, enroll.event.name, ...RECORDED_OF_NEW_ENROLLMENTS],
  refusals: {
    400: 'A field is invalid, or the cohort is none of the program of the offer.',
    403: `${administrators.forbidden} ${OWN}`,
  },
  reasons: [
    ...SALE.refusalsUnless('active'),
    ...[saleFulfilled, cohortFull, seatTaken, prospectErased],
    ...refusedIn('cohort', ['completed', 'archived']),
    ...refusedIn('member', ['detached']),
  ],
});
