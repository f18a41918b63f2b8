import Stripe from 'stripe';
import type { Answer, ProviderRefusal } from './port.js';

/** An amount that one side cannot express. */
export class AmountNotSupported extends Error {}

const CODES: Readonly<Record<string, ProviderRefusal>> = {
  resource_missing: 'not_found',
  amount_too_small: 'amount_not_supported',
  amount_too_large: 'amount_not_supported',
  charge_already_refunded: 'not_refundable',
  charge_disputed: 'not_refundable',
  balance_insufficient: 'balance_insufficient',
  // For a refund.
  insufficient_funds: 'balance_insufficient',
};

/** Makes a request, and reads what became of it. */
export async function answerTo<Value>(request: () => Promise<Value>): Promise<Answer<Value>> {
  try {
    return { kind: 'done', value: await request() };
  } catch (error) {
    if (isUnknown(error)) return { kind: 'unknown' };
    return { kind: 'refused', reason: refusalOf(error) };
  }
}

/** The payment that was made although it was declined. */
export function declinedPayment(error: unknown): Stripe.PaymentIntent | undefined {
  return error instanceof Stripe.errors.StripeCardError ? error.payment_intent : undefined;
}

/**
 * Whether the request may have been carried out, or may be once it is repeated: there was no answer, a failure of the
 * provider, a request with the same key under way (409), or too many requests.
 */
function isUnknown(error: unknown): boolean {
  const { StripeConnectionError, StripeAPIError, StripeRateLimitError } = Stripe.errors;
  return [StripeConnectionError, StripeAPIError, StripeRateLimitError].some((type) => error instanceof type);
}

function refusalOf(error: unknown): ProviderRefusal {
  const errors = Stripe.errors;
  if (error instanceof AmountNotSupported) return 'amount_not_supported';
  if (error instanceof errors.StripeAuthenticationError) return 'bad_key';
  if (error instanceof errors.StripePermissionError) return 'missing_permission';
  if (error instanceof errors.StripeIdempotencyError) return 'key_reused';
  if (error instanceof errors.StripeCardError) return 'declined';
  if (!(error instanceof errors.StripeInvalidRequestError)) throw error;
  return CODES[error.code ?? ''] ?? (error.statusCode === 404 ? 'not_found' : 'bad_request');
}
