import { closeEnrollment } from '#contexts/enrollments/enrollments.public.js';
import { administrators } from '#kernel/access';
import { refusal, refusedIn } from '#kernel/errors';
import { declareEvent } from '#kernel/events';
import { resource } from '#kernel/operations';
import { noActiveProvider } from '../checkout/checkout.refusals.js';
import { OF_MONEY } from '../sale/sale.operations.js';
import { PaymentReference, refundRequested, refundSucceeded } from '../ledger/refund.events.js';
import { reachableSale } from '../ledger/sale.policy.js';
import {
  Payment,
  RecordPaymentRequest,
  Refund,
  RefundPaymentRequest,
  VoidPaymentRequest,
} from '../ledger/payment.dto.js';
import { anyPayment } from './payment.policy.js';

export const referenceTaken = refusal('reference_taken', 'Another payment of the sale has the reference.');
export const paymentVoided = refusal('payment_voided', 'The payment was voided.');
export const paymentRefunded = refusal('payment_refunded', 'A part of the payment was refunded.');
export const notRefundable = refusal('not_refundable', 'The amount is more than what of the payment can be refunded.');

const OWN = 'Refused on a sale with the own address.';
const forbidden = `${administrators.forbidden} ${OWN}`;

const payments = resource({
  noun: 'payment',
  path: '/payments/:paymentId',
  response: Payment,
  target: anyPayment,
  read: administrators,
  write: administrators,
});

export const recordPayment = payments.create({
  name: 'record_payment',
  path: '/sales/:saleId/payments',
  parent: reachableSale,
  summary: 'Record a payment for a sale',
  description:
    'Money is recorded as it came: short, over, late. Once the terms of the sale are met the sale is activated, which ' +
    'enrolls; what came beyond what is owed is credit.',
  body: RecordPaymentRequest,
  event: declareEvent('payment.received', 'Money came for a sale.', PaymentReference),
  alsoEvents: OF_MONEY,
  refusals: { 400: 'A field is invalid, or the currency is not that of the sale.', 403: forbidden },
  reasons: [...refusedIn('sale', ['proposed', 'expired']), referenceTaken],
});

export const voidPayment = payments.command('void', {
  description: 'For a slip: the money never came. The sale and the enrollment stay as they are.',
  body: VoidPaymentRequest,
  event: declareEvent('payment.voided', 'A payment that was recorded never came.', PaymentReference),
  refusals: { 403: forbidden },
  reasons: [paymentVoided, paymentRefunded],
});

const refunds = resource({
  noun: 'refund',
  path: '/refunds/:refundId',
  tag: 'Payments',
  response: Refund,
  target: anyPayment,
  read: administrators,
  write: administrators,
});

export const refundPayment = refunds.create({
  name: 'refund_payment',
  path: '/payments/:paymentId/refunds',
  parent: anyPayment,
  summary: 'Refund a payment, or a part of it',
  description:
    'With claim drop, what goes back beyond the credit of the sale is owed no longer, from the latest paid installment ' +
    'on; with keep it is owed again. An enrollment is withdrawn at once.',
  body: RefundPaymentRequest,
  event: refundRequested,
  alsoEvents: [refundSucceeded.name, closeEnrollment.event.name],
  refusals: { 403: forbidden },
  reasons: [notRefundable, noActiveProvider],
});
