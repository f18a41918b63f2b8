import { describe, expect, it } from '@jest/globals';
import { paid } from '../selling/money.js';
import { owedSale } from '../selling/overdue.js';
import { accept, cancel, proposed, reserved, sold } from '../selling/sales.js';
import { useSchool } from '../support/use-school.js';
import { DAY, HOUR, MINUTE, reminding } from './reminding.js';

const { app, school } = useSchool();
const { advance, at, events, fired, firings, look, lookLater, patch, post, rule } = reminding(app, school);

/** No field of an event but these, none of which tells who somebody is. */
const FIELDS = [
  ...['reminderRuleId', 'signal', 'resourceType', 'resourceId', 'enrollmentId', 'cohortId', 'memberId', 'accountId'],
  ...['moment', 'dueAt'],
].sort();

describe('an installment', () => {
  it('fires for whoever takes part while it is not wholly paid, also where the enrollment is paused', async () => {
    const id = await rule('installment.due', { offsetMinutes: -3 * 24 * 60 });
    const { id: saleId, enrollmentId, cohortId, installments } = await owedSale(school);
    const [, second, third] = installments;
    await post(`/enrollments/${enrollmentId}/pause`, { reason: 'Leave' });
    await lookLater(26.9 * DAY);
    expect(await fired(id)).toEqual([]);
    await lookLater(0.2 * DAY);
    await lookLater(MINUTE);
    const { rows } = await school.rows<object>(
      `select m.id as "memberId", m.account_id as "accountId" from enrollments e
       join members m on m.organization_id = $1 and m.id = e.member_id where e.organization_id = $1 and e.id = $2`,
      enrollmentId,
    );
    const told = await events(id);
    expect(told).toMatchObject([
      {
        ...{ signal: 'installment.due', resourceType: 'installment', resourceId: second.id, dueAt: second.dueAt },
        ...{ enrollmentId: null, cohortId, ...rows[0] },
      },
    ]);
    expect(Object.keys(told[0]).sort()).toEqual(FIELDS);
    await paid(school, saleId, 89_999);
    await lookLater(30 * DAY);
    expect(await fired(id)).toEqual([second.id, third.id]);
  });

  it('that is paid, or whose sale is cancelled, does not fire; one of a moved due date does', async () => {
    const id = await rule('installment.due');
    const [whole, ended, moved] = [await owedSale(school), await owedSale(school), await owedSale(school)];
    await paid(school, whole.id, 90_000);
    await cancel(school.owner, ended.id, { enrollment: 'keep', outstanding: 'keep' });
    await lookLater(HOUR);
    expect(await fired(id)).toEqual([moved.installments[0].id]);
    const [first, ...others] = moved.installments.map(({ id: of, amount, dueAt }) => ({ id: of, amount, dueAt }));
    const dueAt = at(-30 * MINUTE).toISOString();
    const installments = [{ ...first, dueAt }, ...others];
    expect(
      (await school.owner.client.put(`/sales/${moved.id}/installments`, { installments, reason: 'Later' })).status,
    ).toBe(200);
    await lookLater(MINUTE);
    expect((await firings(id)).map((one) => [one.resourceId, one.dueAt])).toEqual([
      [first.id, first.dueAt],
      [first.id, dueAt],
    ]);
  });

  it('that was paid fires once its payment is voided', async () => {
    const id = await rule('installment.due');
    const { id: saleId, installments } = await owedSale(school);
    const payment = await paid(school, saleId, 90_000);
    await lookLater(HOUR);
    expect(await fired(id)).toEqual([]);
    await post(`/payments/${payment.id}/void`, { reason: 'A slip' });
    await lookLater(MINUTE);
    expect(await fired(id)).toEqual([installments[0].id]);
  });

  it('fires for the rules of its program and its cohort only', async () => {
    const { cohortId, installments } = await owedSale(school);
    const of = (scope: object) => rule('installment.due', { offsetMinutes: 60, ...scope });
    const { rows } = await school.rows<{ program_id: string }>(
      'select program_id from cohorts where organization_id = $1 and id = $2',
      cohortId,
    );
    const own = [await of({ cohortId }), await of({ programId: rows[0].program_id })];
    const foreign = [await of({ cohortId: await school.cohort() }), await of({ programId: await school.program() })];
    await lookLater(61 * MINUTE);
    for (const id of own) expect(await fired(id)).toEqual([installments[0].id]);
    for (const id of foreign) expect(await fired(id)).toEqual([]);
  });
});

describe('a sales call', () => {
  it('fires for its closer while it is booked, also where it was moved past its moment', async () => {
    const id = await rule('sales_call.start', { offsetMinutes: -60 });
    await school.salesCall({ starts_at: at(2 * HOUR), status: 'cancelled' });
    const closer = await school.person('MEMBER', { role: 'closer' });
    const row = { closer_member_id: closer.memberId };
    const call = await school.salesCall({ ...row, starts_at: at(2 * HOUR) });
    const moved = await school.salesCall({ starts_at: new Date(Math.ceil(at(2 * DAY).getTime() / HOUR) * HOUR) });
    await lookLater(59 * MINUTE);
    expect(await fired(id)).toEqual([]);
    await lookLater(2 * MINUTE);
    const told = await events(id);
    expect(told).toMatchObject([
      {
        ...{ resourceType: 'sales_call', resourceId: call, enrollmentId: null, cohortId: null },
        ...{ memberId: closer.memberId, accountId: closer.accountId },
      },
    ]);
    expect(Object.keys(told[0]).sort()).toEqual(FIELDS);
    // Half an hour that is not on two days, which nobody could book.
    const startsAt = new Date(Math.ceil(at(10 * MINUTE).getTime() / (30 * MINUTE)) * 30 * MINUTE).toISOString();
    await patch(`/sales-calls/${moved}`, { startsAt });
    await lookLater(5_000);
    expect(await fired(id)).toEqual([call, moved]);
  });
});

describe('what a sale is kept for', () => {
  it('fires before a proposal and a hold end, and for the closer', async () => {
    const id = await rule('sale.expiry', { offsetMinutes: -24 * 60 });
    const closer = await school.person('MEMBER', { role: 'closer' });
    const { offerId, cohortId } = await sold(school);
    const expiresAt = at(3 * DAY).toISOString();
    const body = { offerId, expiresAt, closerMemberId: closer.memberId };
    const [proposal, cancelled, accepted] = [
      await proposed(school, body),
      await proposed(school, body),
      await proposed(school, body),
    ];
    await cancel(school.owner, cancelled.id);
    await accept(school.owner, accepted.id);
    await lookLater(1.9 * DAY);
    expect(await fired(id)).toEqual([]);
    await lookLater(0.2 * DAY);
    const told = await events(id);
    expect(told).toMatchObject([
      {
        ...{ resourceType: 'sale', resourceId: proposal.id, dueAt: expiresAt, cohortId, enrollmentId: null },
        ...{ memberId: closer.memberId, accountId: closer.accountId },
      },
    ]);
    expect(Object.keys(told[0]).sort()).toEqual(FIELDS);
    // The seat is kept for a week, unless money came.
    await lookLater(4 * DAY);
    expect(await fired(id)).toEqual([proposal.id, accepted.id]);
  });

  it('fires once it has expired, unless money came or it is active; a hold whose payment never came fires', async () => {
    const id = await rule('sale.expiry', { offsetMinutes: 60 });
    const { offerId } = await sold(school);
    const [over, short, active, slip] = [
      await reserved(school, offerId),
      await reserved(school, offerId),
      await reserved(school, offerId),
      await reserved(school, offerId),
    ];
    await paid(school, short.id, 1);
    await paid(school, active.id, 90_000);
    const payment = await paid(school, slip.id, 1);
    advance(7 * DAY + HOUR);
    await look();
    expect(await fired(id)).toEqual([over.id]);
    await lookLater(5 * MINUTE);
    await post(`/payments/${payment.id}/void`, { reason: 'A slip' });
    await lookLater(5_000);
    expect((await fired(id)).sort()).toEqual([over.id, slip.id].sort());
    expect((await events(id)).map(({ resourceId }) => resourceId).sort()).toEqual([over.id, slip.id].sort());
  });
});
