import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { ConnectionJob } from '../../src/contexts/selling/connection/connection.job.js';
import { ProviderEventsJob } from '../../src/contexts/selling/receiving/provider-events.job.js';
import { ReconciliationJob } from '../../src/contexts/selling/receiving/reconciliation.job.js';
import { ProviderJobsJob } from '../../src/contexts/selling/sending/provider-jobs.job.js';
import { dataOf } from '../identity/answers.js';
import { whileHeld } from '../support/held-rows.js';
import { runJob } from '../support/run-job.js';
import { StripeServer, signed } from '../support/stripe/stripe-server.js';
import { useSchool } from '../support/use-school.js';
import { detailOf, entriesOf, refund, type Refund } from './money.js';
import { connected, post, send, tagOf } from './provider.js';
import { cancel, getSale, proposed, reserved, sold } from './sales.js';

const server = await StripeServer.open();
afterAll(() => server.close());
const { app, school } = useSchool({ settings: { STRIPE_API_HOST: server.url } });
const AMOUNT = 90_000;

interface Shown {
  id: string;
  type: string;
  source: string;
  outcome: string;
  saleId: string | null;
}

const listed = async (): Promise<Shown[]> =>
  dataOf<{ items: Shown[] }>(await school.owner.client.get('/provider-events?limit=100')).items;

const settle = (id: string, body: object) =>
  school.owner.client.post(`/provider-events/${id}/settle`, { reason: 'Found out', ...body });

const apply = () => runJob(school, ProviderEventsJob);

describe('the door of events', () => {
  it('takes a signed event once, however often it is sent', async () => {
    const provider = await connected(school, server);
    const sale = await reserved(school);
    provider.account.chargeElsewhere(AMOUNT, 'eur', tagOf(school, sale.id));
    const succeeded = provider.account.events.at(-1)!;
    const answers = await Promise.all([1, 2, 3].map(() => send(school, provider, succeeded)));
    expect(answers).toEqual([200, 200, 200]);
    expect(await listed()).toMatchObject([{ type: 'payment_intent.succeeded', source: 'event', outcome: 'waiting' }]);
    await apply();
    expect(await send(school, provider, succeeded)).toBe(200);
    await apply();
    expect(await listed()).toMatchObject([{ outcome: 'applied', saleId: sale.id }]);
    expect((await detailOf(school.owner, sale.id)).payments).toHaveLength(1);
  });

  it('answers alike whatever is wrong, and keeps nothing', async () => {
    const provider = await connected(school, server);
    provider.account.chargeElsewhere(AMOUNT, 'eur');
    const event = provider.account.events.at(-1)!;
    const { payload, signature } = signed(event, provider.webhookSecret, app.now());
    const old = signed(event, provider.webhookSecret, new Date(app.now().getTime() - 400_000));
    const live = signed({ ...event, livemode: true }, provider.webhookSecret, app.now());
    const other = signed({ ...event, account: 'acct_other' } as never, provider.webhookSecret, app.now());
    const large = 'x'.repeat(257 * 1024);
    const bad: [string, string | undefined][] = [
      [payload, undefined],
      [`${payload} `, signature],
      [payload, signed(event, 'whsec_other', app.now()).signature],
      [old.payload, old.signature],
      [live.payload, live.signature],
      [other.payload, other.signature],
      [large, signature],
      ['', signature],
    ];
    for (const [body, header] of bad) {
      expect(await post(school, provider.path, body, header === undefined ? {} : { 'stripe-signature': header })).toBe(
        400,
      );
    }
    const spoiled = provider.path.slice(0, -2) + (provider.path.endsWith('AA') ? 'BB' : 'AA');
    expect(await post(school, spoiled, payload, { 'stripe-signature': signature })).toBe(404);
    expect(await listed()).toEqual([]);
    const own = signed({ ...event, account: provider.account.id } as never, provider.webhookSecret, app.now());
    expect(await post(school, provider.path, own.payload, { 'stripe-signature': own.signature })).toBe(200);
  });

  it('keeps events that do not matter as ignored', async () => {
    const provider = await connected(school, server);
    provider.account.chargeElsewhere(AMOUNT, 'eur');
    for (const event of provider.account.events) await send(school, provider, event);
    await apply();
    expect((await listed()).map(({ type, outcome }) => [type, outcome])).toEqual([
      ['payment_intent.succeeded', 'ignored'],
      ['charge.succeeded', 'ignored'],
    ]);
  });
});

describe('a payment', () => {
  it('activates the sale and enrolls, as nobody', async () => {
    const provider = await connected(school, server);
    const sale = await reserved(school);
    const intent = provider.account.chargeElsewhere(AMOUNT, 'eur', tagOf(school, sale.id));
    await send(school, provider, provider.account.events.at(-1)!);
    await apply();
    const detail = await detailOf(school.owner, sale.id);
    expect(detail).toMatchObject({
      ...{ status: 'active', received: AMOUNT, outstanding: 0, standing: 'paid', fulfillment: { status: 'done' } },
      payments: [{ amount: AMOUNT, provider: 'stripe', method: 'provider', reference: intent.id, recordedBy: null }],
    });
    expect((await entriesOf(school.owner, sale.id)).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['received', AMOUNT],
      ['owed', AMOUNT],
    ]);
    const { rows } = await school.rows(
      `select actor_id, api_key_id from audit_entries where organization_id = $1 and action = 'payment.received'`,
    );
    expect(rows).toMatchObject([{ actor_id: null, api_key_id: null }]);
  });

  it('is recorded once by twins, and in the state that it has when it is fetched', async () => {
    const provider = await connected(school, server);
    const sale = await reserved(school);
    const customer = provider.account.createCustomer({ email: 'ada@example.com', name: 'Ada' });
    const session = provider.account.createSession({
      ...{ mode: 'payment', customer: customer.id, success_url: 'https://school.example' },
      line_items: {
        0: { quantity: '1', price_data: { currency: 'eur', unit_amount: String(AMOUNT), product_data: { name: 'x' } } },
      },
      expires_at: String(Math.floor(app.now().getTime() / 1000) + 3600),
      metadata: tagOf(school, sale.id),
      payment_intent_data: { metadata: tagOf(school, sale.id) },
    });
    provider.account.pay(session.id, 'insufficient_funds');
    provider.account.pay(session.id);
    for (const event of [...provider.account.events].reverse()) expect(await send(school, provider, event)).toBe(200);
    await apply();
    expect((await detailOf(school.owner, sale.id)).payments).toMatchObject([{ amount: AMOUNT }]);
    expect(new Set((await listed()).map(({ outcome }) => outcome))).toEqual(new Set(['applied', 'ignored']));
  });

  it('for a cancelled sale is credit', async () => {
    const provider = await connected(school, server);
    const sale = await reserved(school);
    await cancel(school.owner, sale.id);
    provider.account.chargeElsewhere(AMOUNT, 'eur', tagOf(school, sale.id));
    await send(school, provider, provider.account.events.at(-1)!);
    await apply();
    expect(await getSale(school.owner, sale.id)).toMatchObject({
      status: 'cancelled',
      received: AMOUNT,
      credit: AMOUNT,
    });
  });

  it('waits while the provider does not answer', async () => {
    const provider = await connected(school, server);
    const sale = await reserved(school);
    provider.account.chargeElsewhere(AMOUNT, 'eur', tagOf(school, sale.id));
    await send(school, provider, provider.account.events.at(-1)!);
    server.breakNext('error', 'GET');
    await apply();
    expect(await listed()).toMatchObject([{ outcome: 'waiting' }]);
    app.moveClock(61_000);
    await apply();
    app.moveClock(0);
    expect(await listed()).toMatchObject([{ outcome: 'applied' }]);
  });
});

describe('money without a place', () => {
  it('is unmatched or mismatched, and enters nothing until a person settles it', async () => {
    const provider = await connected(school, server);
    const sale = await reserved(school);
    const early = await proposed(school, { offerId: (await sold(school)).offerId });
    const wrong = [
      { amount: AMOUNT, currency: 'eur', saleId: randomUUID() },
      { amount: AMOUNT, currency: 'eur', saleId: 'none' },
      { amount: AMOUNT, currency: 'usd', saleId: sale.id },
      { amount: AMOUNT, currency: 'eur', saleId: early.id },
    ];
    for (const { amount, currency, saleId } of wrong) {
      provider.account.chargeElsewhere(amount, currency, tagOf(school, saleId));
      await send(school, provider, provider.account.events.at(-1)!);
    }
    provider.account.chargeElsewhere(AMOUNT, 'eur', { ...tagOf(school, sale.id), organizationId: randomUUID() });
    await send(school, provider, provider.account.events.at(-1)!);
    await apply();
    const [foreign, tooEarly, dollars, noId, unknown] = await listed();
    expect([unknown, noId, dollars, tooEarly, foreign].map(({ outcome }) => outcome)).toEqual([
      ...['unmatched', 'unmatched', 'mismatched', 'mismatched', 'ignored'],
    ]);
    expect(await getSale(school.owner, sale.id)).toMatchObject({ received: 0 });
    expect((await settle(dollars.id, { saleId: sale.id })).status).toBe(400);
    expect((await settle(foreign.id, { ignore: true })).status).toBe(409);
    expect((await settle(unknown.id, {})).status).toBe(400);
    expect((await settle(unknown.id, { saleId: sale.id, ignore: true })).status).toBe(400);
    expect((await settle(unknown.id, { saleId: randomUUID() })).status).toBe(400);
    expect(dataOf<Shown>(await settle(dollars.id, { ignore: true }))).toMatchObject({ outcome: 'ignored' });
    expect((await settle(unknown.id, { saleId: sale.id })).status).toBe(200);
    await apply();
    expect(await getSale(school.owner, sale.id)).toMatchObject({ received: AMOUNT, status: 'active' });
    expect((await settle(unknown.id, { ignore: true })).status).toBe(409);
  });

  it('is settled once by several at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const told = { object_id: `pi_${randomUUID()}`, outcome: 'unmatched' };
      const ids = await Promise.all([1, 2, 3, 4, 5, 6].map(() => school.providerEvent(told)));
      const answers = await Promise.all(ids.map((id) => settle(id, { ignore: true })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    }
  });

  it('waits while the key is not accepted, and is looked at again once it is', async () => {
    const provider = await connected(school, server, { status: 'validating' });
    const sale = await reserved(school);
    provider.account.chargeElsewhere(AMOUNT, 'eur', tagOf(school, sale.id));
    await send(school, provider, provider.account.events.at(-1)!);
    await apply();
    expect(await listed()).toMatchObject([{ outcome: 'waiting' }]);
    const jobs = async () => {
      const { rows } = await school.rows<{ name: string }>(
        `select name from scheduled_jobs where organization_id = $1 and due_at < 'infinity'`,
      );
      return rows.map(({ name }) => name);
    };
    expect(await jobs()).not.toContain('provider_events');
    await runJob(school, ConnectionJob);
    expect(await jobs()).toEqual(expect.arrayContaining(['provider_events', 'provider_reconciliation']));
    await apply();
    expect(await listed()).toMatchObject([{ outcome: 'applied' }]);
  });

  it('is settled with all that was told of it', async () => {
    const provider = await connected(school, server);
    const sale = await reserved(school);
    const { id } = provider.account.chargeElsewhere(AMOUNT, 'eur', tagOf(school, randomUUID()));
    provider.account.refundByHand(id, 1_000);
    provider.account.dispute(id, 2_000);
    for (const event of provider.account.events) await send(school, provider, event);
    await apply();
    const events = (await listed()).filter(({ outcome }) => outcome === 'unmatched');
    expect(events).toHaveLength(4);
    const payment = events.find(({ type }) => type === 'payment_intent.succeeded')!;
    await settle(payment.id, { saleId: sale.id });
    await apply();
    expect((await listed()).filter(({ outcome }) => outcome === 'unmatched')).toEqual([]);
    expect(await getSale(school.owner, sale.id)).toMatchObject({ received: AMOUNT - 3_000, standing: 'disputed' });
  });
});

describe('refunds and disputes', () => {
  async function paidSale() {
    const provider = await connected(school, server);
    const sale = await reserved(school);
    const { id } = provider.account.chargeElsewhere(AMOUNT, 'eur', tagOf(school, sale.id));
    return { provider, sale, id, account: provider.account };
  }

  it.each([false, true])('are the same rows in whatever order they are told (backwards: %s)', async (backwards) => {
    const { provider, sale, id, account } = await paidSale();
    account.refundStatus = 'pending';
    const slow = account.refundByHand(id, 5_000);
    const failing = account.refundByHand(id, 6_000);
    account.refundStatus = 'succeeded';
    account.refundByHand(id, 7_000);
    const { id: won } = account.dispute(id, 8_000);
    account.dispute(id, 9_000);
    account.settleRefund(slow.id, 'succeeded');
    account.settleRefund(failing.id, 'failed');
    account.closeDispute(won, 'won');
    const events = backwards ? [...account.events].reverse() : account.events;
    for (const event of [...events, ...events]) expect(await send(school, provider, event)).toBe(200);
    await apply();
    const detail = (await detailOf(school.owner, sale.id)) as unknown as Record<string, unknown[]>;
    const amounts = (rows: unknown[]) =>
      (rows as { amount: number; status: string }[]).map(({ amount, status }) => `${amount} ${status}`).sort();
    expect(amounts(detail.refunds)).toEqual(['5000 succeeded', '7000 succeeded']);
    expect(amounts(detail.disputes)).toEqual(['8000 won', '9000 open']);
    expect(detail).toMatchObject({ received: AMOUNT - 12_000 - 9_000, standing: 'disputed' });
    expect(detail.payments).toMatchObject([{ refundable: AMOUNT - 12_000 - 9_000 }]);
    const kinds = (await entriesOf(school.owner, sale.id)).map(({ kind }) => kind).sort();
    expect(kinds).toEqual([
      'dispute_returned',
      'dispute_withdrawn',
      'dispute_withdrawn',
      'owed',
      'received',
      'refunded',
      'refunded',
    ]);
  });

  it('that were seen on their way go forward, and never back', async () => {
    const { provider, sale, id, account } = await paidSale();
    account.refundStatus = 'pending';
    const refund = account.refundByHand(id, 5_000);
    const dispute = account.dispute(id, 8_000);
    for (const event of account.events) await send(school, provider, event);
    await apply();
    const before = await getSale(school.owner, sale.id);
    expect(before).toMatchObject({ received: AMOUNT - 8_000, standing: 'disputed' });
    const sent = account.events.length;
    account.settleRefund(refund.id, 'failed');
    account.closeDispute(dispute.id, 'lost');
    for (const event of account.events.slice(sent)) await send(school, provider, event);
    await apply();
    const detail = (await detailOf(school.owner, sale.id)) as unknown as {
      disputes: { status: string }[];
      refunds: { status: string }[];
    };
    expect(detail).toMatchObject({ received: AMOUNT - 8_000, standing: 'on_schedule' });
    expect([detail.refunds[0].status, detail.disputes[0].status]).toEqual(['failed', 'lost']);
    const { rows } = await school.rows<{ name: string }>('select name from events where organization_id = $1');
    const names = rows.map(({ name }) => name).filter((name) => /^(refund|dispute)\./.test(name));
    expect(names.sort()).toEqual([...['dispute.closed', 'dispute.opened', 'refund.failed', 'refund.requested']]);
  });

  it.each([false, true])('pause an enrollment only where the terms say so (%s)', async (pauseOnDispute) => {
    const overdue = { graceDays: 3, retryDays: [], pauseAfterDays: null, resumeWhenPaid: false, pauseOnDispute };
    const provider = await connected(school, server);
    const { offerId } = await sold(school, { terms: { overdue } });
    const sale = await reserved(school, offerId);
    const { id } = provider.account.chargeElsewhere(AMOUNT, 'eur', tagOf(school, sale.id));
    provider.account.dispute(id);
    for (const event of provider.account.events) await send(school, provider, event);
    await apply();
    const { fulfillment } = await getSale(school.owner, sale.id);
    const answer = await school.owner.client.get(`/enrollments/${fulfillment.enrollmentId}`);
    expect(dataOf<{ status: string }>(answer).status).toBe(pauseOnDispute ? 'paused' : 'active');
  });
});

describe('a refund of money that the provider brought', () => {
  it('is pending until the provider has sent it, and is told of once', async () => {
    const provider = await connected(school, server);
    const { account } = provider;
    const sale = await reserved(school);
    account.chargeElsewhere(AMOUNT, 'eur', tagOf(school, sale.id));
    await send(school, provider, account.events.at(-1)!);
    await apply();
    const [{ id }] = (await detailOf(school.owner, sale.id)).payments;
    const asked = dataOf<Refund>(await refund(school.owner, id, 30_000, { claim: 'drop' }));
    expect(asked).toMatchObject({ status: 'pending' });
    expect(await detailOf(school.owner, sale.id)).toMatchObject({
      received: AMOUNT,
      payments: [{ refundable: 60_000 }],
    });
    expect((await refund(school.owner, id, 60_001)).status).toBe(409);
    server.breakNext('cut_after', 'POST /v1/refunds');
    await runJob(school, ProviderJobsJob);
    // The event comes before the answer.
    await send(
      school,
      provider,
      account.events.find(({ type }) => type === 'refund.created')!,
    );
    await apply();
    const detail = { owed: 60_000, received: 60_000, refunds: [{ id: asked.id, status: 'succeeded' }] };
    expect(await detailOf(school.owner, sale.id)).toMatchObject(detail);
    app.moveClock(120_000);
    await runJob(school, ProviderJobsJob);
    app.moveClock(0);
    expect(await detailOf(school.owner, sale.id)).toMatchObject(detail);
    expect((await detailOf(school.owner, sale.id)).refunds).toHaveLength(1);
    expect(account.refunds.map(({ amount }) => amount)).toEqual([30_000]);
  });

  it('that the provider refuses has failed, and can be asked for again', async () => {
    const provider = await connected(school, server);
    const sale = await reserved(school);
    provider.account.chargeElsewhere(AMOUNT, 'eur', tagOf(school, sale.id));
    await send(school, provider, provider.account.events.at(-1)!);
    await apply();
    const [{ id }] = (await detailOf(school.owner, sale.id)).payments;
    provider.account.balance = 0;
    await refund(school.owner, id, 30_000);
    await runJob(school, ProviderJobsJob);
    const refused = { received: AMOUNT, payments: [{ refundable: AMOUNT }], refunds: [{ status: 'failed' }] };
    expect(await detailOf(school.owner, sale.id)).toMatchObject(refused);
    provider.account.balance = undefined;
    await refund(school.owner, id, 30_000);
    await runJob(school, ProviderJobsJob);
    expect(await detailOf(school.owner, sale.id)).toMatchObject({ received: 60_000 });
  });

  it('that failed before its answer came is placed without a lock that comes before the one of its sale', async () => {
    const provider = await connected(school, server);
    const { account } = provider;
    const sale = await reserved(school);
    account.chargeElsewhere(AMOUNT, 'eur', tagOf(school, sale.id));
    await send(school, provider, account.events.at(-1)!);
    await apply();
    const [{ id }] = (await detailOf(school.owner, sale.id)).payments;
    account.refundStatus = 'pending';
    await refund(school.owner, id, 30_000);
    server.breakNext('cut_after', 'POST /v1/refunds');
    await runJob(school, ProviderJobsJob);
    account.settleRefund(account.refunds[0].id, 'failed');
    // The job that looks it up holds the sale: whoever holds the cohort may be waiting for it.
    app.moveClock(24 * 3_600_000);
    const sql = 'select 1 from cohorts where organization_id = $1 for no key update';
    await whileHeld(school, { sql }, async () => {
      await runJob(school, ProviderJobsJob).catch(() => undefined);
      expect(await detailOf(school.owner, sale.id)).toMatchObject({
        ...{ received: AMOUNT, refunds: [{ status: 'failed' }], payments: [{ refundable: AMOUNT }] },
      });
    });
    app.moveClock(0);
  });
});

describe('a refund that the bank sends back after it had succeeded', () => {
  async function refunded(amount: number, claim: string) {
    const provider = await connected(school, server);
    const { account } = provider;
    const sale = await reserved(school);
    account.chargeElsewhere(AMOUNT, 'eur', tagOf(school, sale.id));
    await send(school, provider, account.events.at(-1)!);
    await apply();
    const [{ id }] = (await detailOf(school.owner, sale.id)).payments;
    await refund(school.owner, id, amount, { claim });
    await runJob(school, ProviderJobsJob);
    const [{ id: refundId }] = account.refunds;
    const fails = async () => {
      account.settleRefund(refundId, 'failed');
      const [failed] = account.events.slice(-1);
      await send(school, provider, failed);
      await apply();
    };
    return { provider, account, sale, id, fails };
  }
  const kindsOf = async (saleId: string) =>
    (await entriesOf(school.owner, saleId)).map(({ kind, amount }) => `${kind} ${amount}`);

  it.each(['drop', 'keep'])(
    'is failed: the ledger has what the account has, and owed is as before (%s)',
    async (claim) => {
      const { provider, account, sale, id, fails } = await refunded(30_000, claim);
      const owed = claim === 'drop' ? 60_000 : AMOUNT;
      expect(await detailOf(school.owner, sale.id)).toMatchObject({ owed, received: 60_000 });
      await fails();
      expect(await detailOf(school.owner, sale.id)).toMatchObject({
        ...{ status: 'active', owed: AMOUNT, received: AMOUNT, outstanding: 0, credit: 0, standing: 'paid' },
        payments: [{ refundable: AMOUNT }],
        refunds: [{ status: 'failed', amount: 30_000 }],
      });
      const { installments } = await getSale(school.owner, sale.id);
      expect(installments.reduce((sum, { amount }) => sum + amount, 0)).toBe(AMOUNT);
      expect((await kindsOf(sale.id)).slice(2)).toEqual([
        'refunded 30000',
        ...(claim === 'drop' ? ['owed_reduced 30000', 'owed_raised 30000'] : []),
        'received 30000',
      ]);
      // What is told again, and late, changes nothing more.
      for (const event of account.events) await send(school, provider, { ...event, id: `${event.id}_again` });
      await apply();
      await runJob(school, ReconciliationJob);
      expect((await kindsOf(sale.id)).filter((entry) => entry === 'received 30000')).toHaveLength(1);
      const { rows } = await school.rows<{ name: string }>(
        `select name from events where organization_id = $1 and (name like 'refund.%' or name = 'sale.paid') order by id`,
      );
      expect(rows.map(({ name }) => name)).toEqual([
        ...['sale.paid', 'refund.requested', 'refund.succeeded'],
        ...(claim === 'drop' ? ['refund.failed'] : ['sale.paid', 'refund.failed']),
      ]);
      // It can be asked for once more.
      expect((await refund(school.owner, id, AMOUNT)).status).toBe(201);
      await runJob(school, ProviderJobsJob);
      expect(await detailOf(school.owner, sale.id)).toMatchObject({ received: 0, payments: [{ refundable: 0 }] });
    },
  );

  it('of all that was paid is owed again as one installment, also for a sale that was cancelled since', async () => {
    const { sale, fails } = await refunded(AMOUNT, 'drop');
    expect(await getSale(school.owner, sale.id)).toMatchObject({ owed: 0, received: 0, installments: [] });
    await cancel(school.owner, sale.id, { enrollment: 'keep' });
    await fails();
    expect(await getSale(school.owner, sale.id)).toMatchObject({
      ...{ status: 'cancelled', owed: AMOUNT, received: AMOUNT, credit: 0 },
      installments: [{ position: 1, amount: AMOUNT, paid: AMOUNT }],
    });
  });
});

describe('the reconciliation', () => {
  it('brings what no event told, once, and counts it', async () => {
    const provider = await connected(school, server);
    const sale = await reserved(school);
    const { id } = provider.account.chargeElsewhere(AMOUNT, 'eur', tagOf(school, sale.id));
    provider.account.refundByHand(id, 1_000);
    provider.account.dispute(id, 2_000);
    provider.account.chargeElsewhere(AMOUNT, 'eur', tagOf(school, randomUUID()));
    for (let count = 0; count < 3; count += 1) provider.account.chargeElsewhere(AMOUNT, 'eur');
    await runJob(school, ReconciliationJob);
    await runJob(school, ReconciliationJob);
    for (const event of provider.account.events) await send(school, provider, event);
    await apply();
    const detail = await detailOf(school.owner, sale.id);
    expect(detail).toMatchObject({
      received: AMOUNT - 3_000,
      payments: [{ amount: AMOUNT }],
      refunds: [{ amount: 1_000 }],
    });
    const { rows } = await school.rows('select * from payment_providers where organization_id = $1');
    expect(rows[0]).toMatchObject({
      repaired: 3,
      last_reconciled_at: expect.any(Date),
      last_event_at: expect.any(Date),
    });
    const found = (await listed()).filter(({ source }) => source === 'reconciliation');
    expect(found).toMatchObject([{ outcome: 'unmatched', saleId: null }]);
  });
});
