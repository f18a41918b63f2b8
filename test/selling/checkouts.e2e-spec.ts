import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ConnectionJob } from '#contexts/selling/connection/connection.job.js';
import { StripeClients } from '#contexts/selling/provider/stripe-client.js';
import { ProviderJobsJob } from '#contexts/selling/sending/provider-jobs.job.js';
import { dataOf } from '../identity/answers.js';
import { runDueJobs, runJob } from '../support/run-job.js';
import { School } from '../support/school.js';
import type { StripeAccount } from '../support/stripe/account.js';
import { StripeServer } from '../support/stripe/stripe-server.js';
import { until } from '../support/until.js';
import { useSchool } from '../support/use-school.js';
import { HOUR } from './sales.js';

const SECRET_KEY = 'rk_test_of_the_school';
const MINUTE = 60_000;

interface Checkout {
  id: string;
  amount: number;
  status: string;
  url: string | null;
  failure: string | null;
}
interface Shown {
  status: string;
  received: number;
  credit: number;
  checkout: Checkout | null;
  payments: { amount: number; provider: string | null }[];
}

let server: StripeServer;
let account: StripeAccount;
const settings: Record<string, string> = {};

beforeAll(async () => {
  server = await StripeServer.open();
  settings.STRIPE_API_HOST = server.url;
});
const { app, school } = useSchool({ settings });
afterAll(() => server.close());

beforeEach(async () => {
  server.now = () => app.now();
  account = server.addAccount(SECRET_KEY);
  server.requests.length = 0;
  clients().timeoutMs = 20_000;
  await school.paymentProvider({ secretKey: SECRET_KEY, account_id: account.id });
});

const clients = () => app.nest.get(StripeClients, { strict: false });
const held = async (): Promise<string> => school.hold(await school.cohort());
const create = (sale: string, pay = 'due') => school.owner.client.post(`/sales/${sale}/checkouts`, { pay });
const shown = async (sale: string): Promise<Shown> => dataOf<Shown>(await school.owner.client.get(`/sales/${sale}`));
const work = () => runJob(school, ProviderJobsJob);
const posted = (path: string) =>
  server.requests.filter(
    ({ method, path: to, body }) => method === 'POST' && to.endsWith(path) && body.includes(school.id),
  );
const sessions = () => posted('/checkout/sessions');

/** The id at the provider. */
async function sessionOf(sale: string): Promise<string> {
  const { rows } = await school.rows<{ id: string }>(
    'select provider_id as id from checkouts where organization_id = $1 and sale_id = $2 order by id desc limit 1',
    sale,
  );
  return rows[0].id;
}

async function open(): Promise<string> {
  const sale = await held();
  expect((await create(sale)).status).toBe(201);
  await work();
  return sale;
}

let moved = 0;
/** Time goes on by so much. */
const past = (ms: number): void => app.moveClock((moved += ms));

describe('a checkout', () => {
  it('is prepared, opened by a worker, paid, and its payment is recorded once', async () => {
    const sale = await held();
    const made = dataOf<Checkout>(await create(sale));
    expect(made).toMatchObject({ status: 'preparing', amount: 90_000, url: null });
    expect(server.requests).toEqual([]);
    await work();
    expect((await shown(sale)).checkout).toMatchObject({ status: 'open', url: expect.stringContaining('http') });
    account.pay(await sessionOf(sale));
    past(HOUR);
    await work();
    await work();
    const after = await shown(sale);
    expect(after).toMatchObject({ received: 90_000, status: 'active', checkout: { status: 'paid', url: null } });
    expect(after.payments).toMatchObject([{ amount: 90_000, provider: 'stripe' }]);
    expect(account.charges).toHaveLength(1);
  });

  it('is one at a time, five a day, and needs 40 minutes of hold, a provider, and something to pay', async () => {
    expect((await create(await open())).status).toBe(409);
    const short = await school.hold(await school.cohort(), { hold_until: new Date(app.now().getTime() + 39 * MINUTE) });
    expect((await create(short)).status).toBe(409);
    const paid = await school.soldSale();
    await school.payment(paid);
    expect((await create(paid)).status).toBe(409);
    await school.rows(`update payment_providers set status = 'validating' where organization_id = $1`);
    expect((await create(await held())).status).toBe(409);
  });

  it('ends 5 minutes before the hold', async () => {
    const sale = await open();
    const session = account.session(await sessionOf(sale));
    const { rows } = await school.rows<{ until: Date }>(
      'select hold_until as until from sales where organization_id = $1 and id = $2',
      sale,
    );
    const [{ until }] = rows;
    expect(session.expires_at).toBe(Math.floor((until.getTime() - 5 * MINUTE) / 1000));
  });

  it('expires when nobody pays, and makes room for another one', async () => {
    const sale = await school.soldSale();
    await create(sale);
    await work();
    past(25 * HOUR);
    await work();
    expect((await shown(sale)).checkout).toMatchObject({ status: 'expired', url: null });
    expect((await create(sale)).status).toBe(201);
  });
});

describe('the installments of a sale', () => {
  it('are not changed while a checkout or a collection may bring money', async () => {
    const sale = await held();
    const { rows } = await school.rows<{ id: string; amount: number; dueAt: Date }>(
      `select id, amount, due_at as "dueAt" from sale_installments where organization_id = $1 and sale_id = $2
       order by position`,
      sale,
    );
    const change = async () =>
      (await school.owner.client.put(`/sales/${sale}/installments`, { installments: rows, reason: 'Agreed' })).status;
    expect(await change()).toBe(200);
    await create(sale);
    expect(await change()).toBe(409);
    await work();
    expect(await change()).toBe(409);
    account.expireSession(await sessionOf(sale));
    past(HOUR);
    await work();
    await school.rows(
      `update sales set hold_until = $3 where organization_id = $1 and id = $2`,
      ...[sale, new Date(app.now().getTime() + HOUR)],
    );
    expect(await change()).toBe(200);
    const now = app.now();
    await school.insert('collections', {
      ...{ id: randomUUID(), sale_id: sale, installment_id: rows[0].id, due_at: now, number: 0, amount: 1 },
      ...{ currency: 'EUR', status: 'unknown', attempted_at: now, created_at: now, updated_at: now },
    });
    expect(await change()).toBe(409);
    await school.rows(`update collections set status = 'failed' where organization_id = $1`);
    expect(await change()).toBe(200);
  });
});

describe('a request to the provider', () => {
  it.each(['cut_after', 'error_after', 'hang_after'] as const)(
    'is sent again with the same key and body after an answer that was lost (%s): one session, one charge',
    async (fault) => {
      const sale = await held();
      await create(sale);
      if (fault === 'hang_after') clients().timeoutMs = 2_000;
      server.breakNext(fault, 'POST /v1/checkout/sessions');
      await work();
      expect((await shown(sale)).checkout).toMatchObject({ status: 'preparing' });
      past(MINUTE);
      await work();
      const [first, second] = sessions();
      expect([second.key, second.body]).toEqual([first.key, first.body]);
      const { checkout } = await shown(sale);
      if (fault === 'error_after') {
        // The provider keeps its failure under the key, so that only a look-up tells.
        expect(checkout?.status).toBe('preparing');
        past(23 * HOUR);
        await work();
      }
      expect(account.sessions.length).toBe(1);
      expect((await create(sale)).status).toBe(409);
    },
  );

  it('that was refused after an answer was lost frees nothing until a look-up finds that it did nothing', async () => {
    const sale = await school.soldSale();
    await create(sale);
    server.breakNext('cut_after', 'POST /v1/checkout/sessions');
    await work();
    server.forbidden.set(SECRET_KEY, ['checkout']);
    past(MINUTE);
    await work();
    expect((await shown(sale)).checkout).toMatchObject({ status: 'preparing' });
    expect((await create(sale)).status).toBe(409);
    server.forbidden.delete(SECRET_KEY);
    past(11 * MINUTE);
    await work();
    // The look-up found what the first request had made.
    expect((await shown(sale)).checkout).toMatchObject({ status: 'open' });
    expect([account.sessions.length, sessions().length]).toEqual([1, 2]);
  });

  it('that the provider refused at once frees its purpose', async () => {
    server.forbidden.set(SECRET_KEY, ['checkout']);
    const sale = await open();
    server.forbidden.delete(SECRET_KEY);
    expect((await shown(sale)).checkout).toMatchObject({ status: 'failed', failure: 'not_made' });
    expect((await create(sale)).status).toBe(201);
  });

  it('that a process left when it was killed is taken up by another one, with the same key', async () => {
    const sale = await held();
    await create(sale);
    // Killed between the commit and the answer: it is marked as sent, and nobody knows.
    await school.rows(
      `update provider_jobs set status = 'sending', attempts = 1, first_sent_at = created_at, last_sent_at = created_at
       where organization_id = $1 and kind = 'create_customer'`,
    );
    await work();
    past(2 * MINUTE);
    await work();
    expect((await shown(sale)).checkout).toMatchObject({ status: 'open' });
    expect(posted('/customers')).toHaveLength(1);
  });

  it('that hangs is sent by another worker meanwhile, with the same key, and the late end changes nothing', async () => {
    const sale = await held();
    await create(sale);
    clients().timeoutMs = 5_000;
    server.breakNext('hang_after', 'POST /v1/checkout/sessions');
    const hanging = expect(work()).rejects.toThrow('taken over');
    await until(() => sessions().length === 1);
    past(2 * MINUTE);
    await work();
    const { checkout } = await shown(sale);
    await hanging;
    expect(checkout).toMatchObject({ status: 'open' });
    expect((await shown(sale)).checkout).toEqual(checkout);
    expect([new Set(sessions().map(({ key }) => key)).size, account.sessions.length]).toEqual([1, 1]);
  });

  it('is sent once by two workers at once', async () => {
    const sales = await Promise.all([1, 2, 3].map(() => held()));
    for (const sale of sales) await create(sale);
    await Promise.all([runDueJobs(school), runDueJobs(school)]);
    expect(sessions().map(({ key }) => key)).toHaveLength(3);
    expect(new Set(sessions().map(({ key }) => key)).size).toBe(3);
  });

  it('makes one customer for a prospect', async () => {
    const prospect_id = await school.prospect();
    for (let number = 0; number < 2; number += 1) {
      await create(await school.hold(await school.cohort(), { prospect_id }));
    }
    await work();
    expect([posted('/customers').length, sessions().length]).toEqual([1, 2]);
  });
});

describe('cancelling a sale', () => {
  const cancel = (sale: string) => school.owner.client.post(`/sales/${sale}/cancel`, { reason: 'Changed their mind' });

  it('drops a request that was not sent', async () => {
    const sale = await held();
    await create(sale);
    await cancel(sale);
    await work();
    expect(sessions()).toEqual([]);
    expect((await shown(sale)).checkout).toMatchObject({ status: 'expired' });
  });

  it('expires an open checkout at the provider, and money that came before is credit', async () => {
    const [sale, paid] = [await open(), await open()];
    account.pay(await sessionOf(paid));
    for (const one of [sale, paid]) await cancel(one);
    await work();
    expect((await shown(sale)).checkout).toMatchObject({ status: 'expired' });
    expect(await shown(paid)).toMatchObject({ status: 'cancelled', credit: 90_000, checkout: { status: 'paid' } });
  });

  it('expires a checkout whose making had no answer once it is known', async () => {
    const sale = await held();
    await create(sale);
    server.breakNext('cut_after', 'POST /v1/checkout/sessions');
    await work();
    await cancel(sale);
    past(MINUTE);
    await work();
    await work();
    expect((await shown(sale)).checkout).toMatchObject({ status: 'expired' });
    expect(account.charges).toEqual([]);
  });
});

describe('accepting a sale with a checkout', () => {
  it('prepares one for the first installment', async () => {
    const program_id = await school.program();
    const cohortId = await school.cohort({ program_id });
    const sale = await school.sale({ offer_id: await school.offer({ program_id }) });
    const body = { paymentPlanKey: 'at_once', cohortId, method: 'checkout', autoCharge: true };
    const accepted = dataOf<Shown>(await school.owner.client.post(`/sales/${sale}/accept`, body));
    expect(accepted).toMatchObject({ status: 'reserved', checkout: { status: 'preparing', amount: 90_000 } });
    await work();
    expect(sessions()[0].body).toContain('setup_future_usage');
  });
});

describe('the connection', () => {
  const body = (more: object = {}) => ({
    ...{ secretKey: SECRET_KEY, webhookSecret: 'whsec_of_the_school_1', returnUrl: 'https://school.example/paid' },
    ...more,
  });
  const connect = (more: object = {}) => school.owner.client.put('/payment-providers/stripe', body(more));
  const listed = async () =>
    dataOf<{ items: Record<string, unknown>[] }>(await school.owner.client.get('/payment-providers')).items;
  const validate = () => runJob(school, ConnectionJob);

  it('is validated by a worker: active, or failed with why', async () => {
    await school.rows('delete from payment_providers where organization_id = $1');
    expect(dataOf(await connect())).toMatchObject({ status: 'validating', accountId: null });
    await validate();
    expect(await listed()).toMatchObject([{ status: 'active', accountId: account.id, livemode: false }]);
    await connect({ secretKey: 'rk_test_of_nobody' });
    await validate();
    expect(await listed()).toMatchObject([{ status: 'validation_failed', lastError: 'bad_key' }]);
    server.addAccount('rk_test_of_others');
    await connect({ secretKey: 'rk_test_of_others' });
    await validate();
    expect(await listed()).toMatchObject([{ lastError: 'other_account', accountId: account.id }]);
    server.forbidden.set(SECRET_KEY, ['refunds']);
    await connect();
    await validate();
    server.forbidden.delete(SECRET_KEY);
    expect(await listed()).toMatchObject([{ lastError: 'missing_permission' }]);
    await connect();
    server.breakNext('cut', 'GET');
    await validate();
    expect(await listed()).toMatchObject([{ lastError: 'unreachable' }]);
    past(HOUR);
    await validate();
    expect(await listed()).toMatchObject([{ status: 'active', lastError: null }]);
  });

  it('never shows a secret, keeps the former webhook secret for a day, and its address', async () => {
    const first = dataOf<{ eventsUrl: string }>(await connect());
    const second = await connect({ webhookSecret: 'whsec_of_the_school_2' });
    expect(JSON.stringify(second.body)).not.toMatch(/whsec|rk_test/);
    expect(dataOf<{ eventsUrl: string }>(second).eventsUrl).toBe(first.eventsUrl);
    const { rows } = await school.rows<{ until: Date; former: Buffer }>(
      `select former_webhook_secret_until as until, former_webhook_secret as former from payment_providers
       where organization_id = $1`,
    );
    const [row] = rows;
    expect(row.until.getTime() - app.now().getTime()).toBeGreaterThan(23 * HOUR);
    expect(row.former).not.toBeNull();
    const { rows: trail } = await school.rows('select changes from audit_entries where organization_id = $1');
    expect(JSON.stringify(trail)).not.toMatch(/whsec|rk_test/);
  });

  it('is not ended while a checkout is live; then its secrets are gone', async () => {
    const disconnect = () => school.owner.client.post('/payment-providers/stripe/disconnect');
    const sale = await school.soldSale();
    await create(sale);
    await work();
    expect((await disconnect()).status).toBe(409);
    past(25 * HOUR);
    await work();
    expect(dataOf(await disconnect())).toMatchObject({ status: 'disconnected' });
    const { rows } = await school.rows(
      'select secret_key, webhook_secret from payment_providers where organization_id = $1',
    );
    expect(rows[0]).toEqual({ secret_key: null, webhook_secret: null });
    expect((await disconnect()).status).toBe(404);
    expect((await create(await held())).status).toBe(409);
  });

  it('is made by an OWNER alone, and a checkout neither by a coach nor for a sale of another organization', async () => {
    const admin = await school.person('ADMIN');
    expect((await admin.client.put('/payment-providers/stripe', body())).status).toBe(403);
    const coach = await school.person('MEMBER', { role: 'coach' });
    const sale = await held();
    expect((await coach.client.post(`/sales/${sale}/checkouts`, { pay: 'due' })).status).toBe(403);
    const other = new School(app);
    await other.renew();
    await other.paymentProvider({ secretKey: 'rk_test_of_the_other' });
    expect((await other.owner.client.post(`/sales/${sale}/checkouts`, { pay: 'due' })).status).toBe(404);
    expect(server.requests).toEqual([]);
  });
});
