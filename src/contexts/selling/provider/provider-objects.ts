const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text that a provider has may be an id of ours. */
export function mayBeOurs(text: string): boolean {
  return UUID.test(text);
}

/** The references that our objects at a provider carry. Objects that others made have none of them. */
export interface ProviderTag {
  organizationId: string;
  saleId: string;
  jobId: string;
}

export const REFERENCE_KINDS = ['checkout', 'payment', 'refund', 'dispute'] as const;
export type ReferenceKind = (typeof REFERENCE_KINDS)[number];

/** An object at the provider, by its id there. */
export interface Reference {
  kind: ReferenceKind;
  id: string;
}

export interface ProviderAccount {
  accountId: string;
  livemode: boolean;
}

export interface ProviderCustomer {
  kind: 'customer';
  id: string;
}

/** Why a payment failed; the texts of providers are not kept. */
export const PAYMENT_FAILURES = [
  'authentication_required',
  'card_declined',
  'expired_card',
  'insufficient_funds',
  'method_not_usable',
  'cancelled',
  'other',
] as const;
export type PaymentFailure = (typeof PAYMENT_FAILURES)[number];

export const CHECKOUT_STATUSES = ['open', 'processing', 'paid', 'expired', 'failed'] as const;
export type ProviderCheckoutStatus = (typeof CHECKOUT_STATUSES)[number];

/** `failed` is not the end in a checkout that is open: the buyer may try another card. */
export const PAYMENT_STATUSES = ['open', 'processing', 'succeeded', 'failed', 'cancelled'] as const;
export type ProviderPaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const PROVIDER_REFUND_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export type ProviderRefundStatus = (typeof PROVIDER_REFUND_STATUSES)[number];

export const DISPUTE_STATUSES = ['open', 'won', 'lost'] as const;
export type ProviderDisputeStatus = (typeof DISPUTE_STATUSES)[number];

/** Amounts are in our minor units of the currency, which is ISO 4217 in capitals. */
interface Made {
  id: string;
  amount: number;
  currency: string;
  createdAt: Date;
  tag: Partial<ProviderTag>;
}

export interface ProviderCheckout extends Made {
  kind: 'checkout';
  status: ProviderCheckoutStatus;
  /** Where the buyer pays; null once it is not open. */
  url: string | null;
  expiresAt: Date;
  /** Null before the buyer has paid. */
  paymentId: string | null;
  customerId: string | null;
  failure: PaymentFailure | null;
}

export interface ProviderPayment extends Made {
  kind: 'payment';
  /** With `succeeded` the amount is what was received. */
  status: ProviderPaymentStatus;
  /** When the money came; null before it did. */
  receivedAt: Date | null;
  customerId: string | null;
  /** The method that collections can charge; null where it was not kept for that. */
  paymentMethodId: string | null;
  failure: PaymentFailure | null;
  /** The buyer has to confirm the payment: trying again is of no use. */
  needsBuyer: boolean;
}

export interface ProviderRefund extends Made {
  kind: 'refund';
  status: ProviderRefundStatus;
  paymentId: string | null;
}

export interface ProviderDispute extends Omit<Made, 'tag'> {
  kind: 'dispute';
  status: ProviderDisputeStatus;
  paymentId: string | null;
  /** Whether the amount was withdrawn, which an inquiry does not, and whether it was returned. */
  isWithdrawn: boolean;
  isReturned: boolean;
}

export type ProviderObject = ProviderCheckout | ProviderPayment | ProviderRefund | ProviderDispute;

export interface ProviderEvent {
  id: string;
  type: string;
  livemode: boolean;
  /** The account that the event says it is of; most say nothing. */
  account: string | null;
  createdAt: Date;
  /** The object that it is about; null: none that matters here. */
  reference: Reference | null;
}
