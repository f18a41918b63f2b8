import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { dataOf } from '../identity/answers.js';
import { installment, storedTerms } from '../support/builders/offer.js';
import { afterWaitingFor } from '../support/held-rows.js';
import { School, type Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { refusal } from './offers.js';
import { accept, DAY, getSale, HOUR, notSold, propose, proposed, sold, TRANSFERS, type Sale } from './sales.js';

const { app, school } = useSchool();

beforeEach(() => app.moveClock(0));

const closer = (programId?: string): Promise<Person> => school.person('MEMBER', { role: 'closer', programId });
const ahead = (ms: number) => new Date(app.now().getTime() + ms).toISOString();
const addressOf = async ({ accountId }: Person) => {
  const { rows } = await app.rows.query<{ email: string }>('select email from accounts where id = $1', [accountId]);
  return rows[0].email;
};
const TWO_PLANS = {
  paymentPlans: [
    { key: 'at_once', name: 'All at once', installments: [installment(90_000)], total: 90_000 },
    { key: 'small', name: 'Small', installments: [installment(500)], total: 500 },
  ],
};

describe('a proposal', () => {
  it('keeps the terms as they are, no seat, and tells ids and amounts alone', async () => {
    const { programId, cohortId, offerId } = await sold(school, { cohort: { capacity: 1 } });
    const one = await closer(programId);
    const prospectId = await school.prospect({
      closer_member_id: one.memberId,
      program_id: programId,
      name: 'Zqxsecret Turing',
    });
    const billing = { company: 'Zqxsecret Ltd', lines: ['1 Zqxsecret Lane'], country: 'GB', taxId: 'zqxsecret' };
    const participant = { name: 'Zqxsecret Clarke', email: `zqxsecret.${randomUUID()}@example.com` };
    const answer = await propose(school.owner, prospectId, {
      offerId,
      discount: 5_000,
      taxAmount: 100,
      participant,
      billing,
    });
    const sale = dataOf<Sale>(answer);
    expect([answer.status, sale]).toMatchObject([
      201,
      {
        ...{ offerId, prospectId, closerMemberId: one.memberId, status: 'proposed', cohortId, paymentPlanKey: null },
        ...{ total: null, discount: 5_000, taxAmount: 100, currency: 'EUR', participant, billing },
        ...{ owed: 0, received: 0, outstanding: 0, credit: 0, standing: null, installments: [], holdUntil: null },
        ...{ fulfillment: { status: 'none', reason: null, enrollmentId: null }, acceptedAt: null, endedAt: null },
      },
    ]);
    expect(Date.parse(sale.expiresAt) - app.now().getTime()).toBeGreaterThan(7 * DAY - HOUR);
    const changed = { ...storedTerms(TRANSFERS), enrollWhen: 'full_payment' };
    expect((await school.owner.client.patch(`/offers/${offerId}`, { terms: changed })).status).toBe(200);
    expect(await getSale(school.owner, sale.id)).toEqual({ ...sale, payments: [], refunds: [], disputes: [] });
    const cohort = dataOf<{ occupancy: number }>(await school.owner.client.get(`/cohorts/${cohortId}`));
    expect(cohort.occupancy).toBe(0);
    const { events, audit } = await school.trail();
    const shared = {
      saleId: sale.id,
      offerId,
      prospectId,
      closerMemberId: one.memberId,
      cohortId,
      currency: 'EUR',
      owed: 0,
    };
    expect(events.find(({ name }) => name === 'sale.proposed')?.data).toEqual(shared);
    expect(JSON.stringify([events, audit]).toLowerCase()).not.toContain('zqxsecret');
    expect(app.logged().toLowerCase()).not.toContain('zqxsecret');
  });

  it('is of the offer and the cohort of its program', async () => {
    const { programId, cohortId, offerId } = await sold(school);
    const open = await school.offer({ program_id: programId });
    const stranger = await School.open(app);
    const elsewhere = await sold(stranger);
    const prospectId = await school.prospect();
    for (const id of [randomUUID(), elsewhere.offerId]) {
      expect(refusal(await propose(school.owner, prospectId, { offerId: id }))).toEqual([400, 'offerId']);
    }
    expect(refusal(await propose(school.owner, prospectId, { offerId, cohortId }))).toEqual([400, 'cohortId']);
    for (const id of [randomUUID(), elsewhere.cohortId, await school.cohort()]) {
      expect(refusal(await propose(school.owner, prospectId, { offerId: open, cohortId: id }))).toEqual([
        400,
        'cohortId',
      ]);
    }
    const made = dataOf<Sale>(await propose(school.owner, prospectId, { offerId: open, cohortId }));
    expect([made.cohortId, made.paymentPlanKey]).toEqual([cohortId, null]);
    const other = await stranger.prospect();
    expect((await propose(school.owner, other, { offerId })).status).toBe(404);
  });

  it('names a payment plan of the terms, and a discount below its total', async () => {
    const { offerId } = await sold(school, { terms: TWO_PLANS });
    const on = async (body: object) => propose(school.owner, await school.prospect(), { offerId, ...body });
    expect(refusal(await on({ paymentPlanKey: 'other' }))).toEqual([400, 'paymentPlanKey']);
    // Either may be chosen.
    expect(refusal(await on({ discount: 500 }))).toEqual([400, 'discount']);
    expect(refusal(await on({ discount: 500, paymentPlanKey: 'small' }))).toEqual([400, 'discount']);
    expect(refusal(await on({ discount: 90_000, paymentPlanKey: 'at_once' }))).toEqual([400, 'discount']);
    const sale = dataOf<Sale>(await on({ discount: 89_999, paymentPlanKey: 'at_once' }));
    expect([sale.total, sale.discount]).toEqual([90_000, 89_999]);
  });

  it('is good for an hour to 60 days', async () => {
    const { offerId } = await sold(school);
    const prospectId = await school.prospect();
    for (const expiresAt of [ahead(HOUR - 60_000), ahead(60 * DAY + 60_000), ahead(-HOUR)]) {
      expect(refusal(await propose(school.owner, prospectId, { offerId, expiresAt }))).toEqual([400, 'expiresAt']);
    }
    const expiresAt = ahead(HOUR + 60_000);
    expect((await proposed(school, { offerId, expiresAt }, prospectId)).expiresAt).toBe(expiresAt);
  });

  it('is one at a time for a prospect and an offer, by the clock, also of 20 at once', async () => {
    const { offerId } = await sold(school);
    const other = await sold(school);
    const prospectId = await school.prospect();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => propose(school.owner, prospectId, { offerId, expiresAt: ahead(2 * HOUR) })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(409)]);
    expect(refusal(await propose(school.owner, prospectId, { offerId }))).toEqual([409, 'sale_under_way']);
    expect((await propose(school.owner, prospectId, { offerId: other.offerId })).status).toBe(201);
    app.moveClock(2 * HOUR + 60_000);
    const again = await propose(school.owner, prospectId, { offerId });
    expect(again.status).toBe(201);
    expect((await accept(school.owner, dataOf<Sale>(again).id)).status).toBe(200);
    expect(refusal(await propose(school.owner, prospectId, { offerId }))).toEqual([409, 'sale_under_way']);
  });

  it('is refused where the prospect is erased meanwhile', async () => {
    const { offerId } = await sold(school);
    const prospectId = await school.prospect();
    const sql = 'update prospects set erased_at = $3, email = null where organization_id = $1 and id = $2';
    const erasure = { sql, values: [prospectId, app.now()] };
    const answer = await afterWaitingFor(school, erasure, () => propose(school.owner, prospectId, { offerId }));
    expect(refusal(answer)).toEqual([409, 'prospect_erased']);
  });

  it('is refused while the offer is not on sale, with the reason', async () => {
    const { programId, cohortId, offerId } = await sold(school, { cohort: { capacity: 1 } });
    const on = async () => notSold(await propose(school.owner, await school.prospect(), { offerId }));
    await school.hold(cohortId);
    expect(await on()).toEqual([409, 'not_on_sale', 'cohort_full']);
    await school.rows("update offers set status = 'paused' where organization_id = $1 and id = $2", offerId);
    expect(await on()).toEqual([409, 'not_on_sale', 'offer_not_open']);
    await school.rows("update programs set status = 'archived' where organization_id = $1 and id = $2", programId);
    expect(await on()).toEqual([409, 'not_on_sale', 'program_not_active']);
  });

  it('opens a prospect again who was won or lost, and is none to an erased one', async () => {
    const { offerId } = await sold(school);
    for (const [status, lost_reason] of [
      ['lost', 'price'],
      ['won', null],
    ]) {
      const prospectId = await school.prospect({ status, lost_reason, closed_at: app.now() });
      await proposed(school, { offerId }, prospectId);
      const prospect = dataOf<object>(await school.owner.client.get(`/prospects/${prospectId}`));
      expect(prospect).toMatchObject({
        status: 'open',
        lostReason: null,
        closedAt: null,
        sales: [{ offerId, status: 'proposed' }],
      });
      const { events } = await school.trail();
      const data = { prospectId, programId: null, closerMemberId: null };
      expect(events).toContainEqual(expect.objectContaining({ name: 'prospect.reopened', data }));
    }
    const erased = { email: null, erased_at: app.now(), status: 'lost', lost_reason: 'other', closed_at: app.now() };
    const prospectId = await school.prospect(erased);
    expect(refusal(await propose(school.owner, prospectId, { offerId }))).toEqual([409, 'prospect_erased']);
  });
});

describe('a closer', () => {
  it('proposes to own prospects what they sell, up to the discount of the terms', async () => {
    const { programId, offerId } = await sold(school, { terms: { maxDiscount: 1_000 } });
    const other = await sold(school);
    const draft = await school.offer({ program_id: programId, status: 'draft' });
    const [one, two] = [await closer(programId), await closer(programId)];
    const own = await school.prospect({ closer_member_id: one.memberId, program_id: programId });
    const theirs = await school.prospect({ closer_member_id: two.memberId, program_id: programId });
    expect((await propose(one, theirs, { offerId })).status).toBe(404);
    for (const id of [other.offerId, draft])
      expect(refusal(await propose(one, own, { offerId: id }))).toEqual([400, 'offerId']);
    expect((await propose(one, own, { offerId, discount: 1_001 })).status).toBe(403);
    expect((await propose(one, own, { offerId, closerMemberId: two.memberId })).status).toBe(403);
    const made = await propose(one, own, { offerId, discount: 1_000 });
    expect([made.status, dataOf<Sale>(made).closerMemberId]).toEqual([201, one.memberId]);
    const ofOwner = await propose(school.owner, await school.prospect(), { offerId: draft });
    expect(notSold(ofOwner)).toEqual([409, 'not_on_sale', 'offer_not_open']);
  });

  it('is named by an administrator, if they sell the program', async () => {
    const { programId, offerId } = await sold(school);
    const [one, stranger] = [await closer(programId), await closer(await school.program())];
    const prospectId = await school.prospect();
    for (const closerMemberId of [stranger.memberId, randomUUID(), (await school.person()).memberId]) {
      expect(refusal(await propose(school.owner, prospectId, { offerId, closerMemberId }))).toEqual([
        400,
        'closerMemberId',
      ]);
    }
    expect((await proposed(school, { offerId, closerMemberId: one.memberId }, prospectId)).closerMemberId).toBe(
      one.memberId,
    );
  });

  it('sells nothing to themselves, and nobody does', async () => {
    const { programId, offerId } = await sold(school);
    const one = await closer(programId);
    const email = await addressOf(school.owner);
    const prospectId = await school.prospect({ closer_member_id: one.memberId, program_id: programId });
    const participant = { name: 'Me', email: (await addressOf(one)).toUpperCase() };
    expect((await propose(one, prospectId, { offerId, participant })).status).toBe(403);
    const own = await school.prospect({ email });
    expect((await propose(school.owner, own, { offerId })).status).toBe(403);
    const admin = await school.person('ADMIN');
    const sale = dataOf<Sale>(await propose(admin, own, { offerId }));
    expect((await accept(school.owner, sale.id)).status).toBe(403);
    expect((await school.owner.client.post(`/sales/${sale.id}/cancel`, { reason: 'No' })).status).toBe(403);
    expect((await accept(admin, sale.id)).status).toBe(200);
  });
});
