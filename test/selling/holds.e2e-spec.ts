import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { dataOf } from '../identity/answers.js';
import { afterWaitingFor } from '../support/held-rows.js';
import { useSchool } from '../support/use-school.js';
import { refusal } from './offers.js';
import {
  DAY,
  HOUR,
  TRANSFERS,
  accept,
  cancel,
  getSale,
  notSold,
  propose,
  proposed,
  reserved,
  seatsOf,
  sold,
} from './sales.js';
import { paid, pay } from './money.js';

const { app, school } = useSchool();

beforeEach(() => app.moveClock(0));

const enroll = async (cohortId: string) => {
  const { memberId } = await school.person();
  return school.owner.client.post(`/cohorts/${cohortId}/enrollments`, { memberId, status: 'active' });
};
const validated = async (cohortId: string) => {
  const rows = [{ email: `${randomUUID()}@example.com`, name: 'Ada Lovelace' }];
  const created = await school.owner.client.post('/people-imports', { rows, cohortId });
  return dataOf<{ id: string }>(created).id;
};
const commit = (id: string) => school.owner.client.post(`/people-imports/${id}/commit`, { onRefusal: 'stop' });
const transferTo = async (cohortId: string) => {
  const enrollment = await school.enrollment();
  const body = { toCohortId: cohortId, reason: 'Moved' };
  return school.owner.client.post(`/enrollments/${enrollment}/transfer`, body);
};

describe('a hold', () => {
  it('takes a seat wherever seats are given out, until it ends by the clock', async () => {
    const { cohortId, offerId } = await sold(school, { cohort: { capacity: 2 } });
    await school.enrollment({ cohort_id: cohortId });
    await school.hold(cohortId, { hold_until: new Date(app.now().getTime() + HOUR) });
    expect(refusal(await enroll(cohortId))).toEqual([409, 'cohort_full']);
    expect(refusal(await transferTo(cohortId))).toEqual([409, 'cohort_full']);
    expect(refusal(await commit(await validated(cohortId)))).toEqual([409, 'rows_refused']);
    const bulk = { items: [{ memberId: (await school.person()).memberId }], status: 'active' };
    expect((await school.owner.client.post(`/cohorts/${cohortId}/bulk-enrollments`, bulk)).status).toBe(409);
    const preview = await school.owner.client.get(
      `/enrollments/${await school.enrollment()}/transfer-preview?toCohortId=${cohortId}`,
    );
    expect(preview.body.data).toMatchObject({ possible: false, capacity: { limited: true, available: 0 } });
    const prospectId = await school.prospect();
    expect(notSold(await propose(school.owner, prospectId, { offerId }))).toEqual([409, 'not_on_sale', 'cohort_full']);
    expect(dataOf<object>(await school.owner.client.get(`/cohorts/${cohortId}`))).toMatchObject({
      occupancy: 1,
      overCapacity: false,
    });
    expect(await seatsOf(school, cohortId)).toMatchObject({ occupancy: 1, held: 1, available: 0 });
    app.moveClock(HOUR + 60_000);
    // No worker has recorded the end.
    expect(await seatsOf(school, cohortId)).toMatchObject({ occupancy: 1, held: 0, available: 1 });
    expect((await enroll(cohortId)).status).toBe(201);
    expect(await seatsOf(school, cohortId)).toMatchObject({ occupancy: 2, held: 0, available: 0 });
  });

  it('is freed by a cancellation', async () => {
    const { cohortId, offerId } = await sold(school, { cohort: { capacity: 1 } });
    const sale = await reserved(school, offerId);
    const other = await propose(school.owner, await school.prospect(), { offerId });
    expect(notSold(other)).toEqual([409, 'not_on_sale', 'cohort_full']);
    expect((await cancel(school.owner, sale.id)).status).toBe(200);
    expect(await seatsOf(school, cohortId)).toMatchObject({ held: 0, available: 1 });
  });

  it('is a bound of the capacity', async () => {
    const cohortId = await school.cohort({ capacity: 5 });
    await school.enrollment({ cohort_id: cohortId });
    await school.hold(cohortId);
    const configure = (capacity: number) => school.owner.client.patch(`/cohorts/${cohortId}`, { capacity });
    expect(refusal(await configure(1))).toEqual([400, 'capacity']);
    expect((await configure(2)).status).toBe(200);
    app.moveClock(2 * HOUR);
    expect((await configure(1)).status).toBe(200);
  });

  it('is of what is not kept back', async () => {
    const { cohortId, offerId } = await sold(school, { cohort: { capacity: 2 } });
    const sale = await proposed(school, { offerId });
    const back = { opensAt: null, closesAt: null, keptBack: 2 };
    await school.owner.client.put(`/cohorts/${cohortId}/sales-availability`, back);
    expect(notSold(await accept(school.owner, sale.id))).toEqual([409, 'not_on_sale', 'cohort_full']);
    expect((await enroll(cohortId)).status).toBe(201);
  });
});

describe('a seat that is kept back', () => {
  const keepBack = (cohortId: string, keptBack: number) =>
    school.owner.client.put(`/cohorts/${cohortId}/sales-availability`, { opensAt: null, closesAt: null, keptBack });

  it('is not taken by money that came late, but by money within the hold and by fulfill_sale', async () => {
    const { cohortId, offerId } = await sold(school, { cohort: { capacity: 2 } });
    const [late, early] = [await reserved(school, offerId), await reserved(school, offerId)];
    await keepBack(cohortId, 2);
    await paid(school, early.id, 90_000);
    expect(await getSale(school.owner, early.id)).toMatchObject({ fulfillment: { status: 'done' } });
    app.moveClock(8 * DAY);
    await paid(school, late.id, 90_000);
    const stuck = { status: 'stuck', reason: 'cohort_full' };
    expect(await getSale(school.owner, late.id)).toMatchObject({ status: 'active', fulfillment: stuck });
    expect((await school.owner.client.post(`/sales/${late.id}/fulfill`, {})).status).toBe(200);
    expect(await seatsOf(school, cohortId)).toMatchObject({ occupancy: 2, held: 0 });
  });
});

describe('the last seat', () => {
  it('is given once to 50 who accept, enroll, import and transfer at once', async () => {
    const { cohortId, offerId } = await sold(school, { cohort: { capacity: 3 } });
    await school.enrollment({ cohort_id: cohortId });
    await school.hold(cohortId);
    const sales = [];
    for (let index = 0; index < 20; index += 1) {
      const prospect_id = await school.prospect();
      sales.push(
        await school.sale({ offer_id: offerId, prospect_id, cohort_id: cohortId, payment_plan_key: 'at_once' }),
      );
    }
    const imports = [];
    for (let index = 0; index < 5; index += 1) imports.push(await validated(cohortId));
    const people = await Promise.all(Array.from({ length: 20 }, () => school.person()));
    const answers = await Promise.all([
      ...sales.map((id) => accept(school.owner, id)),
      ...people.map(({ memberId }) =>
        school.owner.client.post(`/cohorts/${cohortId}/enrollments`, { memberId, status: 'active' }),
      ),
      ...imports.map((id) => commit(id)),
      ...Array.from({ length: 5 }, () => transferTo(cohortId)),
    ]);
    const { occupancy, held } = await seatsOf(school, cohortId);
    expect(occupancy + held).toBe(3);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
  });

  it('is counted once whoever changes the cohort is done', async () => {
    const { cohortId, offerId } = await sold(school, { cohort: { capacity: 2 } });
    await school.enrollment({ cohort_id: cohortId });
    const { id } = await proposed(school, { offerId });
    const sql = 'update cohorts set capacity = 1 where organization_id = $1 and id = $2';
    const answer = await afterWaitingFor(school, { sql, values: [cohortId] }, () => accept(school.owner, id));
    expect(notSold(answer)).toEqual([409, 'not_on_sale', 'cohort_full']);
  });

  it('is not sold while a sale that is active at once takes it', async () => {
    const terms = { ...TRANSFERS, enrollWhen: 'acceptance' };
    const { cohortId, offerId } = await sold(school, { terms, cohort: { capacity: 2 } });
    const sales = await Promise.all(Array.from({ length: 8 }, () => proposed(school, { offerId })));
    const answers = await Promise.all(sales.map(({ id }) => accept(school.owner, id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(await seatsOf(school, cohortId)).toMatchObject({ occupancy: 2, held: 0, available: 0 });
  });

  it('waits for no lock in a circle while many propose, accept and pay', async () => {
    const deadlocks = async () => {
      const { rows } = await school.app.rows.query<{ deadlocks: string }>(
        'select deadlocks from pg_stat_database where datname = current_database()',
      );
      return rows[0].deadlocks;
    };
    const { offerId } = await sold(school);
    const sales = await Promise.all(Array.from({ length: 5 }, () => proposed(school, { offerId })));
    const holds = await Promise.all(Array.from({ length: 5 }, () => reserved(school, offerId)));
    const prospects = await Promise.all(Array.from({ length: 5 }, () => school.prospect()));
    const before = await deadlocks();
    const answers = await Promise.all([
      ...sales.map(({ id }) => accept(school.owner, id)),
      ...prospects.map((id) => propose(school.owner, id, { offerId })),
      ...holds.map(({ id }) => pay(school.owner, id, 90_000)),
    ]);
    expect(answers.some(({ status }) => status < 300)).toBe(true);
    // PostgreSQL reports its counts once a second.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await deadlocks()).toEqual(before);
  });

  it('that a hold kept is for somebody else from then on', async () => {
    const { cohortId, offerId } = await sold(school, { cohort: { capacity: 1 } });
    const sale = await reserved(school, offerId);
    app.moveClock(7 * DAY + 60_000);
    expect((await enroll(cohortId)).status).toBe(201);
    const shown = dataOf<{ status: string }>(await school.owner.client.get(`/sales/${sale.id}`));
    expect(shown.status).toBe('expired');
    expect(refusal(await cancel(school.owner, sale.id))).toEqual([409, 'sale_expired']);
  });
});
