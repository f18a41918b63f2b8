import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import type { Answer, ListPage, NewCheckout, NewCollection } from '../../src/contexts/selling/provider/port.js';
import type { ProviderTag } from '../../src/contexts/selling/provider/provider-objects.js';
import { StripeClients } from '../../src/contexts/selling/provider/stripe-client.js';
import { StripeProvider } from '../../src/contexts/selling/provider/stripe-provider.js';
import type { Card, StripeAccount } from '../support/stripe/account.js';
import { signatureOf, signed, StripeServer, type Fault } from '../support/stripe/stripe-server.js';

const SECRET_KEY = 'rk_test_of_the_school';
const access = { secretKey: SECRET_KEY };
const MINUTE = 60_000;

let server: StripeServer;
let account: StripeAccount;
let clients: StripeClients;
let stripe: StripeProvider;

beforeAll(async () => {
  server = await StripeServer.open();
  clients = new StripeClients({ STRIPE_API_HOST: server.url });
  stripe = new StripeProvider(clients);
});
beforeEach(() => {
  account = server.addAccount(SECRET_KEY);
  server.requests.length = 0;
});
afterAll(() => server.close());

function done<Value>(answer: Answer<Value>): Value {
  if (answer.kind !== 'done') throw new Error(JSON.stringify(answer));
  return answer.value;
}

const tagOf = (jobId: string): ProviderTag => ({ organizationId: uuidv7(), saleId: uuidv7(), jobId });

async function customer(): Promise<string> {
  const idempotencyKey = uuidv7();
  const tag = { organizationId: uuidv7(), jobId: idempotencyKey };
  return done(await stripe.createCustomer(access, { name: 'Ada', email: 'ada@example.com', tag, idempotencyKey })).id;
}

async function newCheckout(more: Partial<NewCheckout> = {}): Promise<NewCheckout> {
  const idempotencyKey = uuidv7();
  return {
    idempotencyKey,
    customerId: await customer(),
    amount: 50_000,
    currency: 'EUR',
    description: 'Coaching 2027',
    tag: tagOf(idempotencyKey),
    expiresAt: new Date(Date.now() + 60 * MINUTE),
    savesMethod: false,
    returnUrl: 'https://school.example/back',
    ...more,
  };
}

async function newCollection(card: Card): Promise<NewCollection> {
  const { customerId, amount, currency, description, tag, idempotencyKey } = await newCheckout();
  return { customerId, amount, currency, description, tag, idempotencyKey, paymentMethodId: account.addCard(card) };
}

async function paid(amount = 50_000): Promise<{ paymentId: string; tag: ProviderTag }> {
  const checkout = await newCheckout({ amount });
  const { id } = done(await stripe.createCheckout(access, checkout));
  return { paymentId: account.pay(id).id, tag: checkout.tag };
}

describe('the account', () => {
  it('is that of the key, which says whether it is live', async () => {
    expect(done(await stripe.account(access))).toEqual({ accountId: account.id, livemode: false });
    const live = 'rk_live_of_the_school';
    server.addKey(live, account);
    expect(done(await stripe.account({ secretKey: live }))).toEqual({ accountId: account.id, livemode: true });
  });

  it('refuses a key that is none, and one that may not read everything that is needed', async () => {
    expect(await stripe.account({ secretKey: 'rk_test_of_nobody' })).toEqual({ kind: 'refused', reason: 'bad_key' });
    for (const resource of ['account', 'customers', 'checkout', 'payment_intents', 'refunds', 'disputes'] as const) {
      const secretKey = `rk_test_without_${resource}`;
      server.addKey(secretKey, account);
      server.forbidden.set(secretKey, [resource]);
      expect(await stripe.account({ secretKey })).toEqual({ kind: 'refused', reason: 'missing_permission' });
    }
  });

  it('is unknown while nobody answers', async () => {
    server.breakNext('error', 'GET /v1/account');
    expect(await stripe.account(access)).toEqual({ kind: 'unknown' });
    const gone = await StripeServer.open();
    await gone.close();
    const nobody = new StripeProvider(new StripeClients({ STRIPE_API_HOST: gone.url }));
    expect(await nobody.account(access)).toEqual({ kind: 'unknown' });
  });
});

describe('a checkout', () => {
  it('is open, paid, and tells the job and the sale with its payment', async () => {
    const checkout = await newCheckout({ savesMethod: true });
    const open = done(await stripe.createCheckout(access, checkout));
    expect(open).toMatchObject({
      ...{ kind: 'checkout', status: 'open', amount: 50_000, currency: 'EUR', tag: checkout.tag, paymentId: null },
      ...{ customerId: checkout.customerId, failure: null, url: expect.stringMatching(/^https:/) },
    });
    expect(open.expiresAt.getTime()).toBe(Math.floor(checkout.expiresAt.getTime() / 1000) * 1000);
    const { id: paymentId } = account.pay(open.id);
    const fetched = done(await stripe.fetch(access, { kind: 'checkout', id: open.id }));
    expect(fetched).toMatchObject({ status: 'paid', paymentId, url: null });
    expect(done(await stripe.fetch(access, { kind: 'payment', id: paymentId }))).toMatchObject({
      ...{ kind: 'payment', status: 'succeeded', amount: 50_000, currency: 'EUR', tag: checkout.tag },
      ...{
        customerId: checkout.customerId,
        paymentMethodId: expect.stringMatching(/^pm_/),
        receivedAt: expect.any(Date),
      },
    });
  });

  it('keeps no method of payment that the buyer did not leave', async () => {
    const { paymentId } = await paid();
    expect(done(await stripe.fetch(access, { kind: 'payment', id: paymentId }))).toMatchObject({
      paymentMethodId: null,
    });
  });

  it('stays open after a card that was declined', async () => {
    const { id } = done(await stripe.createCheckout(access, await newCheckout()));
    const { id: paymentId } = account.pay(id, 'insufficient_funds');
    expect(done(await stripe.fetch(access, { kind: 'checkout', id }))).toMatchObject({ status: 'open', failure: null });
    const payment = done(await stripe.fetch(access, { kind: 'payment', id: paymentId }));
    expect(payment).toMatchObject({ status: 'failed', failure: 'insufficient_funds', needsBuyer: false });
    expect(account.pay(id).id).toBe(paymentId);
    expect(done(await stripe.fetch(access, { kind: 'payment', id: paymentId }))).toMatchObject({ status: 'succeeded' });
  });

  it.each(['succeeded', 'failed'] as const)('is processing until a bank says that it %s', async (result) => {
    const { id } = done(await stripe.createCheckout(access, await newCheckout()));
    const { id: paymentId } = account.pay(id, 'slow');
    expect(done(await stripe.fetch(access, { kind: 'checkout', id }))).toMatchObject({ status: 'processing' });
    account.settle(paymentId, result);
    const status = result === 'succeeded' ? 'paid' : 'failed';
    expect(done(await stripe.fetch(access, { kind: 'checkout', id }))).toMatchObject({ status });
  });

  it('expires by the clock or by hand; one that was paid stays paid', async () => {
    const [early, paidOne] = [await newCheckout(), await newCheckout()];
    const { id } = done(await stripe.createCheckout(access, early));
    const expired = await stripe.expireCheckout(access, { checkoutId: id, idempotencyKey: uuidv7() });
    expect(done(expired)).toMatchObject({ status: 'expired', url: null });
    const { id: other } = done(await stripe.createCheckout(access, paidOne));
    account.pay(other);
    const late = await stripe.expireCheckout(access, { checkoutId: other, idempotencyKey: uuidv7() });
    expect(done(late)).toMatchObject({ status: 'paid', paymentId: expect.any(String) });
    const { id: third } = done(await stripe.createCheckout(access, await newCheckout()));
    server.now = () => new Date(Date.now() + 61 * MINUTE);
    expect(done(await stripe.fetch(access, { kind: 'checkout', id: third }))).toMatchObject({ status: 'expired' });
    server.now = () => new Date();
  });

  it('is refused where the provider would refuse it', async () => {
    const soon = await newCheckout({ expiresAt: new Date(Date.now() + 20 * MINUTE) });
    expect(await stripe.createCheckout(access, soon)).toEqual({ kind: 'refused', reason: 'bad_request' });
    const small = await newCheckout({ amount: 1 });
    expect(await stripe.createCheckout(access, small)).toEqual({ kind: 'refused', reason: 'amount_not_supported' });
    const thousandths = await newCheckout({ amount: 12_345, currency: 'KWD' });
    const sent = server.requests.length;
    expect(await stripe.createCheckout(access, thousandths)).toEqual({
      kind: 'refused',
      reason: 'amount_not_supported',
    });
    expect(server.requests).toHaveLength(sent);
    const nobody = await newCheckout({ customerId: 'cus_nobody' });
    expect(await stripe.createCheckout(access, nobody)).toEqual({ kind: 'refused', reason: 'not_found' });
    expect(await stripe.fetch(access, { kind: 'checkout', id: 'cs_test_none' })).toEqual({
      ...{ kind: 'refused', reason: 'not_found' },
    });
  });

  it('is charged in the units of the provider', async () => {
    const shillings = done(await stripe.createCheckout(access, await newCheckout({ amount: 20_000, currency: 'UGX' })));
    expect(shillings).toMatchObject({ amount: 20_000, currency: 'UGX' });
    expect(account.sessions.at(-1)).toMatchObject({ amount_total: 2_000_000, currency: 'ugx' });
    await stripe.createCheckout(access, await newCheckout({ amount: 20_000, currency: 'JPY' }));
    expect(account.sessions.at(-1)).toMatchObject({ amount_total: 20_000, currency: 'jpy' });
  });
});

describe('a request', () => {
  it('has the pinned version and its key, and is sent once', async () => {
    const checkout = await newCheckout();
    done(await stripe.createCheckout(access, checkout));
    const [{ version, key }] = server.requests.slice(-1);
    expect({ version, key }).toEqual({ version: '2026-10-28.endive', key: checkout.idempotencyKey });
    for (const fault of ['cut', 'cut_after', 'error', 'error_after', 'too_many'] satisfies Fault[]) {
      const sent = server.requests.length;
      server.breakNext(fault);
      expect(await stripe.createCheckout(access, { ...checkout, idempotencyKey: uuidv7() })).toEqual({
        kind: 'unknown',
      });
      expect(server.requests).toHaveLength(sent + 1);
    }
  });

  it('without an answer in time is unknown', async () => {
    const checkout = await newCheckout();
    clients.timeoutMs = 2_000;
    server.breakNext('hang_after', 'checkout');
    const result = await stripe.createCheckout(access, checkout);
    clients.timeoutMs = 30_000;
    expect(result).toEqual({ kind: 'unknown' });
    expect(account.sessions).toHaveLength(1);
  });

  it.each(['cut', 'cut_after', 'error', 'too_many'] satisfies Fault[])(
    'that is repeated after %s has been carried out once',
    async (fault) => {
      const collection = await newCollection('good');
      server.breakNext(fault, 'payment_intents');
      expect(await stripe.collect(access, collection)).toEqual({ kind: 'unknown' });
      expect(done(await stripe.collect(access, collection))).toMatchObject({
        status: 'succeeded',
        tag: collection.tag,
      });
      const { saleId, jobId } = collection.tag;
      expect(server.books(account)).toEqual({ [saleId]: { [jobId]: [50_000] } });
    },
  );

  it('is found by its job where its key only brings the failure back', async () => {
    const collection = await newCollection('good');
    const { customerId, tag } = collection;
    const lookUp = { kind: 'payment', jobId: tag.jobId, since: new Date(), customerId } as const;
    expect(done(await stripe.find(access, lookUp))).toBeNull();
    server.breakNext('error_after', 'payment_intents');
    expect(await stripe.collect(access, collection)).toEqual({ kind: 'unknown' });
    expect(await stripe.collect(access, collection)).toEqual({ kind: 'unknown' });
    expect(done(await stripe.find(access, lookUp))).toMatchObject({ status: 'succeeded', amount: 50_000, tag });
  });

  it('is found on whichever page, whatever its kind', async () => {
    const checkout = await newCheckout();
    const { customerId, tag } = checkout;
    const { id } = done(await stripe.createCheckout(access, checkout));
    for (let count = 0; count < 120; count += 1)
      account.sessions.push({ ...structuredClone(account.sessions[0]), id: `cs_${count}`, metadata: {} });
    const since = new Date();
    const found = await stripe.find(access, { kind: 'checkout', jobId: tag.jobId, since, customerId });
    expect(done(found)).toMatchObject({ kind: 'checkout', id });
    const { jobId } = account.customers[0].metadata;
    const person = await stripe.find(access, { kind: 'customer', jobId, since, email: 'ada@example.com' });
    expect(done(person)).toEqual({ kind: 'customer', id: account.customers[0].id });
    const { paymentId } = await paid();
    const idempotencyKey = uuidv7();
    const part = { paymentId, amount: 100, currency: 'EUR', tag: tagOf(idempotencyKey), idempotencyKey };
    const refund = done(await stripe.refund(access, part));
    const again = await stripe.find(access, { kind: 'refund', jobId: idempotencyKey, since, paymentId });
    expect(done(again)).toEqual(refund);
  });

  it('with the key of another one is refused', async () => {
    const checkout = await newCheckout();
    done(await stripe.createCheckout(access, checkout));
    const other = { ...checkout, amount: 60_000 };
    expect(await stripe.createCheckout(access, other)).toEqual({ kind: 'refused', reason: 'key_reused' });
  });
});

describe('a collection', () => {
  it.each([
    ['good', 'succeeded', null, false],
    ['slow', 'processing', null, false],
    ['insufficient_funds', 'failed', 'insufficient_funds', false],
    ['expired_card', 'failed', 'expired_card', false],
    ['authentication_required', 'failed', 'authentication_required', true],
  ] as const)('of a %s card is %s', async (card, status, failure, needsBuyer) => {
    const collection = await newCollection(card);
    const payment = done(await stripe.collect(access, collection));
    expect(payment).toMatchObject({ status, failure, needsBuyer, amount: 50_000, tag: collection.tag });
    expect(done(await stripe.fetch(access, { kind: 'payment', id: payment.id }))).toMatchObject({ status, failure });
    // The answer to a repeated request is that to the first one.
    expect(done(await stripe.collect(access, collection))).toMatchObject({ id: payment.id, status });
    expect(account.intents).toHaveLength(1);
  });

  it('of a card that was removed is refused', async () => {
    const collection = { ...(await newCollection('good')), paymentMethodId: 'pm_removed' };
    expect(await stripe.collect(access, collection)).toEqual({ kind: 'refused', reason: 'not_found' });
  });
});

describe('a refund', () => {
  const part = (paymentId: string, amount: number) => {
    const idempotencyKey = uuidv7();
    return { paymentId, amount, currency: 'EUR', tag: tagOf(idempotencyKey), idempotencyKey };
  };

  it('is of its payment, and never more than is left', async () => {
    const { paymentId } = await paid();
    const first = part(paymentId, 30_000);
    const refund = done(await stripe.refund(access, first));
    expect(refund).toMatchObject({ kind: 'refund', status: 'succeeded', amount: 30_000, paymentId, tag: first.tag });
    const tooMuch = { kind: 'refused', reason: 'not_refundable' };
    expect(await stripe.refund(access, part(paymentId, 20_001))).toEqual(tooMuch);
    done(await stripe.refund(access, part(paymentId, 20_000)));
    expect(await stripe.refund(access, part(paymentId, 1))).toEqual(tooMuch);
    expect(account.refunds.map(({ amount }) => amount)).toEqual([30_000, 20_000]);
  });

  it('may take days and fail', async () => {
    account.refundStatus = 'pending';
    const { paymentId } = await paid();
    const { id, status } = done(await stripe.refund(access, part(paymentId, 100)));
    expect(status).toBe('pending');
    account.settleRefund(id, 'failed');
    expect(done(await stripe.fetch(access, { kind: 'refund', id }))).toMatchObject({ status: 'failed' });
  });

  it('needs money in the account', async () => {
    const { paymentId } = await paid();
    account.balance = 99;
    const refused = { kind: 'refused', reason: 'balance_insufficient' };
    expect(await stripe.refund(access, part(paymentId, 100))).toEqual(refused);
  });
});

describe('a dispute', () => {
  it('withdraws the amount, and returns it where it is won', async () => {
    const { paymentId } = await paid();
    const { id } = account.dispute(paymentId);
    const open = { kind: 'dispute', status: 'open', amount: 50_000, paymentId, isWithdrawn: true, isReturned: false };
    expect(done(await stripe.fetch(access, { kind: 'dispute', id }))).toMatchObject(open);
    account.closeDispute(id, 'won');
    const won = { status: 'won', isWithdrawn: true, isReturned: true };
    expect(done(await stripe.fetch(access, { kind: 'dispute', id }))).toMatchObject(won);
  });

  it('that is lost returns nothing; an inquiry withdraws nothing', async () => {
    const { paymentId } = await paid();
    const { id } = account.dispute(paymentId, 20_000);
    account.closeDispute(id, 'lost');
    const lost = { status: 'lost', amount: 20_000, isWithdrawn: true, isReturned: false };
    expect(done(await stripe.fetch(access, { kind: 'dispute', id }))).toMatchObject(lost);
    const { id: inquiry } = account.dispute(paymentId, 30_000, { isInquiry: true });
    const asked = { status: 'open', isWithdrawn: false, isReturned: false };
    expect(done(await stripe.fetch(access, { kind: 'dispute', id: inquiry }))).toMatchObject(asked);
    account.closeDispute(inquiry, 'won');
    const closed = { status: 'won', isWithdrawn: false, isReturned: false };
    expect(done(await stripe.fetch(access, { kind: 'dispute', id: inquiry }))).toMatchObject(closed);
  });
});

it('lists have what was made since then, page by page, also what others made', async () => {
  server.now = () => new Date(Date.now() - 60 * MINUTE);
  const old = account.chargeElsewhere(7_000, 'eur');
  server.now = () => new Date();
  const { paymentId, tag } = await paid();
  account.refundByHand(paymentId, 1_000);
  account.dispute(paymentId, 2_000);
  for (let count = 0; count < 120; count += 1) account.chargeElsewhere(1_000, 'usd');
  const since = new Date(Date.now() - 10 * MINUTE);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: ListPage = done(await stripe.list(access, { kind: 'payment', since, cursor }));
    seen.push(...page.items.map(({ id }) => id));
    ({ nextCursor: cursor } = page);
  } while (cursor !== null);
  expect(seen).toHaveLength(121);
  expect(new Set(seen).size).toBe(121);
  expect(seen).toContain(paymentId);
  expect(seen).not.toContain(old.id);
  const refunds = done(await stripe.list(access, { kind: 'refund', since, cursor: null }));
  expect(refunds).toMatchObject({ items: [{ kind: 'refund', amount: 1_000, paymentId, tag: {} }], nextCursor: null });
  const disputes = done(await stripe.list(access, { kind: 'dispute', since, cursor: null }));
  expect(disputes).toMatchObject({ items: [{ kind: 'dispute', amount: 2_000, paymentId }] });
  expect(done(await stripe.fetch(access, { kind: 'payment', id: paymentId }))).toMatchObject({ tag });
});

describe('an event', () => {
  const secrets = ['whsec_of_before_that', 'whsec_of_the_school'];
  const events = async () => {
    const { paymentId } = await paid();
    const refund = account.refundByHand(paymentId, 1_000);
    const dispute = account.dispute(paymentId);
    return { paymentId, refund, dispute, events: account.events };
  };
  const verify = (payload: string, signature: string | undefined, now = new Date(), known = secrets) =>
    stripe.verifyEvent(Buffer.from(payload), signature, known, now);

  it('names the object that it is about, and none that does not matter', async () => {
    const { paymentId, refund, dispute, events: all } = await events();
    const read = all.map((event) => {
      const { payload, signature } = signed(event, secrets[1]);
      return verify(payload, signature);
    });
    const session = account.sessions[0].id;
    expect(read.map((event) => [event?.type, event?.reference])).toEqual([
      ['payment_intent.created', { kind: 'payment', id: paymentId }],
      ['charge.succeeded', null],
      ['payment_intent.succeeded', { kind: 'payment', id: paymentId }],
      ['checkout.session.completed', { kind: 'checkout', id: session }],
      ['refund.created', { kind: 'refund', id: refund.id }],
      ['charge.refunded', null],
      ['charge.dispute.created', { kind: 'dispute', id: dispute.id }],
      ['charge.dispute.funds_withdrawn', { kind: 'dispute', id: dispute.id }],
    ]);
    const [first] = read;
    expect(first).toMatchObject({ id: all[0].id, livemode: false, account: null, createdAt: expect.any(Date) });
  });

  it('is refused with another signature, another body or another time', async () => {
    const { events: all } = await events();
    const now = new Date();
    const at = (seconds: number) => signed(all[0], secrets[0], new Date(now.getTime() + seconds * 1000));
    const good = at(0);
    expect(verify(good.payload, good.signature, now)).toBeDefined();
    for (const seconds of [-299, 299]) expect(verify(good.payload, at(seconds).signature, now)).toBeDefined();
    for (const seconds of [-302, 302]) expect(verify(good.payload, at(seconds).signature, now)).toBeUndefined();
    expect(verify(good.payload, undefined, now)).toBeUndefined();
    expect(verify(good.payload, '', now)).toBeUndefined();
    expect(verify(good.payload, 't=now,v1=none', now)).toBeUndefined();
    expect(verify(`${good.payload} `, good.signature, now)).toBeUndefined();
    expect(verify(good.payload, good.signature, now, ['whsec_of_another'])).toBeUndefined();
    expect(verify(good.payload, good.signature, now, [])).toBeUndefined();
    const fresh = Math.floor(now.getTime() / 1000);
    const [, digest] = at(-302).signature.split(',');
    expect(verify(good.payload, `t=${fresh},${digest}`, now)).toBeUndefined();
  });

  it('that is none is refused although it is signed', () => {
    const bodies = ['', 'null', '[]', '{}', '"text"', '{"id":"evt_1"}', '{', '\ufeff{}'];
    const complete = { id: 'evt_1', type: 'refund.created', livemode: true, created: 1, data: { object: {} } };
    for (const wrong of [
      { id: 1 },
      { type: '' },
      { livemode: 'no' },
      { created: 'then' },
      { data: {} },
      { account: {} },
    ])
      bodies.push(JSON.stringify({ ...complete, ...wrong }));
    for (const payload of bodies) {
      const signature = signatureOf(payload, secrets[0]);
      expect([payload, verify(payload, signature)]).toEqual([payload, undefined]);
    }
    const signature = signatureOf(JSON.stringify(complete), secrets[0]);
    expect(verify(JSON.stringify(complete), signature)).toMatchObject({ id: 'evt_1', reference: null });
  });
});
