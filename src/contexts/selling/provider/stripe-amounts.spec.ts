import { describe, expect, it } from '@jest/globals';
import { fromStripeAmount, stripeAmountIssue, toStripeAmount } from './stripe-amounts.js';

describe('amounts at Stripe', () => {
  it.each([
    ['EUR', 12_345, 12_345],
    ['JPY', 500, 500],
    // No decimals in ISO 4217, two at Stripe.
    ['UGX', 500, 50_000],
    ['ISK', 1, 100],
    // Two decimals in ISO 4217, none at Stripe.
    ['MGA', 12_300, 123],
    ['KWD', 12_340, 12_340],
  ])('%s %d is %d there, and comes back as it was', (currency, ours, theirs) => {
    expect(stripeAmountIssue(ours, currency)).toBeUndefined();
    expect(toStripeAmount(ours, currency)).toBe(theirs);
    expect(fromStripeAmount(theirs, currency)).toBe(ours);
  });

  it.each([
    ['KWD', 12_345, 'must be a multiple of 10 in KWD'],
    ['TND', 1, 'must be a multiple of 10 in TND'],
    ['MGA', 12_345, 'must be a multiple of 100 in MGA'],
  ])('%s %d cannot be charged', (currency, ours, issue) => {
    expect(stripeAmountIssue(ours, currency)).toBe(issue);
    expect(toStripeAmount(ours, currency)).toBeUndefined();
  });

  it('what came is never rounded', () => {
    expect(fromStripeAmount(150, 'UGX')).toBeUndefined();
    expect(fromStripeAmount(12_345, 'KWD')).toBe(12_345);
  });
});
