import type Stripe from 'stripe';
import {
  chargeOf,
  customerOf,
  disputeOf,
  intentOf,
  movementOf,
  newId,
  refundOf,
  sessionOf,
  type StoredCharge,
  type StoredDispute,
  type StoredIntent,
  type StoredRefund,
  type StoredSession,
} from './shapes.js';
import { type Form, invalid, needed, StripeRefusal, textOf, textsOf, wholeNumber } from './requests.js';

/** How a saved card answers a charge. */
export type Card = 'good' | 'insufficient_funds' | 'expired_card' | 'authentication_required' | 'slow';

export interface StripeEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  livemode: boolean;
  type: string;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  data: { object: unknown };
}

const MINUTE = 60;
const SMALLEST = 50;

/** An account at the provider, with all that was made in it. Buyers, the dashboard and banks act by its methods. */
export class StripeAccount {
  readonly customers: Stripe.Customer[] = [];
  readonly sessions: StoredSession[] = [];
  readonly intents: StoredIntent[] = [];
  readonly charges: StoredCharge[] = [];
  readonly refunds: StoredRefund[] = [];
  readonly disputes: StoredDispute[] = [];
  readonly cards = new Map<string, Card>();
  /** Everything that happened, with the object as it was then; tests send them when they like. */
  readonly events: StripeEvent[] = [];
  /** The status of new refunds: banks may take days. */
  refundStatus: 'succeeded' | 'pending' = 'succeeded';
  /** What is left for refunds; undefined: enough. */
  balance: number | undefined;

  constructor(
    private readonly now: () => Date,
    readonly livemode: boolean,
    readonly id = newId('acct'),
  ) {}

  // Requests

  createCustomer(form: Form): Stripe.Customer {
    const [email, name] = [textOf(form, 'email') ?? null, textOf(form, 'name') ?? null];
    return add(this.customers, customerOf(this.made(), { email, name, metadata: textsOf(form, 'metadata') }));
  }

  createSession(form: Form): StoredSession {
    if (needed(form, 'mode') !== 'payment') throw invalid('Only payments here.', { param: 'mode' });
    const customer = this.get(this.customers, needed(form, 'customer'), 'customer').id;
    const price = ['line_items', '0', 'price_data'];
    needed(form, ...price, 'product_data', 'name');
    const amount = wholeNumber(form, ...price, 'unit_amount') * wholeNumber(form, 'line_items', '0', 'quantity');
    if (amount < SMALLEST) throw invalid('The amount is too small.', { code: 'amount_too_small' });
    const [expiresAt, now] = [wholeNumber(form, 'expires_at'), this.seconds()];
    if (expiresAt < now + 30 * MINUTE || expiresAt > now + 24 * 60 * MINUTE)
      throw invalid('The `expires_at` timestamp must be between 30 minutes and 24 hours from now.', {
        param: 'expires_at',
      });
    const session = sessionOf(this.made(), {
      amount_total: amount,
      currency: needed(form, ...price, 'currency'),
      customer,
      expires_at: expiresAt,
      metadata: textsOf(form, 'metadata'),
      success_url: needed(form, 'success_url'),
      cancel_url: textOf(form, 'cancel_url') ?? null,
    });
    const intent = form.payment_intent_data as Form | undefined;
    this.ofIntents.set(session.id, {
      metadata: textsOf(intent ?? {}, 'metadata'),
      isSaved: textOf(intent ?? {}, 'setup_future_usage') === 'off_session',
    });
    return add(this.sessions, session);
  }

  expireSession(id: string): StoredSession {
    const session = this.session(id);
    if (session.status !== 'open')
      throw invalid('Only Checkout Sessions with a status in ["open"] can be expired.', { param: 'session' });
    Object.assign(session, { status: 'expired', url: null });
    this.record('checkout.session.expired', session);
    return session;
  }

  createIntent(form: Form): StoredIntent {
    const amount = wholeNumber(form, 'amount');
    if (amount < SMALLEST) throw invalid('The amount is too small.', { code: 'amount_too_small' });
    const card = needed(form, 'payment_method');
    if (!this.cards.has(card))
      throw invalid(`No such PaymentMethod: '${card}'`, { code: 'resource_missing', param: 'payment_method' });
    const intent = intentOf(this.made(), {
      amount,
      currency: needed(form, 'currency'),
      customer: this.get(this.customers, needed(form, 'customer'), 'customer').id,
      metadata: textsOf(form, 'metadata'),
      setup_future_usage: null,
      description: textOf(form, 'description'),
    });
    add(this.intents, intent);
    this.record('payment_intent.created', intent);
    if (needed(form, 'confirm') !== 'true' || needed(form, 'off_session') !== 'true')
      throw invalid('Only charges of saved cards here.');
    this.confirm(intent, card);
    const error = intent.last_payment_error;
    if (error) throw new StripeRefusal(402, { ...error, payment_intent: structuredClone(intent) });
    return intent;
  }

  createRefund(form: Form): StoredRefund {
    const intent = this.get(this.intents, needed(form, 'payment_intent'), 'payment_intent');
    const left = this.refundable(intent);
    const amount = textOf(form, 'amount') === undefined ? left : wholeNumber(form, 'amount');
    if (left === 0) throw invalid('The charge has already been refunded.', { code: 'charge_already_refunded' });
    if (amount > left) throw invalid(`Refund amount (${amount}) is greater than unrefunded amount (${left})`);
    if (this.balance !== undefined && amount > this.balance)
      throw invalid('Insufficient funds in your balance.', { code: 'balance_insufficient' });
    return this.refund(intent, amount, textsOf(form, 'metadata'));
  }

  // Buyers, banks and the dashboard

  /** A buyer pays: at once, or by a bank that takes days. The card is kept where the session says so. */
  pay(sessionId: string, card: Card = 'good'): StoredIntent {
    const session = this.session(sessionId);
    if (session.status !== 'open') throw new Error(`${sessionId} is ${session.status}`);
    const intent = this.intentOfSession(session);
    const method = this.addCard(card);
    this.confirm(intent, method);
    if (intent.status === 'requires_payment_method') return intent;
    Object.assign(session, { status: 'complete', url: null, payment_status: card === 'slow' ? 'unpaid' : 'paid' });
    this.record('checkout.session.completed', session);
    return intent;
  }

  /** The end of what `slow` began. */
  settle(intentId: string, result: 'succeeded' | 'failed'): StoredIntent {
    const intent = this.get(this.intents, intentId, 'payment_intent');
    const session = this.sessions.find(({ payment_intent: id }) => id === intentId);
    intent.processing = null;
    if (result === 'succeeded') this.succeed(intent);
    else this.decline(intent, 'generic_decline');
    if (session && result === 'succeeded') session.payment_status = 'paid';
    if (session) this.record(`checkout.session.async_payment_${result}`, session);
    return intent;
  }

  /** A payment that somebody made without us. */
  chargeElsewhere(amount: number, currency: string, metadata: Record<string, string> = {}): StoredIntent {
    const intent = intentOf(this.made(), { amount, currency, customer: null, metadata, setup_future_usage: null });
    this.confirm(add(this.intents, intent), this.addCard('good'));
    return intent;
  }

  refundByHand(intentId: string, amount: number): StoredRefund {
    return this.refund(this.get(this.intents, intentId, 'payment_intent'), amount, {});
  }

  settleRefund(id: string, status: 'succeeded' | 'failed'): void {
    const refund = this.get(this.refunds, id, 'refund');
    refund.status = status;
    this.record(status === 'failed' ? 'refund.failed' : 'refund.updated', refund);
  }

  dispute(intentId: string, amount?: number, { isInquiry = false } = {}): StoredDispute {
    const intent = this.get(this.intents, intentId, 'payment_intent');
    const status = isInquiry ? 'warning_needs_response' : 'needs_response';
    const disputed = disputeOf(intent, { amount: amount ?? intent.amount, created: this.seconds(), status });
    this.record('charge.dispute.created', add(this.disputes, disputed));
    if (!isInquiry) this.move(disputed, -1, 'funds_withdrawn');
    return disputed;
  }

  closeDispute(id: string, status: 'won' | 'lost'): void {
    const dispute = this.get(this.disputes, id, 'dispute');
    dispute.status = dispute.status.startsWith('warning_') ? 'warning_closed' : status;
    this.record('charge.dispute.closed', dispute);
    if (dispute.status === 'won') this.move(dispute, 1, 'funds_reinstated');
  }

  addCard(card: Card): string {
    const method = newId('pm');
    this.cards.set(method, card);
    return method;
  }

  /** Throws 404. */
  get<Row extends { id: string }>(rows: readonly Row[], id: string, what: string): Row {
    const found = rows.find((row) => row.id === id);
    if (found) return found;
    throw invalid(`No such ${what}: '${id}'`, { code: 'resource_missing', param: 'id' }, 404);
  }

  /** Throws 404. A session ends by the clock. */
  session(id: string): StoredSession {
    const session = this.get(this.sessions, id, 'checkout.session');
    if (session.status === 'open' && session.expires_at <= this.seconds()) {
      Object.assign(session, { status: 'expired', url: null });
      this.record('checkout.session.expired', session);
    }
    return session;
  }

  private readonly ofIntents = new Map<string, { metadata: Record<string, string>; isSaved: boolean }>();

  private intentOfSession(session: StoredSession): StoredIntent {
    const known = this.intents.find(({ id }) => id === session.payment_intent);
    if (known) return known;
    const given = this.ofIntents.get(session.id);
    const intent = intentOf(this.made(), {
      amount: session.amount_total ?? 0,
      currency: session.currency ?? '',
      customer: session.customer as string,
      metadata: given?.metadata ?? {},
      setup_future_usage: given?.isSaved ? 'off_session' : null,
    });
    session.payment_intent = intent.id;
    this.record('payment_intent.created', add(this.intents, intent));
    return intent;
  }

  private confirm(intent: StoredIntent, method: string): void {
    const card = this.cards.get(method) ?? 'good';
    intent.payment_method = method;
    if (card === 'good') return this.succeed(intent);
    if (card !== 'slow') return this.decline(intent, card);
    Object.assign(intent, { status: 'processing', last_payment_error: null });
    this.record('payment_intent.processing', intent);
  }

  private succeed(intent: StoredIntent): void {
    const charge = add(this.charges, chargeOf(intent, this.seconds()));
    const { amount } = intent;
    Object.assign(intent, { status: 'succeeded', amount_received: amount, latest_charge: charge.id });
    intent.last_payment_error = null;
    this.record('charge.succeeded', charge);
    this.record('payment_intent.succeeded', intent);
  }

  private decline(intent: StoredIntent, reason: string): void {
    const isCode = reason === 'expired_card' || reason === 'authentication_required';
    const code = isCode ? reason : 'card_declined';
    const error = { type: 'card_error', code, decline_code: reason, message: 'Your card was declined.' };
    Object.assign(intent, { status: 'requires_payment_method', payment_method: null, last_payment_error: error });
    this.record('payment_intent.payment_failed', intent);
  }

  private refundable({ id, amount_received: received }: StoredIntent): number {
    const gone = this.refunds.filter(({ payment_intent: of, status }) => of === id && status !== 'failed');
    return received - gone.reduce((sum, { amount }) => sum + amount, 0);
  }

  private refund(intent: StoredIntent, amount: number, metadata: Record<string, string>): StoredRefund {
    const status = this.refundStatus;
    const refund = add(this.refunds, refundOf(intent, { amount, created: this.seconds(), metadata, status }));
    if (this.balance !== undefined) this.balance -= amount;
    this.record('refund.created', refund);
    const charge = this.charges.find(({ id }) => id === intent.latest_charge);
    if (charge) this.record('charge.refunded', charge);
    return refund;
  }

  private move(dispute: StoredDispute, sign: 1 | -1, what: string): void {
    const { amount, currency } = dispute;
    dispute.balance_transactions.push(movementOf(sign * amount, currency, this.seconds()));
    this.record(`charge.dispute.${what}`, dispute);
  }

  private record(type: string, object: unknown): void {
    this.events.push({
      ...{ id: newId('evt'), object: 'event', api_version: '2026-10-28.endive', created: this.seconds() },
      ...{ livemode: this.livemode, type, pending_webhooks: 1, request: { id: null, idempotency_key: null } },
      data: { object: structuredClone(object) },
    });
  }

  private made(): { created: number; livemode: boolean } {
    return { created: this.seconds(), livemode: this.livemode };
  }

  private seconds(): number {
    return Math.floor(this.now().getTime() / 1000);
  }
}

function add<Row>(rows: Row[], row: Row): Row {
  rows.push(row);
  return row;
}
