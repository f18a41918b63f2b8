import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { dataOf } from '../identity/answers.js';
import { installment } from '../support/builders/offer.js';
import { afterWaitingFor } from '../support/held-rows.js';
import { School } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { refusal } from './offers.js';
import {
  accept,
  cancel,
  DAY,
  getSale,
  notSold,
  proposed,
  reserved,
  seatsOf,
  sold,
  untouched,
  type Sale,
} from './sales.js';

const { app, school } = useSchool();

beforeEach(() => app.moveClock(0));

const plan = (...installments: object[]) => ({
  ...{ key: 'at_once', name: 'A plan', installments },
  total: (installments as { amount: number }[]).reduce((sum, { amount }) => sum + amount, 0),
});
const addressOf = async (accountId: string) => {
  const { rows } = await app.rows.query<{ email: string }>('select email from accounts where id = $1', [accountId]);
  return rows[0].email;
};

describe('an acceptance', () => {
  it('keeps a seat, dates the installments, and shows in the trail by ids and amounts', async () => {
    const { cohortId, offerId } = await sold(school, { cohort: { capacity: 2 } });
    const sale = await proposed(school, { offerId });
    const answer = await accept(school.owner, sale.id, { autoCharge: true });
    const accepted = dataOf<Sale>(answer);
    expect([answer.status, accepted]).toMatchObject([
      200,
      {
        ...{
          status: 'reserved',
          cohortId,
          paymentPlanKey: 'at_once',
          total: 90_000,
          autoCharge: true,
          acceptedBy: 'staff',
        },
        ...{ owed: 0, outstanding: 0, standing: null, activatedAt: null },
        installments: [{ position: 1, amount: 90_000, paid: 0, overdue: false }],
      },
    ]);
    expect(Date.parse(accepted.holdUntil ?? '') - app.now().getTime()).toBeGreaterThan(7 * DAY - 600_000);
    expect(await getSale(school.owner, sale.id)).toEqual(untouched(accepted));
    expect(await seatsOf(school, cohortId)).toMatchObject({ occupancy: 0, held: 1, available: 1 });
    const { events } = await school.trail();
    expect(events.at(-1)).toMatchObject({
      name: 'sale.accepted',
      data: { saleId: sale.id, offerId, cohortId, currency: 'EUR', owed: 0, holdUntil: accepted.holdUntil },
    });
    expect(refusal(await accept(school.owner, sale.id))).toEqual([409, 'sale_reserved']);
  });

  it('is repeated by its key, and takes one seat', async () => {
    const { cohortId, offerId } = await sold(school, { cohort: { capacity: 3 } });
    const { id } = await proposed(school, { offerId });
    const idempotencyKey = randomUUID();
    const body = { method: 'transfer', paymentPlanKey: 'at_once' };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => school.owner.client.post(`/sales/${id}/accept`, body, { idempotencyKey })),
    );
    const done = answers.filter(({ status }) => status === 200);
    expect(new Set(done.map((one) => JSON.stringify(dataOf(one)))).size).toBe(1);
    expect((await seatsOf(school, cohortId)).held).toBe(1);
    expect((await getSale(school.owner, id)).installments).toHaveLength(1);
  });

  it('chooses what the proposal left open, and nothing else', async () => {
    const { programId, cohortId } = await sold(school);
    const another = await school.cohort({ program_id: programId });
    const stranger = await School.open(app);
    const offerId = await school.offer({ program_id: programId });
    const open = await proposed(school, { offerId });
    const settled = await proposed(school, { offerId, cohortId, paymentPlanKey: 'at_once' });
    const none = { paymentPlanKey: undefined };
    expect(refusal(await accept(school.owner, open.id, { ...none, cohortId }))).toEqual([400, 'paymentPlanKey']);
    expect(refusal(await accept(school.owner, open.id, { cohortId, paymentPlanKey: 'x' }))).toEqual([
      400,
      'paymentPlanKey',
    ]);
    expect(refusal(await accept(school.owner, open.id))).toEqual([400, 'cohortId']);
    for (const id of [await school.cohort(), await stranger.cohort(), randomUUID()]) {
      expect(refusal(await accept(school.owner, open.id, { cohortId: id }))).toEqual([400, 'cohortId']);
    }
    expect(refusal(await accept(school.owner, settled.id, { cohortId: another }))).toEqual([400, 'cohortId']);
    // The offer takes no bank transfers, and no provider is connected.
    expect(refusal(await accept(school.owner, settled.id, none))).toEqual([409, 'no_transfers']);
    expect(refusal(await accept(school.owner, settled.id, { method: 'checkout' }))).toEqual([
      409,
      'no_active_provider',
    ]);
  });

  it.each([
    [
      '2027-01-31T10:00:00Z',
      'UTC',
      ['2027-01-31T10:00:00.000Z', '2027-02-28T10:00:00.000Z', '2027-03-31T10:00:00.000Z'],
    ],
    [
      ...(['2027-08-31T21:30:00Z', 'America/New_York'] as const),
      ['2027-08-31T21:30:00.000Z', '2027-09-30T21:30:00.000Z', '2027-10-31T21:30:00.000Z'],
    ],
    [
      ...(['2027-10-30T08:00:00Z', 'Europe/Paris'] as const),
      ['2027-10-30T08:00:00.000Z', '2027-11-30T09:00:00.000Z', '2027-12-30T09:00:00.000Z'],
    ],
  ])('at %s in %s dates its months from that day', async (at, timezone, expected) => {
    app.moveClock(Date.parse(at) - Date.now());
    app.stopClock();
    const installments = [
      installment(30_000),
      installment(30_000, { kind: 'after_purchase', months: 1 }),
      installment(30_000, { kind: 'after_purchase', months: 2 }),
    ];
    const { offerId } = await sold(school, { terms: { paymentPlans: [plan(...installments)] }, cohort: { timezone } });
    const { installments: dated } = await reserved(school, offerId);
    const rounded = (instant: string) => instant.slice(0, 16);
    expect(dated.map(({ dueAt }) => rounded(dueAt))).toEqual(expected.map(rounded));
  });

  it('is one: whatever a second one chooses, the sale is reserved', async () => {
    const { offerId } = await sold(school);
    const sale = await proposed(school, { offerId });
    expect((await accept(school.owner, sale.id)).status).toBe(200);
    const again = await accept(school.owner, sale.id, { paymentPlanKey: 'another', cohortId: randomUUID() });
    expect(refusal(again)).toEqual([409, 'sale_reserved']);
  });

  it('takes the discount off the last installments', async () => {
    const installments = [
      installment(30_000),
      installment(20_000, { kind: 'after_purchase', days: 10 }),
      installment(10_000, { kind: 'after_purchase', days: 20 }),
    ];
    const { offerId } = await sold(school, { terms: { paymentPlans: [plan(...installments)] } });
    const sale = await reserved(school, offerId, { discount: 15_000 });
    expect(sale.installments.map(({ position, amount }) => [position, amount])).toEqual([
      [1, 30_000],
      [2, 15_000],
    ]);
    expect([sale.total, sale.discount]).toEqual([60_000, 15_000]);
  });

  it('outlives the status and the end of the offer, but not the cohort, the program, or its own end', async () => {
    const { programId, cohortId, offerId } = await sold(school);
    const sale = await proposed(school, { offerId });
    await school.rows(
      "update offers set status = 'archived', closes_at = $3 where organization_id = $1 and id = $2",
      ...[offerId, new Date(app.now().getTime() - DAY)],
    );
    expect((await accept(school.owner, sale.id)).status).toBe(200);
    await school.rows(
      "update offers set status = 'open', closes_at = null where organization_id = $1 and id = $2",
      offerId,
    );
    const late = await proposed(school, { offerId });
    await school.rows("update cohorts set status = 'completed' where organization_id = $1 and id = $2", cohortId);
    expect(notSold(await accept(school.owner, late.id))).toEqual([409, 'not_on_sale', 'cohort_not_for_sale']);
    await school.rows("update programs set status = 'archived' where organization_id = $1 and id = $2", programId);
    expect(notSold(await accept(school.owner, late.id))).toEqual([409, 'not_on_sale', 'program_not_active']);
    app.moveClock(7 * DAY + 60_000);
    expect(refusal(await accept(school.owner, late.id))).toEqual([409, 'sale_expired']);
    expect((await getSale(school.owner, late.id)).status).toBe('expired');
  });

  it('is none for a person who has a seat in the cohort', async () => {
    const { cohortId, offerId } = await sold(school);
    const person = await school.person();
    await school.enrollment({ cohort_id: cohortId, member_id: person.memberId });
    const prospectId = await school.prospect({ email: await addressOf(person.accountId) });
    const sale = await proposed(school, { offerId }, prospectId);
    expect(notSold(await accept(school.owner, sale.id))).toEqual([409, 'seat_taken', 'seat_taken']);
    // Somebody else takes part.
    await cancel(school.owner, sale.id);
    const participant = { name: 'Joan Clarke', email: `${randomUUID()}@example.com` };
    const other = await proposed(school, { offerId, participant }, prospectId);
    expect((await accept(school.owner, other.id)).status).toBe(200);
  });

  it('is counted once whoever changes the offer is done', async () => {
    const { offerId } = await sold(school);
    await accept(school.owner, (await proposed(school, { offerId })).id);
    const { id } = await proposed(school, { offerId });
    const sql = 'update offers set sales_limit = 1 where organization_id = $1 and id = $2';
    const answer = await afterWaitingFor(school, { sql, values: [offerId] }, () => accept(school.owner, id));
    expect(notSold(answer)).toEqual([409, 'not_on_sale', 'limit_reached']);
  });

  it('counts against the limit of the offer, as holds and active sales do, also at once', async () => {
    const { offerId } = await sold(school);
    await school.owner.client.patch(`/offers/${offerId}`, { salesLimit: 2 });
    const sales = await Promise.all(Array.from({ length: 6 }, () => proposed(school, { offerId })));
    const answers = await Promise.all(sales.map(({ id }) => accept(school.owner, id)));
    const done = answers.filter(({ status }) => status === 200);
    expect(done).toHaveLength(2);
    expect(answers.filter(({ status }) => status !== 200).map(notSold)).toEqual(
      Array.from({ length: 4 }, () => [409, 'not_on_sale', 'limit_reached']),
    );
    const offer = dataOf<{ salesCount: number; onSale: object }>(await school.owner.client.get(`/offers/${offerId}`));
    expect(offer).toMatchObject({ salesCount: 2, onSale: { now: false, reason: 'limit_reached' } });
    expect(refusal(await school.owner.client.patch(`/offers/${offerId}`, { salesLimit: 1 }))).toEqual([
      400,
      'salesLimit',
    ]);
    await cancel(school.owner, dataOf<Sale>(done[0]).id);
    expect((await school.owner.client.patch(`/offers/${offerId}`, { salesLimit: 1 })).status).toBe(200);
  });
});
