import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { StripeClients } from '#contexts/selling/provider/stripe-client.js';
import { ConnectionJob } from '../../src/contexts/selling/connection/connection.job.js';
import { CollectionsJob } from '#contexts/selling/sending/collections.job.js';
import { ReconciliationJob } from '../../src/contexts/selling/receiving/reconciliation.job.js';
import { runDueJobs, runJob } from '../support/run-job.js';
import { School } from '../support/school.js';
import { StripeServer } from '../support/stripe/stripe-server.js';
import { until } from '../support/until.js';
import { useSchool } from '../support/use-school.js';
import { AMOUNTS, ChargedSale } from './collecting.js';
import { changeInstallments, entriesOf, paid, refund, voidPayment } from './money.js';
import { connected } from './provider.js';
import { cancel, DAY } from './sales.js';

const server = await StripeServer.open();
afterAll(() => server.close());
const { app, school } = useSchool({ settings: { STRIPE_API_HOST: server.url } });
const [FIRST, SECOND, THIRD] = AMOUNTS;
const INTENTS = 'POST /v1/payment_intents';

const clients = () => app.nest.get(StripeClients, { strict: false });
beforeEach(() => {
  clients().timeoutMs = 20_000;
});

const open = (options: Parameters<typeof ChargedSale.open>[2] = {}) => ChargedSale.open(school, server, options);
const keys = () =>
  server.requests
    .filter(
      ({ method, path, body }) => method === 'POST' && path.endsWith('/payment_intents') && body.includes(school.id),
    )
    .map(({ key, body }) => `${key} ${body}`);

describe('an automatic charge', () => {
  it('is made when an installment is due, and its money is entered once, whoever brings it', async () => {
    const sale = await open();
    await sale.on(29);
    expect(sale.attempts).toEqual([]);
    await sale.on(30);
    await sale.tell();
    await runJob(school, ReconciliationJob);
    expect(await sale.collections()).toEqual([
      { id: expect.any(String), status: 'succeeded', amount: SECOND, attemptedAt: expect.any(String), failure: null },
    ]);
    expect(await sale.shown()).toMatchObject({ received: FIRST + SECOND, standing: 'on_schedule' });
    await sale.on(45);
    await sale.on(60);
    expect(sale.charges(server)).toEqual([SECOND, THIRD]);
    expect(await sale.shown()).toMatchObject({ received: 90_000, standing: 'paid' });
    const { payments } = await sale.shown();
    expect(payments.map(({ amount }) => amount)).toEqual(AMOUNTS);
    const { audit } = await school.trail();
    expect(audit.filter(({ action }) => action === 'payment.received').map(({ actor_id: by }) => by)).toEqual([
      null,
      null,
      null,
    ]);
    expect(await sale.failures()).toEqual([]);
  });

  it('is made by the event alone where the answer is late', async () => {
    const sale = await open();
    sale.at(30);
    await sale.plan();
    server.breakNext('cut_after', INTENTS);
    await sale.work();
    expect(await sale.statuses()).toEqual(['unknown']);
    await sale.tell();
    expect(await sale.statuses()).toEqual(['succeeded']);
    await sale.on(30.5);
    await sale.on(40);
    expect([sale.charges(server), (await sale.shown()).received]).toEqual([[SECOND], FIRST + SECOND]);
  });

  it('is followed by the next one when its event came before its request was found to be done', async () => {
    const sale = await open({ rules: { retryDays: [] } });
    sale.at(30);
    await sale.plan();
    server.breakNext('cut_after', INTENTS);
    await sale.work();
    sale.at(60);
    await sale.tell();
    expect(await sale.statuses()).toEqual(['succeeded']);
    await sale.plan();
    await sale.work();
    const { rows } = await school.rows<{ at: Date }>(
      `select due_at as at from scheduled_jobs where organization_id = $1 and name = 'collections'`,
    );
    expect(rows[0].at.getTime()).toBeLessThanOrEqual(school.app.now().getTime());
    await sale.on(60);
    expect(sale.charges(server)).toEqual([SECOND, THIRD]);
  });

  it('that is seen while it is being made has not failed', async () => {
    const sale = await open();
    sale.at(30);
    await sale.plan();
    sale.answers('slow');
    server.breakNext('cut_after', INTENTS);
    await sale.work();
    sale.attempts[0].status = 'requires_confirmation';
    await sale.tell();
    await sale.on(30.1);
    expect([await sale.statuses(), await sale.failures()]).toEqual([['unknown'], []]);
    sale.account.settle(sale.attempts[0].id, 'succeeded');
    await sale.tell();
    await sale.on(31);
    expect([await sale.statuses(), sale.charges(server)]).toEqual([['succeeded'], [SECOND]]);
  });

  it('that is declined is tried again on each day of the terms, and no more after the last', async () => {
    const sale = await open();
    sale.answers('insufficient_funds');
    for (const day of [30, 31, 32, 33, 34, 35, 36, 50]) await sale.on(day);
    const failed = { status: 'failed', amount: SECOND, failure: 'insufficient_funds' };
    expect(await sale.collections()).toMatchObject([failed, failed, failed]);
    const [, { id: installmentId, dueAt }] = await sale.installments();
    const told = { installmentId, saleId: sale.id, amount: SECOND, paid: 0, dueAt, needsBuyer: false };
    expect(await sale.failures()).toEqual([0, 1, 2].map((number) => ({ ...told, number })));
    await sale.tell();
    expect(await sale.failures()).toHaveLength(3);
    expect(sale.charges(server)).toEqual([]);
    expect(new Set(sale.attempts.map(({ metadata }) => metadata.jobId)).size).toBe(3);
    expect(keys()).toHaveLength(3);
    // The next installment is another matter.
    sale.answers('good');
    await sale.on(60);
    expect(sale.charges(server)).toEqual([THIRD]);
    // It covers the second one, so that a part of the third is left.
    await sale.on(62);
    expect(sale.charges(server)).toEqual([THIRD, SECOND]);
    expect(await sale.shown()).toMatchObject({ received: 90_000, standing: 'paid' });
  });

  it.each([
    [
      'missing_permission',
      (key: string) => server.forbidden.set(key, ['payment_intents']),
      (key: string) => server.forbidden.delete(key),
    ],
    ['bad_key', (key: string) => server.revoked.add(key), (key: string) => server.revoked.delete(key)],
  ] as const)(
    'that the key may not make (%s) waits for a key that may: it is none of the attempts',
    async (_, forbid, permit) => {
      const sale = await open();
      const { secretKey, webhookSecret } = sale.provider;
      sale.answers('insufficient_funds');
      await sale.on(30);
      sale.answers('good');
      sale.at(32);
      await sale.plan();
      forbid(secretKey);
      await sale.work();
      await runJob(school, ConnectionJob);
      await sale.on(32.5);
      expect([await sale.statuses(), sale.attempts.length]).toEqual([['failed'], 1]);
      permit(secretKey);
      await school.owner.client.put('/payment-providers/stripe', {
        ...{ secretKey, webhookSecret, returnUrl: 'https://school.example/back' },
      });
      await runJob(school, ConnectionJob);
      await sale.on(32.6);
      expect([await sale.statuses(), sale.charges(server)]).toEqual([['failed', 'succeeded'], [SECOND]]);
      expect((await sale.failures()).map(({ number }) => number)).toEqual([0]);
    },
  );

  it('that an accepted key lacks the permission for fails after a day', async () => {
    const sale = await open();
    const { secretKey } = sale.provider;
    server.forbidden.set(secretKey, ['payment_intents']);
    await sale.on(30);
    await sale.on(30.9);
    expect(await sale.statuses()).toEqual([]);
    await sale.on(31.1);
    expect(await sale.collections()).toMatchObject([{ status: 'failed', failure: 'not_made' }]);
    expect((await sale.failures()).map(({ number }) => number)).toEqual([0]);
    server.forbidden.delete(secretKey);
    await sale.on(32);
    expect([await sale.statuses(), sale.charges(server)]).toEqual([['failed', 'succeeded'], [SECOND]]);
  });

  it('that is declined once succeeds on the next day of the terms, for what is left by then', async () => {
    const sale = await open();
    sale.answers('expired_card');
    await sale.on(30);
    await paid(school, sale.id, 12_000);
    sale.answers('good');
    await sale.on(31);
    expect(await sale.statuses()).toEqual(['failed']);
    await sale.on(32);
    expect(await sale.collections()).toMatchObject([
      { status: 'failed', failure: 'expired_card', amount: SECOND },
      { status: 'succeeded', failure: null, amount: SECOND - 12_000 },
    ]);
    await sale.on(35);
    expect(sale.charges(server)).toEqual([SECOND - 12_000]);
  });

  it('that the buyer has to confirm is not tried again, and is in the queue until a checkout pays it', async () => {
    const sale = await open();
    const [closer, other] = [
      await school.person('MEMBER', { role: 'closer' }),
      await school.person('MEMBER', { role: 'closer' }),
    ];
    await school.rows(
      'update sales set closer_member_id = $3 where organization_id = $1 and id = $2',
      ...[sale.id, closer.memberId],
    );
    sale.answers('authentication_required');
    for (const day of [30, 32, 35]) await sale.on(day);
    expect(await sale.collections()).toMatchObject([{ status: 'needs_buyer', failure: 'authentication_required' }]);
    expect(await sale.failures()).toMatchObject([{ number: 0, needsBuyer: true }]);
    expect(sale.attempts).toHaveLength(1);
    const item = { kind: 'needs_buyer', saleId: sale.id, prospectId: sale.prospectId, callId: null };
    expect(await sale.queue()).toMatchObject([item]);
    expect(await sale.queue(closer.client)).toMatchObject([item]);
    expect(await sale.queue(other.client)).toEqual([]);
    expect((await school.owner.client.post(`/sales/${sale.id}/checkouts`, { pay: 'due' })).status).toBe(201);
    await sale.work();
    sale.account.pay(sale.account.sessions.at(-1)!.id);
    await sale.tell();
    expect(await sale.queue()).toEqual([]);
    expect(await sale.shown()).toMatchObject({ received: FIRST + SECOND });
    // The card with which it was paid is charged from now on.
    await sale.on(60);
    expect(await sale.statuses(3)).toEqual(['succeeded']);
  });

  it('by a bank that takes days is decided by the bank, and nothing else is charged meanwhile', async () => {
    const sale = await open();
    sale.answers('slow');
    await sale.on(30);
    for (const day of [32, 33, 60]) await sale.on(day);
    expect(await sale.statuses()).toEqual(['sending']);
    expect(sale.attempts).toHaveLength(1);
    sale.account.settle(sale.attempts[0].id, 'succeeded');
    sale.answers('good');
    await sale.on(60.1);
    expect(await sale.statuses()).toEqual(['succeeded']);
    await sale.on(60.2);
    expect(sale.charges(server)).toEqual([SECOND, THIRD]);
  });

  it.each([
    [
      'the buyer has not agreed',
      (sale: ChargedSale) =>
        school.rows('update sales set auto_charge = false where organization_id = $1 and id = $2', sale.id),
    ],
    [
      'no method was saved',
      (sale: ChargedSale) =>
        school.rows(
          'update checkouts set payment_method_id = null where sale_id = $2 and organization_id = $1',
          sale.id,
        ),
    ],
    [
      'the sale is cancelled',
      (sale: ChargedSale) => cancel(school.owner, sale.id, { enrollment: 'keep', outstanding: 'keep' }),
    ],
    [
      'the buyer was erased',
      (sale: ChargedSale) =>
        school.rows(
          'update prospects set erased_at = now(), email = null where organization_id = $1 and id = $2',
          sale.prospectId,
        ),
    ],
    [
      'the provider is another account',
      () => school.rows(`update payment_providers set account_id = 'acct_other' where organization_id = $1`),
    ],
    [
      'the provider is not active',
      () => school.rows(`update payment_providers set status = 'validation_failed' where organization_id = $1`),
    ],
  ])('is not made where %s', async (_, change) => {
    const sale = await open();
    await change(sale);
    for (const day of [30, 32, 60]) await sale.on(day);
    expect(keys()).toEqual([]);
    expect((await sale.installments()).map(({ collections }) => collections)).toEqual([[], [], []]);
  });

  it('is not possible where the buyer has not agreed: nothing is saved', async () => {
    const sale = await open({ autoCharge: false });
    await sale.on(30);
    const { rows } = await school.rows('select payment_method_id as method from checkouts where organization_id = $1');
    expect([rows, keys()]).toEqual([[{ method: null }], []]);
  });

  it('of money that went back is not made once more by itself', async () => {
    const sale = await open();
    await sale.on(30);
    const { payments } = await sale.shown();
    for (const { id, amount } of payments) await refund(school.owner, id, amount, { claim: 'keep' });
    await sale.work();
    for (const day of [31, 32, 35, 36]) await sale.on(day);
    expect(await sale.shown()).toMatchObject({ received: 0, outstanding: 90_000 });
    expect(sale.charges(server)).toEqual([SECOND]);
    for (const day of [60, 62, 65]) await sale.on(day);
    expect(sale.charges(server)).toEqual([SECOND, THIRD]);
  });
});

describe('money that a bank has sent back to the account', () => {
  it('is as if it had never gone: what was declined before is tried again', async () => {
    const sale = await open();
    sale.answers('insufficient_funds');
    await sale.on(30);
    const { payments } = await sale.shown();
    await refund(school.owner, payments[0].id, FIRST, { claim: 'keep' });
    await sale.work();
    sale.account.settleRefund(sale.account.refunds[0].id, 'failed');
    await sale.tell();
    expect(await sale.shown()).toMatchObject({ received: FIRST, refunds: [{ status: 'failed' }] });
    sale.answers('good');
    await sale.on(32);
    expect(sale.charges(server)).toEqual([SECOND]);
  });
});

describe('between planning and sending', () => {
  const IN_THE_WAY: [string, (sale: ChargedSale) => Promise<unknown>][] = [
    ['a cancellation', ({ id }) => cancel(school.owner, id, { enrollment: 'keep', outstanding: 'keep' })],
    ['a payment by hand', ({ id }) => paid(school, id, SECOND)],
    ['a checkout', ({ id }) => school.owner.client.post(`/sales/${id}/checkouts`, { pay: 'due' })],
    [
      'a dispute',
      async (sale) => {
        sale.account.dispute(sale.account.intents[0].id);
        await sale.tell();
      },
    ],
    [
      'a refund that is pending',
      async (sale) => {
        sale.account.refundStatus = 'pending';
        const { payments } = await sale.shown();
        expect((await refund(school.owner, payments[0].id, 1_000)).status).toBe(201);
      },
    ],
    [
      'another date of the installment',
      async (sale) => {
        const dueAt = new Date(app.now().getTime() + DAY).toISOString();
        const wanted = (await sale.installments()).map(({ id, amount }, index) => ({
          ...{ id, amount },
          dueAt:
            index === 0
              ? new Date(app.now().getTime() - DAY).toISOString()
              : new Date(Date.parse(dueAt) + index * DAY).toISOString(),
        }));
        expect((await changeInstallments(school.owner, sale.id, wanted)).status).toBe(200);
      },
    ],
  ];

  it.each(IN_THE_WAY)('%s has the effect that nothing is sent', async (_, change) => {
    const sale = await open();
    sale.at(30);
    await sale.plan();
    await change(sale);
    await sale.work();
    await sale.plan();
    await sale.work();
    expect(sale.attempts).toEqual([]);
    expect(await sale.collections()).toEqual([]);
  });

  it('a payment of a part has the effect that the rest is charged', async () => {
    const sale = await open();
    sale.at(30);
    await sale.plan();
    await paid(school, sale.id, 12_345);
    await sale.work();
    expect(sale.charges(server)).toEqual([SECOND - 12_345]);
    expect(await sale.collections()).toMatchObject([{ status: 'succeeded', amount: SECOND - 12_345 }]);
  });

  it('a sale that somebody is changing is waited for', async () => {
    const sale = await open();
    sale.at(30);
    await sale.plan();
    await app.rows.query('begin');
    await school.rows('select 1 from sales where organization_id = $1 and id = $2 for update', sale.id);
    await sale.work();
    await app.rows.query('rollback');
    expect(sale.attempts).toEqual([]);
    await sale.on(30.001);
    expect(sale.charges(server)).toEqual([SECOND]);
  });
});

describe('what is in the way of a charge', () => {
  it('a checkout that ends without a payment gives way to it', async () => {
    const sale = await open();
    sale.at(30);
    expect((await school.owner.client.post(`/sales/${sale.id}/checkouts`, { pay: 'due' })).status).toBe(201);
    await sale.on(30.2);
    expect(sale.attempts).toEqual([]);
    await sale.on(31.1);
    expect(sale.charges(server)).toEqual([SECOND]);
  });

  it('a dispute that is won gives way to it, and a refund that has failed', async () => {
    const sale = await open();
    const dispute = sale.account.dispute(sale.account.intents[0].id);
    await sale.tell();
    await sale.on(30);
    expect(sale.attempts).toEqual([]);
    sale.account.closeDispute(dispute.id, 'won');
    sale.account.balance = 0;
    await sale.tell();
    const { payments } = await sale.shown();
    expect((await refund(school.owner, payments[0].id, 1_000)).status).toBe(201);
    await sale.plan();
    expect(sale.attempts).toEqual([]);
    await sale.work();
    await sale.plan();
    await sale.work();
    expect(sale.charges(server)).toEqual([SECOND]);
  });

  it('a charge of which nobody knows is in the way of a checkout, of other dates and of a disconnection', async () => {
    const sale = await open();
    sale.at(30);
    await sale.plan();
    server.breakNext('cut', INTENTS);
    await sale.work();
    expect(await sale.statuses()).toEqual(['unknown']);
    const checkout = await school.owner.client.post(`/sales/${sale.id}/checkouts`, { pay: 'due' });
    expect([checkout.status, (checkout.body as { reason: string }).reason]).toEqual([409, 'payment_under_way']);
    const wanted = (await sale.installments()).map(({ id, amount, dueAt }) => ({ id, amount, dueAt }));
    expect((await changeInstallments(school.owner, sale.id, wanted)).status).toBe(409);
    const disconnect = () => school.owner.client.post('/payment-providers/stripe/disconnect');
    expect((await disconnect()).status).toBe(409);
    await sale.on(30.1);
    expect(await sale.statuses()).toEqual(['succeeded']);
    expect((await changeInstallments(school.owner, sale.id, wanted)).status).toBe(200);
    expect((await disconnect()).status).toBe(200);
    await sale.on(60);
    expect(sale.charges(server)).toEqual([SECOND]);
  });
});

describe('a charge whose answer was lost', () => {
  it.each(['cut', 'cut_after', 'hang_after', 'too_many'] as const)(
    'is requested again with the same key and body (%s): one charge',
    async (fault) => {
      const sale = await open();
      sale.at(30);
      await sale.plan();
      if (fault === 'hang_after') clients().timeoutMs = 2_000;
      server.breakNext(fault, INTENTS);
      const before = keys().length;
      await sale.work();
      expect(await sale.statuses()).toEqual(['unknown']);
      await school.rows(`update offers set name = 'Another name' where organization_id = $1`);
      for (const day of [30.1, 31, 32, 35]) await sale.on(day);
      const sent = keys().slice(before);
      expect([sent.length, new Set(sent).size]).toEqual([2, 1]);
      expect(sale.charges(server)).toEqual([SECOND]);
      expect(await sale.statuses()).toEqual(['succeeded']);
      expect(await entriesOf(school.owner, sale.id)).toHaveLength(3);
    },
  );

  it('is only looked up after 23 hours, and found', async () => {
    const sale = await open();
    sale.at(30);
    await sale.plan();
    // The provider keeps its failure under the key.
    server.breakNext('error_after', INTENTS);
    await sale.work();
    await sale.on(30.5);
    expect(await sale.statuses()).toEqual(['unknown']);
    expect((await sale.shown()).received).toBe(FIRST);
    const sent = keys().length;
    await sale.on(31);
    expect(keys().length).toBe(sent);
    expect(await sale.statuses()).toEqual(['succeeded']);
    await sale.on(36);
    expect(sale.charges(server)).toEqual([SECOND]);
  });

  it('is only looked up after 23 hours, and has failed where nothing is found: then it is tried again as the terms say', async () => {
    const sale = await open();
    sale.at(30);
    await sale.plan();
    server.breakNext('cut', INTENTS);
    await sale.work();
    await sale.on(31);
    expect(await sale.collections()).toMatchObject([{ status: 'failed', failure: 'not_made' }]);
    expect(keys()).toHaveLength(1);
    expect(sale.attempts).toEqual([]);
    await sale.on(32);
    expect(await sale.statuses()).toEqual(['failed', 'succeeded']);
    const [first, second] = keys();
    expect(first.split(' ')[0]).not.toBe(second.split(' ')[0]);
    expect(sale.charges(server)).toEqual([SECOND]);
  });

  it.each([
    [
      'its sale is cancelled',
      'cut',
      ({ id }: ChargedSale) => cancel(school.owner, id, { enrollment: 'keep', outstanding: 'waive' }),
    ],
    ['a person records the money', 'cut', ({ id }: ChargedSale) => paid(school, id, SECOND)],
    [
      'the buyer disputes',
      'cut',
      async (sale: ChargedSale) => {
        sale.account.dispute(sale.account.intents[0].id);
        await sale.tell();
      },
    ],
    [
      'its sale is cancelled',
      'cut_after',
      ({ id }: ChargedSale) => cancel(school.owner, id, { enrollment: 'keep', outstanding: 'waive' }),
    ],
  ] as const)('is not requested again once %s, but looked up (%s)', async (_, fault, change) => {
    const sale = await open();
    sale.at(30);
    await sale.plan();
    server.breakNext(fault, INTENTS);
    await sale.work();
    await change(sale);
    const { received } = await sale.shown();
    const before = keys().length;
    for (const day of [30.1, 30.2, 31]) await sale.on(day);
    expect(keys().length).toBe(before);
    const { rows } = await school.rows<{ status: string }>('select status from collections where organization_id = $1');
    const wasMade = fault === 'cut_after';
    expect(rows).toEqual([{ status: wasMade ? 'succeeded' : 'failed' }]);
    expect(sale.charges(server)).toEqual(wasMade ? [SECOND] : []);
    expect(await sale.shown()).toMatchObject({ received: received + (wasMade ? SECOND : 0) });
  });

  it('that a killed process left is taken up with the same key', async () => {
    const sale = await open();
    sale.at(30);
    await sale.plan();
    clients().timeoutMs = 2_000;
    server.breakNext('hang_after', INTENTS);
    const job = sale.work();
    await job;
    // As it is when the process is killed while it waits for the answer.
    await school.rows(`update provider_jobs set status = 'sending' where organization_id = $1 and kind = 'collect'`);
    await school.rows(`update collections set status = 'sending' where organization_id = $1`);
    await sale.on(30.1);
    expect(new Set(keys()).size).toBe(1);
    expect(sale.charges(server)).toEqual([SECOND]);
    expect(await sale.statuses()).toEqual(['succeeded']);
  });
});

describe('workers', () => {
  it('several at once charge once for each sale', async () => {
    const provider = await connected(school, server);
    const sales = [await open({ provider }), await open({ provider }), await open({ provider })];
    const runs = async (minutes: number): Promise<void> => {
      // A job that failed beside another one is tried again some seconds later.
      app.moveClock(31 * DAY + minutes * 60_000);
      await Promise.all([...app.instances, ...app.instances].map((one) => runDueJobs(school, one)));
    };
    let minute = 0;
    const isCharged = async (): Promise<boolean> => {
      await runs((minute += 1));
      return sales.every((sale) => sale.charges(server).length > 0);
    };
    await until(isCharged, { what: 'each sale is charged' });
    for (const end = minute + 3; minute < end;) await runs((minute += 1));
    for (const sale of sales) expect(sale.charges(server)).toEqual([SECOND]);
    expect(keys()).toHaveLength(3);
  });

  it('charge nothing of another organization with the same account, and show it nothing', async () => {
    const sale = await open();
    sale.answers('authentication_required');
    const other = new School(app);
    await other.renew();
    await other.paymentProvider({ secretKey: sale.provider.secretKey, account_id: sale.account.id });
    sale.at(30);
    await runJob(other, CollectionsJob);
    const { rows } = await other.rows('select 1 from provider_jobs where organization_id = $1');
    expect([rows, sale.attempts]).toEqual([[], []]);
    await sale.on(30);
    expect(await sale.queue()).toHaveLength(1);
    expect(await sale.queue(other.owner.client)).toEqual([]);
    expect((await other.owner.client.get(`/sales/${sale.id}`)).status).toBe(404);
    // Its reconciliation sees the payment, and leaves it alone.
    sale.answers('good');
    await sale.on(60);
    await runJob(other, ReconciliationJob);
    const counted = await other.rows('select 1 from payments where organization_id = $1');
    expect([counted.rows, (await sale.shown()).received]).toEqual([[], FIRST + THIRD]);
  });
});

describe('a worker looks for what is to be charged', () => {
  /** When it does so next; null: never. */
  const next = async (): Promise<number | null> => {
    const { rows } = await school.rows<{ at: Date | number }>(
      `select due_at as at from scheduled_jobs where organization_id = $1 and name = 'collections'`,
    );
    const at = rows.at(0)?.at;
    return at instanceof Date ? at.getTime() : null;
  };
  const isDue = async () => ((await next()) ?? Infinity) <= app.now().getTime();
  const CASES: [string, (sale: ChargedSale) => Promise<unknown>, (sale: ChargedSale) => Promise<unknown>][] = [
    [
      'a checkout that ended without a payment',
      async (sale) => {
        await school.owner.client.post(`/sales/${sale.id}/checkouts`, { pay: 'due' });
        await sale.work();
        sale.at(31.1);
      },
      (sale) => sale.work(),
    ],
    [
      'a charge that was declined',
      async (sale) => {
        sale.answers('expired_card');
        await sale.plan();
      },
      (sale) => sale.work(),
    ],
    [
      'a dispute that was closed',
      async (sale) => {
        sale.account.dispute(sale.account.intents[0].id);
        await sale.tell();
        sale.account.closeDispute(sale.account.disputes[0].id, 'won');
      },
      (sale) => sale.tell(),
    ],
    [
      'a refund that failed',
      async (sale) => {
        sale.account.balance = 0;
        const { payments } = await sale.shown();
        await refund(school.owner, payments[0].id, 1_000);
      },
      (sale) => sale.work(),
    ],
    [
      'the key of the provider was accepted',
      () => school.rows(`update payment_providers set status = 'validating' where organization_id = $1`),
      () => runJob(school, ConnectionJob),
    ],
    [
      'a payment that never came',
      async (sale) => {
        await paid(school, sale.id, SECOND);
      },
      async (sale) => {
        const { payments } = await sale.shown();
        await voidPayment(school.owner, payments[1].id);
      },
    ],
  ];

  it.each(CASES)('after %s', async (_, before, happens) => {
    const sale = await open();
    sale.at(30);
    await before(sale);
    await runJob(school, CollectionsJob);
    await school.rows(
      `update scheduled_jobs set due_at = 'infinity' where organization_id = $1 and name = 'collections'`,
    );
    await happens(sale);
    expect(await isDue()).toBe(true);
  });

  it('when the next installment is due, and on the days on which it is tried again', async () => {
    const sale = await open();
    await sale.plan();
    const dueAts = (await sale.installments()).map(({ dueAt }) => Date.parse(dueAt));
    expect(await next()).toBe(dueAts[1]);
    // It does not look again for a request that waits to be sent.
    sale.at(30);
    await sale.plan();
    expect(await next()).toBe(dueAts[1] + 2 * DAY);
    sale.answers('expired_card');
    for (const day of [2, 5]) {
      await sale.on(day === 2 ? 30 : 32);
      expect(await next()).toBe(dueAts[1] + day * DAY);
    }
    await sale.on(35);
    expect(await next()).toBe(dueAts[2]);
  });

  it('no more once all is paid', async () => {
    const sale = await open();
    await paid(school, sale.id, SECOND + THIRD);
    await sale.plan();
    expect(await next()).toBeNull();
  });
});
