import type Stripe from 'stripe';
import type { LookUp } from './port.js';
import type { ProviderCustomer, ProviderObject } from './provider-objects.js';
import { OF_CHECKOUT, OF_PAYMENT, toCheckout, toPayment, toRefund } from './stripe-objects.js';

/** The longest page that Stripe has. */
export const PAGE = 100;

/** The clocks of two services differ. */
const SKEW_SECONDS = 300;

/** Looks for what a job made, in lists: the search of Stripe lags behind, and knows neither refunds nor checkouts. */
export async function findMadeBy(stripe: Stripe, lookUp: LookUp): Promise<ProviderObject | ProviderCustomer | null> {
  const { kind, jobId, since } = lookUp;
  const page = { limit: PAGE, created: { gte: Math.floor(since.getTime() / 1000) - SKEW_SECONDS } };
  switch (kind) {
    case 'customer': {
      const found = await firstOf(stripe.customers.list({ ...page, email: lookUp.email }), jobId);
      return found && { kind, id: found.id };
    }
    case 'checkout': {
      const expand = [`data.${OF_CHECKOUT}`];
      const list = stripe.checkout.sessions.list({ ...page, customer: lookUp.customerId, expand });
      const found = await firstOf(list, jobId);
      return found && toCheckout(found);
    }
    case 'payment': {
      const expand = [`data.${OF_PAYMENT}`];
      const list = stripe.paymentIntents.list({ ...page, customer: lookUp.customerId, expand });
      const found = await firstOf(list, jobId);
      return found && toPayment(found);
    }
    case 'refund': {
      const found = await firstOf(stripe.refunds.list({ ...page, payment_intent: lookUp.paymentId }), jobId);
      return found && toRefund(found);
    }
  }
}

async function firstOf<Row extends { metadata: Stripe.Metadata | null }>(
  rows: AsyncIterable<Row>,
  jobId: string,
): Promise<Row | null> {
  for await (const row of rows) if (row.metadata?.jobId === jobId) return row;
  return null;
}
