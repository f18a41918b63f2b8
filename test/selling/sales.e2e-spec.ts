import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { dataOf, idsOf } from '../identity/answers.js';
import { School, type Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { refusal } from './offers.js';
import { accept, cancel, DAY, getSale, HOUR, propose, proposed, reserved, seatsOf, sold, type Sale } from './sales.js';

const { app, school } = useSchool();

beforeEach(() => app.moveClock(0));

const closer = (programId?: string): Promise<Person> => school.person('MEMBER', { role: 'closer', programId });
const ids = async ({ client }: Person, query = '') => idsOf(await client.get(`/sales${query}`)).sort();
const ACTIVE = { enrollWhen: 'acceptance' };
const end = (person: Person) =>
  school.rows(
    'update responsibilities set ended_at = now() where organization_id = $1 and member_id = $2',
    person.memberId,
  );
const assign = (id: string, assignTo: string) => school.owner.client.post(`/prospects/${id}/assign`, { assignTo });

describe('sales', () => {
  it('are filtered by status and standing as they are by the clock', async () => {
    const { offerId } = await sold(school);
    const active = await sold(school, {
      terms: {
        ...ACTIVE,
        overdue: { graceDays: 2, retryDays: [], pauseAfterDays: null, resumeWhenPaid: false, pauseOnDispute: false },
      },
    });
    const one = await proposed(school, { offerId, expiresAt: new Date(app.now().getTime() + 2 * HOUR).toISOString() });
    const two = await reserved(school, offerId);
    const three = await proposed(school, { offerId });
    await cancel(school.owner, three.id);
    const four = await reserved(school, active.offerId);
    const shown = async () => {
      const found: Record<string, string[]> = {};
      for (const status of ['proposed', 'reserved', 'active', 'expired', 'cancelled']) {
        found[status] = await ids(school.owner, `?status=${status}`);
        for (const id of found[status]) expect((await getSale(school.owner, id)).status).toBe(status);
      }
      for (const standing of ['disputed', 'overdue', 'paid', 'on_schedule']) {
        found[standing] = await ids(school.owner, `?standing=${standing}`);
        for (const id of found[standing]) expect((await getSale(school.owner, id)).standing).toBe(standing);
      }
      return found;
    };
    const of = (...sales: Sale[]) => sales.map(({ id }) => id).sort();
    const none = { disputed: [], paid: [] };
    expect(await shown()).toEqual({
      ...{ ...none, proposed: of(one), reserved: of(two), active: of(four), expired: [], cancelled: of(three) },
      ...{ overdue: [], on_schedule: of(four) },
    });
    app.moveClock(3 * HOUR);
    expect(await shown()).toMatchObject({ proposed: [], reserved: of(two), expired: of(one) });
    app.moveClock(7 * DAY + HOUR);
    expect(await shown()).toMatchObject({ reserved: [], expired: of(one, two), overdue: of(four), on_schedule: [] });
    expect((await getSale(school.owner, four.id)).installments).toMatchObject([{ overdue: true, paid: 0 }]);
  });

  it('are filtered by what they are of', async () => {
    const { offerId, cohortId, programId } = await sold(school, { terms: ACTIVE });
    const one = await closer(programId);
    const member = await school.person();
    const { rows } = await app.rows.query<{ email: string }>('select email from accounts where id = $1', [
      member.accountId,
    ]);
    const prospectId = await school.prospect({ email: rows[0].email });
    const sale = await proposed(school, { offerId, closerMemberId: one.memberId }, prospectId);
    const other = await reserved(school);
    for (const query of [
      ...[`offerId=${offerId}`, `cohortId=${cohortId}`, `prospectId=${prospectId}`, `closerMemberId=${one.memberId}`],
      ...[`memberId=${member.memberId}`, 'status=proposed'],
    ]) {
      expect([query, await ids(school.owner, `?${query}`)]).toEqual([query, [sale.id]]);
    }
    expect(await ids(school.owner)).toEqual([sale.id, other.id].sort());
    expect((await accept(school.owner, sale.id)).status).toBe(200);
    expect(await ids(school.owner, `?fulfillment=done`)).toEqual([sale.id]);
    const stranger = await School.open(app);
    for (const id of [randomUUID(), await stranger.prospect()]) {
      expect((await school.owner.client.get(`/sales?prospectId=${id}`)).status).toBe(404);
    }
    expect((await stranger.owner.client.get(`/sales/${sale.id}`)).status).toBe(404);
    expect((await accept(stranger.owner, sale.id)).status).toBe(404);
    expect((await cancel(stranger.owner, sale.id)).status).toBe(404);
  });
});

describe('a closer', () => {
  it('reaches the sales that name them, for what they sell now', async () => {
    const { programId, offerId } = await sold(school);
    const [one, two] = [await closer(programId), await closer(programId)];
    const own = await school.prospect({ closer_member_id: one.memberId, program_id: programId });
    const sale = dataOf<Sale>(await propose(one, own, { offerId }));
    expect([await ids(one), await ids(two)]).toEqual([[sale.id], []]);
    for (const answer of [
      await two.client.get(`/sales/${sale.id}`),
      await accept(two, sale.id),
      await cancel(two, sale.id),
      await two.client.get(`/sales?prospectId=${own}`),
    ]) {
      expect(answer.status).toBe(404);
    }
    expect((await one.client.get(`/sales?memberId=${one.memberId}`)).status).toBe(403);
    const elsewhere = await closer(await school.program());
    const named = await proposed(school, { offerId, closerMemberId: two.memberId });
    await school.rows(
      'update sales set closer_member_id = $3 where organization_id = $1 and id = $2',
      named.id,
      elsewhere.memberId,
    );
    expect((await elsewhere.client.get(`/sales/${named.id}`)).status).toBe(404);
    expect(await ids(elsewhere)).toEqual([]);
    expect((await accept(one, sale.id)).status).toBe(200);
    expect((await cancel(one, sale.id)).status).toBe(200);
    await end(one);
    expect((await one.client.get(`/sales/${sale.id}`)).status).toBe(403);
    expect((await one.client.get('/sales')).status).toBe(403);
  });

  it('is told nothing by a replay once the sale is of another one', async () => {
    const { programId, offerId } = await sold(school);
    const [one, two] = [await closer(programId), await closer(programId)];
    const own = await school.prospect({ closer_member_id: one.memberId, program_id: programId });
    const idempotencyKey = randomUUID();
    const send = () => one.client.post(`/prospects/${own}/sales`, { offerId }, { idempotencyKey });
    const first = await send();
    expect((await send()).body).toMatchObject({ data: dataOf(first) });
    expect((await assign(own, two.memberId)).status).toBe(200);
    expect((await send()).status).toBe(404);
  });

  it('cancels what is proposed or reserved, and nothing that is active', async () => {
    const { programId, offerId } = await sold(school, { terms: ACTIVE });
    const one = await closer(programId);
    const sale = await proposed(school, { offerId, closerMemberId: one.memberId });
    expect((await accept(one, sale.id)).status).toBe(200);
    expect((await cancel(one, sale.id, { enrollment: 'keep', outstanding: 'keep' })).status).toBe(403);
  });
});

describe('a prospect', () => {
  it('takes proposed sales along to another closer, and no accepted ones', async () => {
    const [first, second] = [await sold(school), await sold(school)];
    const [one, two] = [await closer(), await closer()];
    const own = await school.prospect({ closer_member_id: one.memberId });
    const accepted = await proposed(school, { offerId: first.offerId }, own);
    await accept(school.owner, accepted.id);
    const open = await proposed(school, { offerId: second.offerId }, own);
    await assign(own, two.memberId);
    expect((await getSale(school.owner, open.id)).closerMemberId).toBe(two.memberId);
    expect((await getSale(school.owner, accepted.id)).closerMemberId).toBe(one.memberId);
    expect(await ids(two)).toEqual([open.id]);
    const shown = dataOf<{ sales: { id: string }[] }>(await two.client.get(`/prospects/${own}`));
    expect(shown.sales.map(({ id }) => id)).toEqual([open.id]);
  });

  it('is not closed, erased or given another address while a sale is under way', async () => {
    const { offerId } = await sold(school);
    const id = await school.prospect();
    const sale = await proposed(school, { offerId }, id);
    const { client } = school.owner;
    const close = () => client.post(`/prospects/${id}/close`, { reason: 'price' });
    const erase = () => client.post(`/prospects/${id}/erase`, { reason: 'Asked for' });
    const move = () => client.patch(`/prospects/${id}`, { email: `${randomUUID()}@example.com` });
    expect(refusal(await close())).toEqual([409, 'sale_under_way']);
    expect(refusal(await erase())).toEqual([409, 'sale_not_ended']);
    expect((await move()).status).toBe(200);
    await accept(school.owner, sale.id);
    expect(refusal(await close())).toEqual([409, 'sale_under_way']);
    expect(refusal(await move())).toEqual([409, 'sale_accepted']);
    await cancel(school.owner, sale.id);
    expect((await close()).status).toBe(200);
    expect((await erase()).status).toBe(200);
    expect(await getSale(school.owner, sale.id)).toMatchObject({
      ...{ buyer: { name: 'Erased person', email: null }, endReason: null, discount: 0, status: 'cancelled' },
    });
  });
});

describe('an offer', () => {
  it('takes its proposals back when it is asked to', async () => {
    const { cohortId, offerId } = await sold(school);
    const [one, two] = [await proposed(school, { offerId }), await proposed(school, { offerId })];
    const three = await reserved(school, offerId);
    const move = (status: string, body = {}) =>
      school.owner.client.post(`/offers/${offerId}/status`, { status, ...body });
    expect((await move('paused')).status).toBe(200);
    expect((await getSale(school.owner, one.id)).status).toBe('proposed');
    expect((await move('archived', { withdrawProposals: true })).status).toBe(200);
    for (const { id } of [one, two]) expect((await getSale(school.owner, id)).status).toBe('cancelled');
    expect((await getSale(school.owner, three.id)).status).toBe('reserved');
    expect((await seatsOf(school, cohortId)).held).toBe(1);
    const { events } = await school.trail();
    expect(events.filter(({ name }) => name === 'sale.cancelled')).toHaveLength(2);
    expect(events.find(({ data }) => (data as { to?: string }).to === 'archived')?.data).toMatchObject({
      withdrawn: 2,
    });
  });

  it('takes nothing back that is proposed to whoever moves it', async () => {
    const { offerId } = await sold(school);
    const admin = await school.person('ADMIN');
    const { rows } = await app.rows.query<{ email: string }>('select email from accounts where id = $1', [
      admin.accountId,
    ]);
    const other = await proposed(school, { offerId });
    const own = await proposed(school, { offerId, participant: { name: 'Myself', email: rows[0].email } });
    const moved = await admin.client.post(`/offers/${offerId}/status`, { status: 'paused', withdrawProposals: true });
    expect(moved.status).toBe(200);
    expect((await getSale(school.owner, other.id)).status).toBe('cancelled');
    expect((await getSale(school.owner, own.id)).status).toBe('proposed');
  });
});
