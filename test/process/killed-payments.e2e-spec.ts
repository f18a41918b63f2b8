import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { announced, withDatabase } from '../support/database-server.js';
import { type Run, Workplace } from '../support/service-process.js';
import type { StripeAccount } from '../support/stripe/account.js';
import { StripeServer } from '../support/stripe/stripe-server.js';
import { SECRET_KEY } from '../support/test-app.js';
import { until } from '../support/until.js';
import { useSchool } from '../support/use-school.js';
import { detailOf, refund } from '../selling/money.js';
import { connected, send, type Connected } from '../selling/provider.js';

const place = new Workplace();
let server: StripeServer;

// Ahead of the service's own end: these hooks run in the order in which they stand.
afterAll(() => place.clear());
beforeAll(async () => {
  server = await StripeServer.open();
});
const { app, school } = useSchool({ isOwn: true });
afterAll(() => server.close());

/** A worker in the place of one that was killed, without waiting for its leases and for the request that it has left. */
async function work(): Promise<Run> {
  await school.rows('update provider_jobs set next_at = now() where organization_id = $1 and finished_at is null');
  await school.rows(
    `update scheduled_jobs set due_at = least(due_at, now()), leased_until = case when leased_until is not null then now() end
     where organization_id = $1`,
  );
  const database = new URL(app.databaseUrl).pathname.slice(1);
  return place.node('main', [], {
    ...announced().settings,
    ...{ NODE_ENV: 'test', ROLE: 'worker', LOG_LEVEL: 'warn', STRIPE_API_HOST: server.url },
    DATABASE_URL: app.databaseUrl,
    MIGRATION_DATABASE_URL: withDatabase(announced().ownerUrl, database),
    SECRET_KEYS: SECRET_KEY.toString('base64'),
  });
}

/** A worker is killed by -9 once the provider has got the request, and has carried it out or not. */
async function killAt(matches: string, carriedOut: boolean, running?: Run): Promise<void> {
  const met = server.hangNext(matches, { carriedOut });
  const worker = running ?? (await work());
  await met;
  worker.child.kill('SIGKILL');
  expect((await worker.ended).signal).toBe('SIGKILL');
}

/** By the provider's own books. */
const books = ({ customers, sessions, charges, refunds }: StripeAccount) => ({
  ...{ customers: customers.length, sessions: sessions.length },
  charges: charges.map(({ amount }) => amount),
  refunds: refunds.map(({ amount }) => amount),
});

async function stateOf(sale: string): Promise<string> {
  const { status, received, checkout } = (await detailOf(school.owner, sale)) as unknown as {
    status: string;
    received: number;
    checkout: { status: string };
  };
  return `${status} ${received} ${checkout.status}`;
}

it('a worker that is killed around its requests to the provider charges and refunds once', async () => {
  const provider: Connected = await connected(school, server);
  const { account } = provider;
  const sale = await school.hold(await school.cohort());
  await school.owner.client.post(`/sales/${sale}/checkouts`, { pay: 'due' });

  await killAt('POST /v1/customers', false);
  await killAt('POST /v1/checkout/sessions', true);
  expect(books(account)).toMatchObject({ customers: 1, sessions: 1 });

  const second = await work();
  await until(async () => (await stateOf(sale)) === 'reserved 0 open', { withinMs: 60_000 });
  account.pay(account.sessions[0].id);
  // The payment is fetched, and not recorded.
  const fetched = killAt('GET /v1/payment_intents', true, second);
  for (const event of account.events) expect(await send(school, provider, event)).toBe(200);
  await fetched;

  const third = await work();
  await until(async () => (await stateOf(sale)) === 'active 90000 paid', { withinMs: 60_000 });
  const [{ id }] = (await detailOf(school.owner, sale)).payments;
  const refunded = killAt('POST /v1/refunds', true, third);
  expect((await refund(school.owner, id, 30_000)).status).toBe(201);
  await refunded;

  const last = await work();
  await until(async () => (await stateOf(sale)) === 'active 60000 paid', { withinMs: 60_000 });
  last.child.kill('SIGTERM');
  await last.ended;
  expect(books(account)).toEqual({ customers: 1, sessions: 1, charges: [90_000], refunds: [30_000] });
  const { payments, refunds } = await detailOf(school.owner, sale);
  expect([payments.length, refunds.map(({ status }) => status)]).toEqual([1, ['succeeded']]);
  const { events } = await school.trail();
  const names = events.map(({ name }) => String(name)).filter((name) => /^(payment|refund|sale.activated)/.test(name));
  expect(names.sort()).toEqual(['payment.received', 'refund.requested', 'refund.succeeded', 'sale.activated']);
});
