import type {
  ProviderAccount,
  ProviderCheckout,
  ProviderCustomer,
  ProviderEvent,
  ProviderObject,
  ProviderPayment,
  ProviderRefund,
  ProviderTag,
  Reference,
} from './provider-objects.js';

/** Why a provider did nothing. The same request would be refused again. */
export const REFUSALS = [
  /** The key is not valid any more. */
  'bad_key',
  /** The key may not do this. */
  'missing_permission',
  /** There is no such object. */
  'not_found',
  /** The key of the request was used for another one. */
  'key_reused',
  /** The amount cannot be expressed in the units of the provider, or is out of its bounds. */
  'amount_not_supported',
  /** Less is left of the payment than was to go back. */
  'not_refundable',
  /** The account of the organization has too little money. */
  'balance_insufficient',
  /** The method of payment was declined, and nothing was made. */
  'declined',
  /** The provider does not accept the request for another reason. */
  'bad_request',
] as const;
export type ProviderRefusal = (typeof REFUSALS)[number];

/**
 * The answer to a request. `unknown`: it may have been carried out, or was put off. Only the same request with the same key,
 * within 23 hours, or a look-up with `find` tells.
 */
export type Answer<Value> =
  { kind: 'done'; value: Value } | { kind: 'refused'; reason: ProviderRefusal } | { kind: 'unknown' };

/** The secret with which requests are made for an organization. */
export interface ProviderAccess {
  secretKey: string;
}

interface Sent {
  /** The id of the job: a repeated request has no further effect. */
  idempotencyKey: string;
}

export interface NewCustomer extends Sent {
  name: string;
  email: string;
  tag: Omit<ProviderTag, 'saleId'>;
}

/** Amounts are in our minor units of the currency. */
interface Charged extends Sent {
  customerId: string;
  amount: number;
  currency: string;
  /** The name of the offer, for the buyer. */
  description: string;
  /** Carried by the objects that are made, and by which they are found again. */
  tag: ProviderTag;
}

export interface NewCheckout extends Charged {
  /** Between 30 minutes and 24 hours from now; to the second. */
  expiresAt: Date;
  /** Whether the method of payment is kept for collections. */
  savesMethod: boolean;
  returnUrl: string;
}

export interface NewCollection extends Charged {
  paymentMethodId: string;
}

export interface NewRefund extends Sent {
  paymentId: string;
  amount: number;
  currency: string;
  tag: ProviderTag;
}

/** How the objects of a job are found again: all of them have the customer, or are of the payment. */
export type LookUp = { jobId: string; since: Date } & (
  | { kind: 'customer'; email: string }
  | { kind: 'checkout' | 'payment'; customerId: string }
  | { kind: 'refund'; paymentId: string }
);

export interface ListRequest {
  kind: 'payment' | 'refund' | 'dispute';
  since: Date;
  /** From the page before; null for the first one. */
  cursor: string | null;
}

export interface ListPage {
  /** Newest first. */
  items: ProviderObject[];
  nextCursor: string | null;
}

/**
 * A service that takes payments. Every method but `verifyEvent` makes requests, so that none is called in a transaction.
 * Nothing throws for what the provider answers, or does not answer.
 */
export abstract class PaymentProvider {
  /** Checks the key: whose it is, and that it may read what is read. Unreachable is `unknown`. */
  abstract account(access: ProviderAccess): Promise<Answer<ProviderAccount>>;

  abstract createCustomer(access: ProviderAccess, customer: NewCustomer): Promise<Answer<ProviderCustomer>>;

  abstract createCheckout(access: ProviderAccess, checkout: NewCheckout): Promise<Answer<ProviderCheckout>>;

  /** Its state after that: one that was paid before stays paid. */
  abstract expireCheckout(
    access: ProviderAccess,
    request: Sent & { checkoutId: string },
  ): Promise<Answer<ProviderCheckout>>;

  /** Charges a saved method. A declined charge is done as well: a payment that failed, or that needs the buyer. */
  abstract collect(access: ProviderAccess, collection: NewCollection): Promise<Answer<ProviderPayment>>;

  abstract refund(access: ProviderAccess, refund: NewRefund): Promise<Answer<ProviderRefund>>;

  /** The present state of an object. */
  abstract fetch(access: ProviderAccess, reference: Reference): Promise<Answer<ProviderObject>>;

  /** The object that a job made; null: it made none. */
  abstract find(access: ProviderAccess, lookUp: LookUp): Promise<Answer<ProviderObject | ProviderCustomer | null>>;

  /** The objects made since then. */
  abstract list(access: ProviderAccess, request: ListRequest): Promise<Answer<ListPage>>;

  /** The event of a body that one of the secrets signed within 300 seconds of `now`; undefined for any other. */
  abstract verifyEvent(
    rawBody: Buffer,
    signature: string | undefined,
    secrets: readonly string[],
    now: Date,
  ): ProviderEvent | undefined;
}
