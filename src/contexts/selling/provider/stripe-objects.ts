import type Stripe from 'stripe';
import {
  mayBeOurs,
  type PaymentFailure,
  type ProviderCheckout,
  type ProviderDispute,
  type ProviderPayment,
  type ProviderRefund,
  type ProviderTag,
} from './provider-objects.js';
import { AmountNotSupported } from './stripe-answers.js';
import { fromStripeAmount } from './stripe-amounts.js';

/** Fields that are objects rather than ids: a session that is complete and unpaid tells no failure by itself. */
export const OF_CHECKOUT = 'payment_intent';
export const OF_PAYMENT = 'latest_charge';

export function toCheckout(session: Stripe.Checkout.Session): ProviderCheckout {
  const { payment_intent: intent } = session;
  const payment = intent !== null && typeof intent === 'object' ? toPayment(intent) : null;
  const status = checkoutStatus(session, payment);
  return {
    kind: 'checkout',
    id: session.id,
    ...moneyOf(session.amount_total ?? 0, session.currency ?? ''),
    createdAt: fromSeconds(session.created),
    tag: tagOf(session.metadata),
    status,
    url: status === 'open' ? session.url : null,
    expiresAt: fromSeconds(session.expires_at),
    paymentId: idOf(intent),
    customerId: idOf(session.customer),
    failure: status === 'failed' ? (payment?.failure ?? 'other') : null,
  };
}

function checkoutStatus(
  { status, payment_status }: Stripe.Checkout.Session,
  payment: ProviderPayment | null,
): ProviderCheckout['status'] {
  if (status === 'expired') return 'expired';
  if (status !== 'complete') return 'open';
  if (payment_status !== 'unpaid') return 'paid';
  return payment?.status === 'failed' || payment?.status === 'cancelled' ? 'failed' : 'processing';
}

export function toPayment(intent: Stripe.PaymentIntent): ProviderPayment {
  const { latest_charge: charge } = intent;
  const status = paymentStatus(intent);
  const isPaid = status === 'succeeded';
  const failure = status === 'failed' || status === 'cancelled' ? failureOf(intent) : null;
  const paidAt = charge !== null && typeof charge === 'object' ? charge.created : intent.created;
  return {
    kind: 'payment',
    id: intent.id,
    ...moneyOf(isPaid ? intent.amount_received : intent.amount, intent.currency),
    createdAt: fromSeconds(intent.created),
    tag: tagOf(intent.metadata),
    status,
    receivedAt: isPaid ? fromSeconds(paidAt) : null,
    customerId: idOf(intent.customer),
    paymentMethodId: isPaid && intent.setup_future_usage === 'off_session' ? idOf(intent.payment_method) : null,
    failure,
    needsBuyer: intent.status === 'requires_action' || failure === 'authentication_required',
  };
}

function paymentStatus({ status, last_payment_error: error }: Stripe.PaymentIntent): ProviderPayment['status'] {
  if (status === 'succeeded') return 'succeeded';
  if (status === 'canceled') return 'cancelled';
  if (status === 'processing' || status === 'requires_capture') return 'processing';
  return status === 'requires_payment_method' && error !== null ? 'failed' : 'open';
}

function failureOf({ status, last_payment_error: error }: Stripe.PaymentIntent): PaymentFailure {
  if (status === 'canceled') return 'cancelled';
  const codes = [error?.decline_code, error?.code];
  for (const code of ['authentication_required', 'insufficient_funds', 'expired_card', 'card_declined'] as const) {
    if (codes.includes(code)) return code;
  }
  const isOfMethod = codes.some((one) => one?.startsWith('payment_method_'));
  return isOfMethod ? 'method_not_usable' : 'other';
}

export function toRefund(refund: Stripe.Refund): ProviderRefund {
  const { status } = refund;
  const isFailed = status === 'failed' || status === 'canceled';
  return {
    kind: 'refund',
    id: refund.id,
    ...moneyOf(refund.amount, refund.currency),
    createdAt: fromSeconds(refund.created),
    tag: tagOf(refund.metadata),
    status: isFailed ? 'failed' : status === 'succeeded' ? 'succeeded' : 'pending',
    paymentId: idOf(refund.payment_intent),
  };
}

/** An inquiry withdraws nothing; whoever answers it in time has won. */
export function toDispute(dispute: Stripe.Dispute): ProviderDispute {
  const { status, balance_transactions: movements } = dispute;
  const isInquiry = status.startsWith('warning_') || status === 'prevented';
  const isWon = status === 'won' || status === 'warning_closed' || status === 'prevented';
  return {
    kind: 'dispute',
    id: dispute.id,
    ...moneyOf(dispute.amount, dispute.currency),
    createdAt: fromSeconds(dispute.created),
    status: isWon ? 'won' : status === 'lost' ? 'lost' : 'open',
    paymentId: idOf(dispute.payment_intent),
    // Movements are in the currency of the account, so that only their signs can be used.
    isWithdrawn: !isInquiry || movements.some(({ amount }) => amount < 0),
    isReturned: status === 'won' || movements.some(({ amount }) => amount > 0),
  };
}

/** Throws AmountNotSupported. */
function moneyOf(amount: number, code: string): { amount: number; currency: string } {
  const currency = code.toUpperCase();
  const ours = fromStripeAmount(amount, currency);
  if (ours === undefined) throw new AmountNotSupported();
  return { amount: ours, currency };
}

function tagOf(metadata: Stripe.Metadata | null): Partial<ProviderTag> {
  const { organizationId, saleId, jobId } = metadata ?? {};
  return {
    ...(organizationId !== undefined && { organizationId }),
    ...(saleId !== undefined && { saleId }),
    ...(jobId !== undefined && mayBeOurs(jobId) && { jobId }),
  };
}

function idOf(object: string | { id: string } | null): string | null {
  return typeof object === 'string' ? object : (object?.id ?? null);
}

function fromSeconds(seconds: number): Date {
  return new Date(seconds * 1000);
}
