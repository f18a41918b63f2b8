import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ProviderEventsJob } from '../../src/contexts/selling/receiving/provider-events.job.js';
import { ProviderJobsJob } from '../../src/contexts/selling/sending/provider-jobs.job.js';
import { dataOf } from '../identity/answers.js';
import { installment } from '../support/builders/offer.js';
import { runJob } from '../support/run-job.js';
import { StripeServer } from '../support/stripe/stripe-server.js';
import { useSchool } from '../support/use-school.js';
import { detailOf, entriesOf, paid, pay } from './money.js';
import { connected, send, tagOf, type Connected } from './provider.js';
import { DAY, getSale, proposed, reserved, seatsOf, sold } from './sales.js';

const server = await StripeServer.open();
afterAll(() => server.close());
const { app, school } = useSchool({ settings: { STRIPE_API_HOST: server.url } });
const AMOUNT = 90_000;
const REFUND = { unfulfillable: 'refund' };

let provider: Connected;
beforeEach(async () => {
  app.moveClock(0);
  server.now = () => app.now();
  provider = await connected(school, server);
});

const apply = () => runJob(school, ProviderEventsJob);
const work = () => runJob(school, ProviderJobsJob);

/** The provider has a payment for the sale, and tells of it. */
async function provided(saleId: string, amount = AMOUNT): Promise<void> {
  provider.account.chargeElsewhere(amount, 'eur', tagOf(school, saleId));
  await send(school, provider, provider.account.events.at(-1)!);
  await apply();
}

/** A sale whose hold is over, of a cohort in which somebody has got the last seat. */
async function late(terms: object = REFUND) {
  const { cohortId, offerId } = await sold(school, { terms, cohort: { capacity: 1 } });
  const sale = await reserved(school, offerId);
  app.moveClock(8 * DAY);
  await school.enrollment({ cohort_id: cohortId });
  return { sale, cohortId };
}

const MONEY = /^(sale|refund|payment|prospect)\./;
const happened = async (): Promise<string[]> => {
  const { events } = await school.trail();
  return events.map(({ name }) => String(name)).filter((name) => MONEY.test(name));
};

describe('money without a seat, where the terms refund it', () => {
  it('goes back where it came from, and the sale is cancelled', async () => {
    const { sale, cohortId } = await late();
    const before = (await happened()).length;
    await provided(sale.id);
    expect((await happened()).slice(before).sort()).toEqual([
      ...['payment.received', 'prospect.closed', 'refund.requested'],
      ...['sale.activated', 'sale.cancelled', 'sale.stuck'],
    ]);
    expect(await detailOf(school.owner, sale.id)).toMatchObject({
      ...{ status: 'cancelled', owed: 0, received: AMOUNT, credit: AMOUNT, outstanding: 0, installments: [] },
      ...{ fulfillment: { status: 'stuck', reason: 'cohort_full', enrollmentId: null } },
      refunds: [{ status: 'pending', amount: AMOUNT, enrollment: 'keep', claim: 'drop', requestedBy: null }],
    });
    server.breakNext('cut_after', 'POST /v1/refunds');
    await work();
    app.moveClock(9 * DAY);
    await work();
    expect(await detailOf(school.owner, sale.id)).toMatchObject({
      ...{ status: 'cancelled', owed: 0, received: 0, credit: 0, refunds: [{ status: 'succeeded' }] },
    });
    expect(provider.account.refunds.map(({ amount }) => amount)).toEqual([AMOUNT]);
    expect((await entriesOf(school.owner, sale.id)).map(({ kind, amount }) => [kind, amount])).toEqual([
      ...[['received', AMOUNT] as const, ['owed', AMOUNT] as const, ['owed_reduced', AMOUNT] as const],
      ['refunded', AMOUNT],
    ]);
    expect(await seatsOf(school, cohortId)).toMatchObject({ occupancy: 1, held: 0 });
    // What comes after that is credit, on which a person decides.
    await provided(sale.id, 1_000);
    expect(await detailOf(school.owner, sale.id)).toMatchObject({ status: 'cancelled', credit: 1_000 });
    expect(provider.account.refunds).toHaveLength(1);
  });

  it('stays as credit as far as a person recorded it, and where the provider refuses the refund', async () => {
    const { sale } = await late();
    await paid(school, sale.id, 30_000);
    expect(await getSale(school.owner, sale.id)).toMatchObject({ status: 'reserved', credit: 30_000 });
    provider.account.balance = 0;
    await provided(sale.id, 60_000);
    await work();
    expect(await detailOf(school.owner, sale.id)).toMatchObject({
      ...{ status: 'cancelled', owed: 0, credit: 90_000, refunds: [{ status: 'failed', amount: 60_000 }] },
    });
    const { items } = dataOf<{ items: { kind: string; saleId: string }[] }>(
      await school.owner.client.get('/sales-queue'),
    );
    const kinds = items.filter(({ saleId }) => saleId === sale.id).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['credit', 'refund_failed']);
  });

  it.each(['seat_taken', 'member_detached', 'limit_reached', 'cohort_closed'])('is refunded for %s', async (reason) => {
    const plan = { key: 'at_once', name: 'Deposit', total: AMOUNT };
    const later = installment(60_000, { kind: 'after_purchase', days: 30 });
    const plans = { paymentPlans: [{ ...plan, installments: [installment(30_000), later] }] };
    const { cohortId, offerId } = await sold(school, { terms: { ...REFUND, ...plans } });
    const person = await school.person();
    const { rows } = await app.rows.query<{ email: string }>('select email from accounts where id = $1', [
      person.accountId,
    ]);
    const prospect = await school.prospect({ email: rows[0].email });
    const { id } = await proposed(school, { offerId }, prospect);
    await school.owner.client.post(`/sales/${id}/accept`, { method: 'transfer', paymentPlanKey: 'at_once' });
    if (reason === 'seat_taken') await school.enrollment({ cohort_id: cohortId, member_id: person.memberId });
    if (reason === 'member_detached') await school.owner.client.delete(`/members/${person.memberId}`);
    if (reason === 'cohort_closed')
      await school.rows(`update cohorts set status = 'archived' where organization_id = $1 and id = $2`, cohortId);
    if (reason === 'limit_reached') {
      app.moveClock(8 * DAY);
      await school.rows('update offers set sales_limit = 1 where organization_id = $1 and id = $2', offerId);
      await reserved(school, offerId);
    }
    await provided(id, 30_000);
    await work();
    expect(await detailOf(school.owner, id)).toMatchObject({
      ...{ status: 'cancelled', owed: 0, outstanding: 0, received: 0, refunds: [{ status: 'succeeded' }] },
      fulfillment: { status: 'stuck', reason },
    });
  });

  it('leaves the last seat to one of many who pay late at once', async () => {
    const { cohortId, offerId } = await sold(school, { terms: REFUND, cohort: { capacity: 4 } });
    const sales = await Promise.all([1, 2, 3, 4].map(() => reserved(school, offerId)));
    app.moveClock(8 * DAY);
    for (let seat = 0; seat < 3; seat += 1) await school.enrollment({ cohort_id: cohortId });
    await Promise.all(sales.map(({ id }) => pay(school.owner, id, AMOUNT)));
    const after = await Promise.all(sales.map(({ id }) => getSale(school.owner, id)));
    expect(after.map(({ status, credit }) => `${status} ${credit}`).sort()).toEqual([
      ...['active 0', 'cancelled 90000', 'cancelled 90000', 'cancelled 90000'],
    ]);
    expect(await seatsOf(school, cohortId)).toMatchObject({ occupancy: 4 });
  });
});

it('money without a seat stays where the terms hold it', async () => {
  const { sale } = await late({});
  await provided(sale.id);
  expect(await detailOf(school.owner, sale.id)).toMatchObject({
    ...{ status: 'active', owed: AMOUNT, received: AMOUNT, refunds: [], fulfillment: { status: 'stuck' } },
  });
});
