import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import {
  type Answer,
  type ListPage,
  type ListRequest,
  type LookUp,
  type NewCheckout,
  type NewCollection,
  type NewCustomer,
  type NewRefund,
  PaymentProvider,
  type ProviderAccess,
} from './port.js';
import type {
  ProviderAccount,
  ProviderCheckout,
  ProviderCustomer,
  ProviderObject,
  ProviderPayment,
  ProviderRefund,
  Reference,
} from './provider-objects.js';
import { toStripeAmount } from './stripe-amounts.js';
import { AmountNotSupported, answerTo, declinedPayment } from './stripe-answers.js';
import { StripeClients } from './stripe-client.js';
import { verifyStripeEvent } from './stripe-events.js';
import { findMadeBy, PAGE } from './stripe-lists.js';
import { OF_CHECKOUT, OF_PAYMENT, toCheckout, toDispute, toPayment, toRefund } from './stripe-objects.js';

@Injectable()
export class StripeProvider extends PaymentProvider {
  readonly verifyEvent = verifyStripeEvent;

  constructor(private readonly clients: StripeClients) {
    super();
  }

  account(access: ProviderAccess): Promise<Answer<ProviderAccount>> {
    const stripe = this.clients.of(access);
    return answerTo(async () => {
      const { id } = await stripe.accounts.retrieveCurrent();
      // A restricted key may lack any of these.
      for (const list of [stripe.paymentIntents, stripe.checkout.sessions, stripe.refunds, stripe.disputes]) {
        await list.list({ limit: 1 });
      }
      await stripe.customers.list({ limit: 1 });
      return { accountId: id, livemode: /^[a-z]+_live_/.test(access.secretKey) };
    });
  }

  createCustomer(access: ProviderAccess, customer: NewCustomer): Promise<Answer<ProviderCustomer>> {
    const { name, email, tag, idempotencyKey } = customer;
    return answerTo(async () => {
      const made = await this.clients.of(access).customers.create({ name, email, metadata: tag }, { idempotencyKey });
      return { kind: 'customer', id: made.id };
    });
  }

  createCheckout(access: ProviderAccess, checkout: NewCheckout): Promise<Answer<ProviderCheckout>> {
    const { customerId, amount, currency, description, tag, expiresAt, savesMethod, returnUrl } = checkout;
    return answerTo(async () => {
      const price = {
        currency: currency.toLowerCase(),
        unit_amount: inUnitsOfStripe(amount, currency),
        product_data: { name: description },
      };
      const session: Stripe.Checkout.SessionCreateParams = {
        mode: 'payment',
        customer: customerId,
        line_items: [{ quantity: 1, price_data: price }],
        metadata: { ...tag },
        payment_intent_data: {
          description,
          metadata: { ...tag },
          ...(savesMethod && { setup_future_usage: 'off_session' as const }),
        },
        // The buyer pays in the currency of the sale.
        adaptive_pricing: { enabled: false },
        expires_at: Math.floor(expiresAt.getTime() / 1000),
        success_url: returnUrl,
        cancel_url: returnUrl,
      };
      const { idempotencyKey } = checkout;
      return toCheckout(await this.clients.of(access).checkout.sessions.create(session, { idempotencyKey }));
    });
  }

  async expireCheckout(
    access: ProviderAccess,
    { checkoutId: id, idempotencyKey }: { checkoutId: string; idempotencyKey: string },
  ): Promise<Answer<ProviderCheckout>> {
    const { sessions } = this.clients.of(access).checkout;
    const expand = [OF_CHECKOUT];
    const expired = await answerTo(async () => toCheckout(await sessions.expire(id, { expand }, { idempotencyKey })));
    if (expired.kind !== 'refused' || expired.reason !== 'bad_request') return expired;
    // It is not open any more.
    return answerTo(async () => toCheckout(await sessions.retrieve(id, { expand })));
  }

  collect(access: ProviderAccess, collection: NewCollection): Promise<Answer<ProviderPayment>> {
    const { customerId, paymentMethodId, amount, currency, description, tag, idempotencyKey } = collection;
    return answerTo(async () => {
      const intent: Stripe.PaymentIntentCreateParams = {
        amount: inUnitsOfStripe(amount, currency),
        currency: currency.toLowerCase(),
        customer: customerId,
        payment_method: paymentMethodId,
        description,
        metadata: { ...tag },
        confirm: true,
        off_session: true,
        expand: [OF_PAYMENT],
      };
      try {
        return toPayment(await this.clients.of(access).paymentIntents.create(intent, { idempotencyKey }));
      } catch (error) {
        const declined = declinedPayment(error);
        if (declined === undefined) throw error;
        return toPayment(declined);
      }
    });
  }

  async refund(access: ProviderAccess, refund: NewRefund): Promise<Answer<ProviderRefund>> {
    const { paymentId, amount, currency, tag, idempotencyKey } = refund;
    const answer = await answerTo(async () => {
      const asked = { payment_intent: paymentId, amount: inUnitsOfStripe(amount, currency), metadata: { ...tag } };
      return toRefund(await this.clients.of(access).refunds.create(asked, { idempotencyKey }));
    });
    // An amount above what is left is refused without a code of its own.
    const isTooMuch = answer.kind === 'refused' && answer.reason === 'bad_request';
    return isTooMuch ? { kind: 'refused', reason: 'not_refundable' } : answer;
  }

  fetch(access: ProviderAccess, { kind, id }: Reference): Promise<Answer<ProviderObject>> {
    const { checkout, paymentIntents, refunds, disputes } = this.clients.of(access);
    return answerTo<ProviderObject>(async () => {
      switch (kind) {
        case 'checkout':
          return toCheckout(await checkout.sessions.retrieve(id, { expand: [OF_CHECKOUT] }));
        case 'payment':
          return toPayment(await paymentIntents.retrieve(id, { expand: [OF_PAYMENT] }));
        case 'refund':
          return toRefund(await refunds.retrieve(id));
        case 'dispute':
          return toDispute(await disputes.retrieve(id));
      }
    });
  }

  find(access: ProviderAccess, lookUp: LookUp): Promise<Answer<ProviderObject | ProviderCustomer | null>> {
    return answerTo(() => findMadeBy(this.clients.of(access), lookUp));
  }

  list(access: ProviderAccess, { kind, since, cursor }: ListRequest): Promise<Answer<ListPage>> {
    const { paymentIntents, refunds, disputes } = this.clients.of(access);
    const page = {
      limit: PAGE,
      created: { gte: Math.floor(since.getTime() / 1000) },
      ...(cursor !== null && { starting_after: cursor }),
    };
    return answerTo(async () => {
      switch (kind) {
        case 'payment':
          return toPage(await paymentIntents.list({ ...page, expand: [`data.${OF_PAYMENT}`] }), toPayment);
        case 'refund':
          return toPage(await refunds.list(page), toRefund);
        case 'dispute':
          return toPage(await disputes.list(page), toDispute);
      }
    });
  }
}

function toPage<Row extends { id: string }>(
  { data, has_more }: Stripe.ApiList<Row>,
  toObject: (row: Row) => ProviderObject,
): ListPage {
  return { items: data.map(toObject), nextCursor: has_more ? (data.at(-1)?.id ?? null) : null };
}

/** Throws AmountNotSupported. */
function inUnitsOfStripe(amount: number, currency: string): number {
  const units = toStripeAmount(amount, currency);
  if (units === undefined) throw new AmountNotSupported();
  return units;
}
