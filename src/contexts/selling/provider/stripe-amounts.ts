import { decimalsOf } from '../terms/currencies.js';

/** Currencies that Stripe counts with other decimals than ISO 4217. */
const DECIMALS_AT_STRIPE: Readonly<Record<string, number>> = { ISK: 2, MGA: 0, UGX: 2 };

/** Stripe charges thousandths in steps of ten. */
const THOUSANDTHS = 3;

/** Why an amount in our minor units cannot be charged by Stripe; undefined where it can. */
export function stripeAmountIssue(amount: number, currency: string): string | undefined {
  const step = stepOf(currency);
  return amount % step === 0 ? undefined : `must be a multiple of ${step} in ${currency}`;
}

/** The amount in the units of Stripe; undefined where it cannot be expressed. */
export function toStripeAmount(amount: number, currency: string): number | undefined {
  if (amount % stepOf(currency) !== 0) return undefined;
  const shift = shiftOf(currency);
  return shift >= 0 ? amount * 10 ** shift : amount / 10 ** -shift;
}

/** The amount in our minor units; undefined where it cannot be expressed. */
export function fromStripeAmount(amount: number, currency: string): number | undefined {
  const shift = shiftOf(currency);
  const ours = shift >= 0 ? amount / 10 ** shift : amount * 10 ** -shift;
  return Number.isSafeInteger(ours) ? ours : undefined;
}

/** How many decimals Stripe has more than we. */
function shiftOf(currency: string): number {
  const ours = decimalsOf(currency) ?? 2;
  return (DECIMALS_AT_STRIPE[currency] ?? ours) - ours;
}

/** The smallest amount, in our minor units, by which amounts can differ. */
function stepOf(currency: string): number {
  if (decimalsOf(currency) === THOUSANDTHS) return 10;
  return 10 ** Math.max(0, -shiftOf(currency));
}
