import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { dataOf } from '../identity/answers.js';
import { useSchool } from '../support/use-school.js';
import { refusal } from './offers.js';
import { accept, cancel, getSale, proposed, seatsOf, sold, untouched, type Sale } from './sales.js';

const { app, school } = useSchool();

beforeEach(() => app.moveClock(0));

const AT_ONCE = { enrollWhen: 'acceptance' };
const entriesOf = async (saleId: string) => {
  const { rows } = await school.rows<{ kind: string; amount: string; position: number }>(
    'select kind, amount, position from sale_entries where organization_id = $1 and sale_id = $2 order by position',
    saleId,
  );
  return rows.map(({ kind, amount, position }) => [position, kind, Number(amount)]);
};
const enrollmentOf = async (id: string | null) =>
  dataOf<{ memberId: string; cohortId: string; status: string }>(await school.owner.client.get(`/enrollments/${id}`));

describe('a sale that is active on acceptance', () => {
  it('enrolls a person whom nobody knew, as a MEMBER on the path of the terms, and wins the prospect', async () => {
    const { programId, cohortId, offerId } = await sold(school, { terms: { ...AT_ONCE, enrollAs: 'pending' } });
    const pathId = await school.path([], { program_id: programId, status: 'active' });
    const terms = JSON.stringify({ pathId });
    await school.rows(
      'update offer_terms set terms = terms || $3::jsonb where organization_id = $1 and offer_id = $2',
      offerId,
      terms,
    );
    const prospectId = await school.prospect({ name: 'Alan Turing', email: `${randomUUID()}@example.com` });
    const sale = dataOf<Sale>(await accept(school.owner, (await proposed(school, { offerId }, prospectId)).id));
    expect(sale).toMatchObject({
      ...{ status: 'active', holdUntil: null, owed: 90_000, received: 0, outstanding: 90_000, credit: 0 },
      ...{ standing: 'on_schedule', fulfillment: { status: 'done', reason: null } },
    });
    const { enrollmentId } = sale.fulfillment;
    const { memberId, ...enrollment } = await enrollmentOf(enrollmentId);
    expect(enrollment).toMatchObject({ cohortId, status: 'pending' });
    const member = dataOf<object>(await school.owner.client.get(`/members/${memberId}`));
    expect(member).toMatchObject({ name: 'Alan Turing', status: 'active' });
    const { rows } = await school.rows<object>(
      `select m.role, p.path_id from members m, enrollment_paths p
       where m.organization_id = $1 and p.organization_id = $1 and m.id = $2 and p.enrollment_id = $3`,
      ...[memberId, enrollmentId],
    );
    expect(rows).toEqual([{ role: 'MEMBER', path_id: pathId }]);
    const prospect = dataOf<object>(await school.owner.client.get(`/prospects/${prospectId}`));
    expect(prospect).toMatchObject({ status: 'won', memberId });
    expect(await entriesOf(sale.id)).toEqual([[1, 'owed', 90_000]]);
    const { events } = await school.trail();
    const names = events.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'sale.accepted',
        'member.added',
        'enrollment.created',
        'sale.activated',
        'prospect.closed',
      ]),
    );
    expect(events.find(({ name }) => name === 'sale.activated')?.data).toMatchObject({
      ...{ saleId: sale.id, offerId, prospectId, cohortId, owed: 90_000, enrollmentId, memberId },
    });
    expect(events.find(({ name }) => name === 'prospect.closed')?.data).toMatchObject({ prospectId, reason: 'won' });
  });

  it('enrolls a member as they are, and gives nobody a role or a name', async () => {
    const { offerId } = await sold(school, { terms: AT_ONCE });
    const admin = await school.person('ADMIN');
    const { rows } = await app.rows.query<{ email: string }>('select email from accounts where id = $1', [
      admin.accountId,
    ]);
    const prospectId = await school.prospect({ name: 'Somebody Else', email: rows[0].email });
    const sale = dataOf<Sale>(await accept(school.owner, (await proposed(school, { offerId }, prospectId)).id));
    expect((await enrollmentOf(sale.fulfillment.enrollmentId)).memberId).toBe(admin.memberId);
    const after = await school.rows<object>(
      'select name, role from members where organization_id = $1 and id = $2',
      admin.memberId,
    );
    expect(after.rows).toEqual([{ name: admin.name, role: 'ADMIN' }]);
  });

  it('is stuck for a person who was detached, and owed all the same', async () => {
    const { cohortId, offerId } = await sold(school, { terms: AT_ONCE });
    const person = await school.person();
    const { rows } = await app.rows.query<{ email: string }>('select email from accounts where id = $1', [
      person.accountId,
    ]);
    expect((await school.owner.client.delete(`/members/${person.memberId}`)).status).toBe(200);
    const prospectId = await school.prospect({ email: rows[0].email });
    const sale = dataOf<Sale>(await accept(school.owner, (await proposed(school, { offerId }, prospectId)).id));
    expect(sale).toMatchObject({
      ...{ status: 'active', owed: 90_000 },
      fulfillment: { status: 'stuck', reason: 'member_detached', enrollmentId: null },
    });
    expect(await seatsOf(school, cohortId)).toMatchObject({ occupancy: 0, held: 0 });
    const { events } = await school.trail();
    expect(events.find(({ name }) => name === 'sale.stuck')?.data).toMatchObject({ reason: 'member_detached' });
    expect(dataOf<{ items: object[] }>(await school.owner.client.get('/sales?fulfillment=stuck')).items).toHaveLength(
      1,
    );
  });

  it('goes along with a transfer, and is ended with its enrollment, which changes nothing else of it', async () => {
    const { programId, offerId } = await sold(school, { terms: AT_ONCE });
    const sale = dataOf<Sale>(await accept(school.owner, (await proposed(school, { offerId })).id));
    const toCohortId = await school.cohort({ program_id: programId });
    const { client } = school.owner;
    const moved = await client.post(`/enrollments/${sale.fulfillment.enrollmentId}/transfer`, {
      toCohortId,
      reason: 'Later',
    });
    const enrollmentId = dataOf<{ to: { id: string } }>(moved).to.id;
    const after = await getSale(school.owner, sale.id);
    const fulfillment = { status: 'done', reason: null, enrollmentId };
    expect(after).toEqual({
      ...untouched({ ...sale, cohortId: toCohortId, fulfillment }),
      updatedAt: expect.any(String),
    });
    const { events } = await school.trail();
    expect(events.find(({ name }) => name === 'sale.moved')?.data).toMatchObject({
      saleId: sale.id,
      cohortId: toCohortId,
      enrollmentId,
    });
    expect((await client.post(`/enrollments/${enrollmentId}/close`, { result: 'withdrawn' })).status).toBe(200);
    expect(await getSale(school.owner, sale.id)).toEqual({
      ...after,
      fulfillment: { ...fulfillment, status: 'ended' },
    });
  });

  it('is cancelled with a decision on its enrollment and on what is outstanding', async () => {
    const { cohortId, offerId } = await sold(school, { terms: AT_ONCE });
    const active = async () => dataOf<Sale>(await accept(school.owner, (await proposed(school, { offerId })).id));
    const [one, two] = [await active(), await active()];
    expect(refusal(await cancel(school.owner, one.id))).toEqual([400, 'enrollment']);
    expect(refusal(await cancel(school.owner, one.id, { enrollment: 'withdraw' }))).toEqual([400, 'outstanding']);
    const waived = await cancel(school.owner, one.id, { enrollment: 'withdraw', outstanding: 'waive' });
    expect(waived.body.data).toMatchObject({
      ...{ status: 'cancelled', owed: 0, outstanding: 0, installments: [], endReason: 'Changed their mind' },
      // It was owed once.
      standing: 'paid',
      fulfillment: { status: 'ended' },
    });
    const paid = await school.owner.client.get('/sales?standing=paid');
    expect(dataOf<{ items: Sale[] }>(paid).items.map(({ id }) => id)).toEqual([one.id]);
    expect(await entriesOf(one.id)).toEqual([
      [1, 'owed', 90_000],
      [2, 'owed_reduced', 90_000],
    ]);
    const kept = await cancel(school.owner, two.id, { enrollment: 'keep', outstanding: 'keep' });
    expect(kept.body.data).toMatchObject({
      status: 'cancelled',
      owed: 90_000,
      outstanding: 90_000,
      fulfillment: { status: 'done' },
    });
    expect(await seatsOf(school, cohortId)).toMatchObject({ occupancy: 1 });
    expect(refusal(await cancel(school.owner, two.id))).toEqual([409, 'sale_cancelled']);
  });
});
