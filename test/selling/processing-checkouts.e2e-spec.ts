import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SaleExpiryJob } from '#contexts/selling/ledger/sale-expiry.job.js';
import { ProviderEventsJob } from '#contexts/selling/receiving/provider-events.job.js';
import { ProviderJobsJob } from '#contexts/selling/sending/provider-jobs.job.js';
import { runJob } from '../support/run-job.js';
import { StripeServer } from '../support/stripe/stripe-server.js';
import { useSchool } from '../support/use-school.js';
import { detailOf } from './money.js';
import { connected, send, type Connected } from './provider.js';
import { accept, DAY, getSale, HOUR, proposed, seatsOf, sold } from './sales.js';

let server: StripeServer;
const settings: Record<string, string> = {};
beforeAll(async () => {
  server = await StripeServer.open();
  settings.STRIPE_API_HOST = server.url;
});
const { app, school } = useSchool({ settings });
afterAll(() => server.close());

let provider: Connected;
beforeEach(async () => {
  app.moveClock(0);
  server.now = () => app.now();
  provider = await connected(school, server);
});

const work = () => runJob(school, ProviderJobsJob);
const expire = () => runJob(school, SaleExpiryJob);
const checkoutOf = async (id: string): Promise<{ status: string } | null> =>
  ((await getSale(school.owner, id)) as unknown as { checkout: { status: string } | null }).checkout;

/** A sale of the last seat with an open checkout; the hold is one of an hour, or of seven days. */
async function opened({ byTransfer = false } = {}) {
  const { cohortId, offerId } = await sold(school, { cohort: { capacity: 1 } });
  const { id } = await proposed(school, { offerId });
  await accept(school.owner, id, { method: byTransfer ? 'transfer' : 'checkout' });
  if (byTransfer) await school.owner.client.post(`/sales/${id}/checkouts`, { pay: 'due' });
  await work();
  const session = provider.account.sessions.at(-1)!.id;
  const { holdUntil } = await getSale(school.owner, id);
  return { id, cohortId, offerId, session, holdUntil };
}

/** The buyer pays by a bank that takes days; the provider is asked when the session is over. */
async function slow() {
  const sale = await opened();
  const intent = provider.account.pay(sale.session, 'slow');
  app.moveClock(HOUR - 4 * 60_000);
  await work();
  expect(await checkoutOf(sale.id)).toMatchObject({ status: 'processing' });
  return { ...sale, intent };
}

const enroll = async (cohortId: string) => {
  const { memberId } = await school.person();
  const body = { memberId, status: 'active' };
  return (await school.owner.client.post(`/cohorts/${cohortId}/enrollments`, body)).status;
};

describe('a payment that the provider processes', () => {
  it('keeps the seat beyond the hold until it has come', async () => {
    const { id, cohortId, intent } = await slow();
    app.moveClock(3 * DAY);
    await expire();
    expect(await getSale(school.owner, id)).toMatchObject({ status: 'reserved' });
    expect(await seatsOf(school, cohortId)).toMatchObject({ held: 1, available: 0 });
    expect(await enroll(cohortId)).toBe(409);
    provider.account.settle(intent.id, 'succeeded');
    await work();
    expect(await detailOf(school.owner, id)).toMatchObject({
      ...{ status: 'active', received: 90_000, fulfillment: { status: 'done' }, checkout: { status: 'paid' } },
    });
    expect(provider.account.charges).toHaveLength(1);
  });

  it('that fails gives the seat back, and ends the sale for which nothing came', async () => {
    const { id, cohortId, intent } = await slow();
    app.moveClock(3 * DAY);
    provider.account.settle(intent.id, 'failed');
    await work();
    expect(await checkoutOf(id)).toMatchObject({ status: 'failed' });
    expect(await getSale(school.owner, id)).toMatchObject({ status: 'expired' });
    expect(await seatsOf(school, cohortId)).toMatchObject({ held: 0, available: 1 });
    await expire();
    const { events } = await school.trail();
    expect(events.filter(({ name }) => name === 'sale.expired')).toHaveLength(1);
    expect(await enroll(cohortId)).toBe(201);
  });

  it('that fails within the hold leaves the hold as it was', async () => {
    const { id, session, holdUntil } = await opened({ byTransfer: true });
    const intent = provider.account.pay(session, 'slow');
    for (const event of provider.account.events) await send(school, provider, event);
    await runJob(school, ProviderEventsJob);
    const kept = await getSale(school.owner, id);
    expect(Date.parse(kept.holdUntil!) - app.now().getTime()).toBeGreaterThan(13.9 * DAY);
    app.moveClock(DAY);
    provider.account.settle(intent.id, 'failed');
    await send(school, provider, provider.account.events.at(-1)!);
    await runJob(school, ProviderEventsJob);
    expect(await getSale(school.owner, id)).toMatchObject({ status: 'reserved', holdUntil });
    expect((await school.owner.client.post(`/sales/${id}/checkouts`, { pay: 'due' })).status).toBe(201);
  });

  it('keeps the seat for 14 days at most; what comes after that is late money', async () => {
    const { id, cohortId, intent } = await slow();
    app.moveClock(14 * DAY);
    await work();
    expect(await getSale(school.owner, id)).toMatchObject({ status: 'reserved' });
    app.moveClock(14 * DAY + HOUR);
    await work();
    expect(await checkoutOf(id)).toMatchObject({ status: 'processing' });
    expect(await getSale(school.owner, id)).toMatchObject({ status: 'expired' });
    expect(await enroll(cohortId)).toBe(201);
    provider.account.settle(intent.id, 'succeeded');
    app.moveClock(15 * DAY);
    await work();
    expect(await detailOf(school.owner, id)).toMatchObject({
      ...{ status: 'active', received: 90_000, fulfillment: { status: 'stuck', reason: 'cohort_full' } },
    });
  });

  it('renews a hold that was over once a seat is free, and waits for one where none is', async () => {
    const { id, cohortId, session } = await opened();
    provider.account.pay(session, 'slow');
    app.moveClock(2 * HOUR);
    await expire();
    const enrollment = await school.enrollment({ cohort_id: cohortId });
    await work();
    expect(await checkoutOf(id)).toMatchObject({ status: 'processing' });
    expect(await getSale(school.owner, id)).toMatchObject({ status: 'expired' });
    await school.owner.client.post(`/enrollments/${enrollment}/close`, { result: 'withdrawn' });
    app.moveClock(4 * HOUR);
    await work();
    expect(await getSale(school.owner, id)).toMatchObject({ status: 'reserved' });
    expect(await seatsOf(school, cohortId)).toMatchObject({ held: 1, available: 0 });
    const { audit } = await school.trail();
    expect(audit.filter(({ action }) => action === 'sale.hold_renewed')).toMatchObject([
      { target_id: id, actor_id: null, changes: { status: { from: 'expired', to: 'reserved' } } },
    ]);
    app.moveClock(2 * HOUR + 14 * DAY);
    expect(await getSale(school.owner, id)).toMatchObject({ status: 'expired' });
  });

  it('is told of by events and by the look at its end at once, while people change the sales: nothing waits in a circle', async () => {
    const deadlocks = async () => {
      const { rows } = await app.rows.query<{ deadlocks: string }>(
        'select deadlocks from pg_stat_database where datname = current_database()',
      );
      return rows[0].deadlocks;
    };
    const sales = [await opened(), await opened(), await opened(), await opened()];
    for (const { session } of sales) provider.account.pay(session, 'slow');
    for (const event of provider.account.events) await send(school, provider, event);
    const before = await deadlocks();
    app.moveClock(HOUR - 4 * 60_000);
    const money = { currency: 'EUR', method: 'cash' };
    const answers = await Promise.all([
      ...[work(), runJob(school, ProviderEventsJob), expire()],
      ...sales
        .slice(0, 2)
        .flatMap(({ id, cohortId }, index) => [
          school.owner.client.post(`/sales/${id}/payments`, { ...money, amount: 90_000, reference: `Line ${index}` }),
          enroll(cohortId),
        ]),
      school.owner.client.post(`/sales/${sales[2].id}/cancel`, { reason: 'Changed their mind' }),
    ]);
    expect(answers).toHaveLength(8);
    const after = await Promise.all(sales.map(({ id }) => getSale(school.owner, id)));
    expect(after.map(({ status }) => status)).toEqual(['active', 'active', 'cancelled', 'reserved']);
    for (const { cohortId } of sales) {
      const { occupancy, held } = await seatsOf(school, cohortId);
      expect(occupancy + held).toBeLessThanOrEqual(1);
    }
    // PostgreSQL reports its counts once a second.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await deadlocks()).toBe(before);
  });

  it('of a sale that was cancelled meanwhile keeps nothing', async () => {
    const { id, cohortId } = await slow();
    await school.owner.client.post(`/sales/${id}/cancel`, { reason: 'Changed their mind' });
    app.moveClock(2 * HOUR);
    await work();
    expect(await getSale(school.owner, id)).toMatchObject({ status: 'cancelled', holdUntil: null });
    expect(await seatsOf(school, cohortId)).toMatchObject({ held: 0, available: 1 });
  });
});

it('a checkout that was paid before its answer came is opened, fetched and paid', async () => {
  const { offerId } = await sold(school);
  const { id } = await proposed(school, { offerId });
  await accept(school.owner, id, { method: 'checkout' });
  server.breakNext('cut_after', 'POST /v1/checkout/sessions');
  await work();
  provider.account.pay(provider.account.sessions.at(-1)!.id);
  // The key is over: the provider is only asked what became of it.
  app.moveClock(24 * HOUR);
  await work();
  await work();
  expect(await detailOf(school.owner, id)).toMatchObject({
    status: 'active',
    received: 90_000,
    checkout: { status: 'paid' },
  });
  expect(provider.account.charges).toHaveLength(1);
});
