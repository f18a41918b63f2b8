import { beforeEach, describe, expect, it } from '@jest/globals';
import { dataOf } from '../identity/answers.js';
import { installment } from '../support/builders/offer.js';
import { School } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { detailOf, entriesOf, paid, pay, refund, voidPayment, type Payment, type Refund } from './money.js';
import { refusal } from './offers.js';
import { cancel, DAY, getSale, proposed, reserved, seatsOf, sold, type Sale } from './sales.js';

const { app, school } = useSchool();

beforeEach(() => app.moveClock(0));

const IN_TWO = {
  paymentPlans: [
    {
      ...{ key: 'at_once', name: 'In two', total: 90_000 },
      installments: [installment(30_000), installment(60_000, { kind: 'after_purchase', months: 1 })],
    },
  ],
};
const eventsOf = async () => (await school.trail()).events.map(({ name }) => name);

describe('a payment', () => {
  it('of the first installment activates the sale, which enrolls, and shows in the ledger', async () => {
    const { cohortId, offerId } = await sold(school, { terms: IN_TWO });
    const sale = await reserved(school, offerId);
    const answer = await pay(school.owner, sale.id, 30_000, { reference: 'Statement 7' });
    const payment = dataOf<Payment>(answer);
    expect([answer.status, payment]).toMatchObject([
      201,
      {
        ...{ saleId: sale.id, amount: 30_000, currency: 'EUR', method: 'transfer', provider: null },
        ...{ reference: 'Statement 7', refundable: 30_000, voidedAt: null, recordedBy: school.owner.accountId },
      },
    ]);
    expect(await detailOf(school.owner, sale.id)).toMatchObject({
      ...{ status: 'active', owed: 90_000, received: 30_000, outstanding: 60_000, credit: 0, standing: 'on_schedule' },
      installments: [
        { amount: 30_000, paid: 30_000 },
        { amount: 60_000, paid: 0 },
      ],
      ...{ fulfillment: { status: 'done', reason: null }, payments: [payment], refunds: [], disputes: [] },
    });
    expect(await seatsOf(school, cohortId)).toMatchObject({ occupancy: 1, held: 0 });
    expect(await entriesOf(school.owner, sale.id)).toMatchObject([
      { position: 1, kind: 'received', amount: 30_000, paymentId: payment.id },
      { position: 2, kind: 'owed', amount: 90_000, paymentId: null },
    ]);
    expect(await eventsOf()).toEqual(expect.arrayContaining(['payment.received', 'sale.activated', 'prospect.closed']));
    expect(await eventsOf()).not.toContain('sale.paid');
    expect(JSON.stringify(await school.trail())).not.toContain('Statement 7');
  });

  it('that is short keeps the sale reserved without a seat, until the rest comes', async () => {
    const { cohortId, offerId } = await sold(school, { terms: IN_TWO, cohort: { capacity: 1 } });
    const sale = await reserved(school, offerId);
    await paid(school, sale.id, 29_999);
    app.moveClock(8 * DAY);
    expect(await getSale(school.owner, sale.id)).toMatchObject({ status: 'reserved', credit: 29_999, outstanding: 0 });
    expect(await seatsOf(school, cohortId)).toMatchObject({ occupancy: 0, held: 0, available: 1 });
    await paid(school, sale.id, 1);
    expect(await getSale(school.owner, sale.id)).toMatchObject({ status: 'active', fulfillment: { status: 'done' } });
  });

  it('for a sale that expired activates it if a seat is free, and is stuck if none is', async () => {
    const { offerId } = await sold(school, { cohort: { capacity: 1 } });
    const late = await reserved(school, offerId);
    const later = await proposed(school, { offerId: (await sold(school)).offerId });
    app.moveClock(8 * DAY);
    expect(await getSale(school.owner, late.id)).toMatchObject({ status: 'expired' });
    await paid(school, late.id, 90_000);
    expect(await getSale(school.owner, late.id)).toMatchObject({
      ...{ status: 'active', standing: 'paid', fulfillment: { status: 'done' } },
    });
    // Its proposal expired: nobody had accepted it.
    expect(refusal(await pay(school.owner, later.id, 90_000))).toEqual([409, 'sale_expired']);
    app.moveClock(0);
    const [one, other] = [await sold(school, { cohort: { capacity: 1 } }), await sold(school)];
    const lapsed = await reserved(school, one.offerId);
    const limited = await reserved(school, other.offerId);
    app.moveClock(8 * DAY);
    await school.enrollment({ cohort_id: one.cohortId });
    await paid(school, lapsed.id, 90_000);
    expect(await getSale(school.owner, lapsed.id)).toMatchObject({
      ...{ status: 'active', fulfillment: { status: 'stuck', reason: 'cohort_full' } },
    });
    await school.rows('update offers set sales_limit = 1 where organization_id = $1 and id = $2', other.offerId);
    await reserved(school, other.offerId);
    await paid(school, limited.id, 90_000);
    expect(await getSale(school.owner, limited.id)).toMatchObject({
      ...{ status: 'active', fulfillment: { status: 'stuck', reason: 'limit_reached' } },
    });
    expect((await eventsOf()).filter((name) => name === 'sale.stuck')).toHaveLength(2);
  });

  it('beyond what is owed is credit, also for a sale that was cancelled', async () => {
    const sale = await reserved(school);
    await paid(school, sale.id, 90_000);
    await paid(school, sale.id, 500);
    expect(await getSale(school.owner, sale.id)).toMatchObject({ standing: 'paid', received: 90_500, credit: 500 });
    expect((await eventsOf()).filter((name) => name === 'sale.paid')).toHaveLength(1);
    const other = await reserved(school);
    await cancel(school.owner, other.id);
    await paid(school, other.id, 90_000);
    expect(await getSale(school.owner, other.id)).toMatchObject({
      ...{ status: 'cancelled', owed: 0, credit: 90_000, fulfillment: { status: 'none' } },
    });
  });

  it('of what a cancelled sale still owes tells when nothing is outstanding', async () => {
    const { offerId } = await sold(school, { terms: IN_TWO });
    const sale = await reserved(school, offerId);
    await paid(school, sale.id, 30_000);
    const choices = { enrollment: 'withdraw', outstanding: 'keep', reason: 'Debts are nobody else’s business' };
    const cancelled = dataOf<Sale>(await cancel(school.owner, sale.id, choices));
    expect(cancelled).toMatchObject({ status: 'cancelled', outstanding: 60_000 });
    const enrollment = await school.owner.client.get(`/enrollments/${cancelled.fulfillment.enrollmentId ?? ''}`);
    expect(enrollment.body.data).toMatchObject({ status: 'withdrawn', statusReason: 'The sale was cancelled.' });
    expect(await eventsOf()).not.toContain('sale.paid');
    await paid(school, sale.id, 60_000);
    expect(await getSale(school.owner, sale.id)).toMatchObject({ status: 'cancelled', outstanding: 0 });
    expect((await eventsOf()).filter((name) => name === 'sale.paid')).toHaveLength(1);
  });

  it('is refused in another currency, in the future, for a proposal, and with a reference that is taken', async () => {
    const sale = await reserved(school);
    const before = await school.digest();
    const soon = new Date(app.now().getTime() + 60_000).toISOString();
    const fields = async (body: object) => {
      const { status, body: answer } = await pay(school.owner, sale.id, 90_000, body);
      return [status, (answer as { details: { field: string }[] }).details[0].field];
    };
    expect(await fields({ currency: 'USD' })).toEqual([400, 'currency']);
    expect(await fields({ receivedAt: soon })).toEqual([400, 'receivedAt']);
    expect(await fields({ amount: 0 })).toEqual([400, 'amount']);
    expect(await fields({ amount: 100_000_000 })).toEqual([400, 'amount']);
    expect(await school.digest()).toBe(before);
    const { id } = await proposed(school, { offerId: sale.offerId });
    expect(refusal(await pay(school.owner, id, 1))).toEqual([409, 'sale_proposed']);
    const first = dataOf<Payment>(await pay(school.owner, sale.id, 100, { reference: 'Line A' }));
    expect(refusal(await pay(school.owner, sale.id, 100, { reference: 'Line A' }))).toEqual([409, 'reference_taken']);
    await voidPayment(school.owner, first.id);
    expect((await pay(school.owner, sale.id, 100, { reference: 'Line A' })).status).toBe(201);
  });

  it('is recorded by OWNER and ADMIN, for nobody with the own address, and for no other organization', async () => {
    const closer = await school.person('MEMBER', { role: 'closer' });
    const { offerId } = await sold(school);
    const sale = await reserved(school, offerId, { closerMemberId: closer.memberId });
    const payment = await paid(school, sale.id, 90_000);
    expect((await pay(closer, sale.id, 1)).status).toBe(403);
    expect((await voidPayment(closer, payment.id)).status).toBe(403);
    expect((await refund(closer, payment.id, 1)).status).toBe(403);
    const elsewhere = await School.open(app);
    for (const answer of [
      await pay(elsewhere.owner, sale.id, 1),
      await voidPayment(elsewhere.owner, payment.id),
      await refund(elsewhere.owner, payment.id, 1),
    ]) {
      expect(answer.status).toBe(404);
    }
    const admin = await school.person('ADMIN');
    const { rows } = await app.rows.query<{ email: string }>('select email from accounts where id = $1', [
      admin.accountId,
    ]);
    const own = await reserved(school, offerId, { participant: { name: 'Myself', email: rows[0].email } });
    expect((await pay(admin, own.id, 90_000)).status).toBe(403);
  });
});

describe('a payment that is voided', () => {
  it('never came: the sale and the enrollment stay', async () => {
    const sale = await reserved(school);
    const payment = await paid(school, sale.id, 90_000);
    const answer = await voidPayment(school.owner, payment.id);
    expect([answer.status, answer.body.data]).toMatchObject([200, { refundable: 0, voidedAt: expect.any(String) }]);
    expect(await getSale(school.owner, sale.id)).toMatchObject({
      ...{ status: 'active', received: 0, outstanding: 90_000, fulfillment: { status: 'done' } },
    });
    expect(refusal(await voidPayment(school.owner, payment.id))).toEqual([409, 'payment_voided']);
    expect(refusal(await refund(school.owner, payment.id, 1))).toEqual([409, 'not_refundable']);
  });

  it('must have no refund', async () => {
    const sale = await reserved(school);
    const payment = await paid(school, sale.id, 90_000);
    await refund(school.owner, payment.id, 1);
    expect(refusal(await voidPayment(school.owner, payment.id))).toEqual([409, 'payment_refunded']);
  });
});

describe('a refund', () => {
  it('goes back, and is owed again or no longer, as it says', async () => {
    const { offerId } = await sold(school, { terms: IN_TWO });
    const sale = await reserved(school, offerId);
    const payment = await paid(school, sale.id, 91_000);
    const answer = await refund(school.owner, payment.id, 11_000, { claim: 'drop' });
    expect([answer.status, answer.body.data]).toMatchObject([
      201,
      {
        ...{ paymentId: payment.id, saleId: sale.id, amount: 11_000, currency: 'EUR', status: 'succeeded' },
        ...{ enrollment: 'keep', claim: 'drop', requestedBy: school.owner.accountId },
      },
    ]);
    // 1,000 was credit; 10,000 is owed no longer.
    expect(await detailOf(school.owner, sale.id)).toMatchObject({
      ...{ owed: 80_000, received: 80_000, outstanding: 0, credit: 0, fulfillment: { status: 'done' } },
      installments: [{ amount: 30_000 }, { amount: 50_000, paid: 50_000 }],
      ...{ payments: [{ refundable: 80_000 }], refunds: [{ amount: 11_000 }] },
    });
    await refund(school.owner, payment.id, 5_000, { claim: 'keep' });
    expect(await getSale(school.owner, sale.id)).toMatchObject({ owed: 80_000, received: 75_000, outstanding: 5_000 });
    expect(await eventsOf()).toEqual(expect.arrayContaining(['refund.requested', 'refund.succeeded']));
    expect(JSON.stringify(await school.trail())).not.toContain('Illness');
  });

  it('withdraws the enrollment at once where it says so', async () => {
    const sale = await reserved(school);
    const payment = await paid(school, sale.id, 90_000);
    await refund(school.owner, payment.id, 90_000, { claim: 'drop', enrollment: 'withdraw' });
    expect(await getSale(school.owner, sale.id)).toMatchObject({
      ...{
        status: 'active',
        owed: 0,
        received: 0,
        standing: 'paid',
        installments: [],
        fulfillment: { status: 'ended' },
      },
    });
  });

  it('is never more than the payment, of 50 at once', async () => {
    const sale = await reserved(school);
    const payment = await paid(school, sale.id, 90_000);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => refund(school.owner, payment.id, 20_000, { claim: 'drop' })),
    );
    const made = answers.filter(({ status }) => status === 201).map((answer) => dataOf<Refund>(answer));
    expect(made).toHaveLength(4);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(46);
    expect(await detailOf(school.owner, sale.id)).toMatchObject({
      ...{ owed: 10_000, received: 10_000, payments: [{ refundable: 10_000 }] },
    });
  });
});
