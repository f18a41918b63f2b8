import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';

/** Objects as the provider answers them: the types of its library say which fields there are. */

export type StoredSession = Stripe.Checkout.Session & { payment_intent: string | null };
export type StoredIntent = Stripe.PaymentIntent & { latest_charge: string | null; customer: string | null };
export type StoredCharge = Pick<
  Stripe.Charge,
  'id' | 'object' | 'amount' | 'currency' | 'created' | 'livemode' | 'metadata' | 'paid' | 'status'
> & { payment_intent: string };
export type StoredRefund = Stripe.Refund & { payment_intent: string };
export type StoredDispute = Stripe.Dispute & { payment_intent: string };

interface Made {
  created: number;
  livemode: boolean;
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

export function customerOf(made: Made, given: Pick<Stripe.Customer, 'email' | 'name' | 'metadata'>): Stripe.Customer {
  return {
    id: newId('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
    ...made,
    ...given,
  };
}

type GivenSession = Pick<
  Stripe.Checkout.Session,
  'amount_total' | 'currency' | 'customer' | 'expires_at' | 'metadata' | 'success_url' | 'cancel_url'
>;

export function sessionOf(made: Made, given: GivenSession): StoredSession {
  const id = newId(made.livemode ? 'cs_live' : 'cs_test');
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: given.amount_total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    client_reference_id: null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer_account: null,
    customer_creation: null,
    customer_details: null,
    customer_email: null,
    discounts: [],
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    locale: null,
    managed_payments: null,
    mode: 'payment',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: null,
    url: `https://checkout.stripe.example/c/pay/${id}`,
    wallet_options: null,
    ...made,
    ...given,
  };
}

type GivenIntent = Pick<Stripe.PaymentIntent, 'amount' | 'currency' | 'metadata' | 'setup_future_usage'> & {
  customer: string | null;
  description?: string | null;
};

export function intentOf(made: Made, given: GivenIntent): StoredIntent {
  const id = newId('pi');
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomBytes(8).toString('hex')}`,
    confirmation_method: 'automatic',
    customer_account: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    managed_payments: null,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
    ...made,
    ...given,
    description: given.description ?? null,
  };
}

export function chargeOf({ amount, currency, id, livemode, metadata }: StoredIntent, created: number): StoredCharge {
  return {
    ...{ id: newId('ch'), object: 'charge', amount, currency, created, livemode, metadata },
    ...{ paid: true, payment_intent: id, status: 'succeeded' },
  };
}

export function refundOf(
  { id, currency, latest_charge: charge }: StoredIntent,
  given: Pick<Stripe.Refund, 'amount' | 'created' | 'metadata' | 'status'>,
): StoredRefund {
  return {
    ...{ id: newId('re'), object: 'refund', charge, currency, payment_intent: id },
    balance_transaction: null,
    customer: null,
    customer_account: null,
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    transfer_reversal: null,
    ...given,
  };
}

export function disputeOf(
  { id, currency, livemode, latest_charge: charge }: StoredIntent,
  given: Pick<Stripe.Dispute, 'amount' | 'created' | 'status'>,
): StoredDispute {
  const evidence = { due_by: null, has_evidence: false, past_due: false, submission_count: 0 };
  return {
    ...{ id: newId('du'), object: 'dispute', charge: charge ?? '', currency, livemode, payment_intent: id },
    balance_transactions: [],
    enhanced_eligibility_types: [],
    evidence: {} as Stripe.Dispute.Evidence,
    evidence_details: evidence as unknown as Stripe.Dispute.EvidenceDetails,
    intended_submission_method: null,
    is_charge_refundable: false,
    metadata: {},
    reason: 'fraudulent',
    ...given,
  };
}

export function movementOf(amount: number, currency: string, created: number): Stripe.BalanceTransaction {
  const kind = amount < 0 ? 'dispute' : 'dispute_reversal';
  return {
    ...{ id: newId('txn'), object: 'balance_transaction', amount, currency, created, fee: 0, net: amount },
    ...{ type: 'adjustment', reporting_category: kind, status: 'available' },
  } as Stripe.BalanceTransaction;
}
