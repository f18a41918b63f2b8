import { beforeEach, describe, expect, it } from '@jest/globals';
import { dataOf } from '../identity/answers.js';
import { School } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { paid } from './money.js';
import { refusal } from './offers.js';
import { DAY, getSale, reserved, seatsOf, sold, type Sale } from './sales.js';

const { app, school } = useSchool();

beforeEach(() => app.moveClock(0));

const fulfill = (id: string, body: object = {}, by = school.owner) => by.client.post(`/sales/${id}/fulfill`, body);
const close = (id: string | null) =>
  school.owner.client.post(`/enrollments/${id ?? ''}/close`, { result: 'withdrawn', reason: 'Leaves the place' });
const memberOf = async (one: School, enrollment: string | null) => {
  const { rows } = await one.rows<{ name: string; email: string; member_id: string }>(
    `select m.name, a.email, m.id as member_id from enrollments e
     join members m on m.organization_id = e.organization_id and m.id = e.member_id
     join accounts a on a.id = m.account_id where e.organization_id = $1 and e.id = $2`,
    enrollment ?? '',
  );
  return rows[0];
};

/** A sale whose money came late, when the only seat of the cohort was taken. */
async function stuck() {
  const { programId, cohortId, offerId } = await sold(school, { cohort: { capacity: 1 } });
  const sale = await reserved(school, offerId);
  app.moveClock(8 * DAY);
  const taken = await school.enrollment({ cohort_id: cohortId });
  await paid(school, sale.id, 90_000);
  expect(await getSale(school.owner, sale.id)).toMatchObject({
    fulfillment: { status: 'stuck', reason: 'cohort_full' },
  });
  return { programId, cohortId, sale, taken };
}

describe('a sale that is stuck', () => {
  it('gets a seat once there is one, or in another cohort of the program', async () => {
    const { programId, cohortId, sale, taken } = await stuck();
    expect(refusal(await fulfill(sale.id))).toEqual([409, 'cohort_full']);
    expect(refusal(await fulfill(sale.id, { cohortId: await school.cohort() }))).toEqual([400, 'cohortId']);
    const other = await school.cohort({ program_id: programId });
    const answer = await fulfill(sale.id, { cohortId: other });
    expect([answer.status, answer.body.data]).toMatchObject([
      200,
      { cohortId: other, fulfillment: { status: 'done' } },
    ]);
    expect(refusal(await fulfill(sale.id))).toEqual([409, 'sale_fulfilled']);
    expect(await seatsOf(school, cohortId)).toMatchObject({ occupancy: 1, held: 0 });
    const { events } = await school.trail();
    expect(events.filter(({ name }) => name === 'sale.fulfilled')).toMatchObject([
      { data: { saleId: sale.id, cohortId: other, enrollmentId: dataOf<Sale>(answer).fulfillment.enrollmentId } },
    ]);
    await close(taken);
    const second = await reserved(school, sale.offerId);
    await paid(school, second.id, 90_000);
    expect(await seatsOf(school, cohortId)).toMatchObject({ occupancy: 1 });
  });

  it('is fulfilled once by many at a time', async () => {
    const { cohortId, sale, taken } = await stuck();
    await close(taken);
    const answers = await Promise.all(Array.from({ length: 20 }, () => fulfill(sale.id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await seatsOf(school, cohortId)).toMatchObject({ occupancy: 1 });
  });
});

describe('a seat', () => {
  it('passes to another person, who becomes a member by name and address', async () => {
    const { cohortId, offerId } = await sold(school);
    const sale = await reserved(school, offerId);
    await paid(school, sale.id, 90_000);
    const participant = { name: 'Joan Clarke', email: `joan.${sale.id}@example.com` };
    expect(refusal(await fulfill(sale.id, { participant }))).toEqual([409, 'sale_fulfilled']);
    const { enrollmentId } = (await getSale(school.owner, sale.id)).fulfillment;
    await close(enrollmentId);
    expect(await getSale(school.owner, sale.id)).toMatchObject({ status: 'active', fulfillment: { status: 'ended' } });
    const passed = dataOf<Sale>(await fulfill(sale.id, { participant }));
    expect(passed).toMatchObject({ participant, fulfillment: { status: 'done' }, received: 90_000 });
    expect(await memberOf(school, passed.fulfillment.enrollmentId)).toMatchObject(participant);
    expect(await seatsOf(school, cohortId)).toMatchObject({ occupancy: 1 });
  });

  it('is not given to a person who was detached, unless they are added again', async () => {
    const sale = await reserved(school);
    await paid(school, sale.id, 90_000);
    const { enrollmentId } = (await getSale(school.owner, sale.id)).fulfillment;
    const { member_id } = await memberOf(school, enrollmentId);
    await close(enrollmentId);
    expect((await school.owner.client.delete(`/members/${member_id}`)).status).toBe(200);
    expect(refusal(await fulfill(sale.id))).toEqual([409, 'member_detached']);
    expect((await fulfill(sale.id, { reattach: true })).status).toBe(200);
  });

  it('is given by OWNER and ADMIN, to nobody with the own address, and in no other organization', async () => {
    const { sale } = await stuck();
    const closer = await school.person('MEMBER', { role: 'closer' });
    expect((await fulfill(sale.id, {}, closer)).status).toBe(403);
    expect((await fulfill(sale.id, {}, (await School.open(app)).owner)).status).toBe(404);
    const { rows } = await app.rows.query<{ email: string }>('select email from accounts where id = $1', [
      school.owner.accountId,
    ]);
    expect((await fulfill(sale.id, { participant: { name: 'Myself', email: rows[0].email } })).status).toBe(403);
  });
});
