import { beforeEach, describe, expect, it } from '@jest/globals';
import { dataOf } from '../identity/answers.js';
import { Dice } from '../support/dice.js';
import { type Person, School } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { paid, refund } from './money.js';
import { DAY, reserved, sold } from './sales.js';

const { app, school } = useSchool();

beforeEach(() => app.moveClock(0));

interface Result {
  memberId: string;
  memberName: string;
  assigned: number;
  callsHeld: number;
  showRate: number | null;
  closeRate: { measured: boolean; rate: number | null; sample: number; pending: number };
  daysToClose: { measured: boolean; median: number | null; sample: number };
  money: object[];
}

const ago = (days: number) => new Date(app.now().getTime() - days * DAY);
const newCloser = () => school.person('MEMBER', { role: 'closer' });
const list = async ({ client }: Person, query = ''): Promise<Result[]> => {
  const answer = await client.get(`/closers/results?${query}`);
  expect(answer.status).toBe(200);
  return dataOf<{ items: Result[] }>(answer).items;
};
const resultOf = async ({ memberId }: Person, query?: string): Promise<Result> =>
  (await list(school.owner, query)).find((row) => row.memberId === memberId)!;

const newProspect = ({ memberId: closer_member_id }: Person, row: object = {}) =>
  school.prospect({ closer_member_id, ...row });
const called = (prospect_id: string, { memberId: closer_member_id }: Person, at: Date, status = 'held') =>
  school.salesCall({ prospect_id, closer_member_id, starts_at: at.toISOString(), status });
const bought = (prospect_id: string, { memberId: closer_member_id }: Person, at: Date) =>
  school.soldSale({ prospect_id, closer_member_id, activated_at: at, accepted_at: at });

describe('the results of a closer', () => {
  it('close whoever buys for the first time, from them, within 30 days of a call', async () => {
    app.stopClock();
    const [closer, other] = [await newCloser(), await newCloser()];
    const prospects: string[] = [];
    for (let count = 0; count < 9; count += 1) prospects.push(await newProspect(closer));
    const [closed, silent, , late, former, handedOver, twice, onTime] = prospects;
    await called(closed, closer, ago(40));
    await bought(closed, closer, ago(36));
    await called(silent, closer, ago(40));
    await called(late, closer, ago(40));
    await bought(late, closer, new Date(ago(10).getTime() + 1));
    await called(former, closer, ago(20));
    await bought(former, closer, ago(50));
    await bought(former, closer, ago(19));
    await called(handedOver, closer, ago(40));
    await bought(handedOver, other, ago(39));
    await called(twice, closer, ago(45));
    await called(twice, closer, ago(41));
    await bought(twice, closer, ago(35));
    await bought(twice, closer, ago(34));
    await called(onTime, closer, ago(40));
    await bought(onTime, closer, ago(10));
    const before = await resultOf(closer);
    expect(before).toMatchObject({
      callsHeld: 8,
      closeRate: { measured: true, rate: 3 / 6, sample: 6, pending: 0 },
      daysToClose: { measured: true, median: 10, sample: 3 },
    });
    // A call that nobody came to closes nobody, and counts for nothing but the rate of those who came.
    await called(prospects[8], closer, ago(40), 'no_show');
    const after = await resultOf(closer);
    expect(after).toEqual({ ...before, showRate: 8 / 9 });
    expect(await resultOf(other)).toMatchObject({ callsHeld: 0, closeRate: { measured: false, sample: 0 } });
  });

  it('have whoever is not decided yet in neither part of the rate', async () => {
    const closer = await newCloser();
    const open = await newProspect(closer);
    await called(open, closer, ago(3));
    expect((await resultOf(closer)).closeRate).toEqual({
      ...{ measured: false, reason: 'none_decided', rate: null, sample: 0, pending: 1 },
    });
    const lost = { status: 'lost', lost_reason: 'price', closed_at: app.now() };
    await called(await newProspect(closer, lost), closer, ago(3));
    expect((await resultOf(closer)).closeRate).toEqual({ measured: true, rate: 0, sample: 1, pending: 1 });
    app.moveClock(27 * DAY - 60_000);
    expect((await resultOf(closer)).closeRate).toMatchObject({ sample: 1, pending: 1 });
    app.moveClock(27 * DAY + 60_000);
    expect((await resultOf(closer)).closeRate).toMatchObject({ rate: 0, sample: 2, pending: 0 });
    await bought(open, closer, app.now());
    // A minute too late.
    expect((await resultOf(closer)).closeRate).toMatchObject({ rate: 0, sample: 2, pending: 0 });
  });

  it('are null, not 0, of what has not happened', async () => {
    const closer = await newCloser();
    expect(await resultOf(closer)).toEqual({
      ...{ memberId: closer.memberId, memberName: closer.name, assigned: 0, callsHeld: 0, showRate: null },
      closeRate: { measured: false, reason: 'none_decided', rate: null, sample: 0, pending: 0 },
      daysToClose: { measured: false, reason: 'none_closed', median: null, sample: 0 },
      money: [],
    });
  });

  it('have their money by the closer of the sale, whoever has the prospect later; refunds stand beside', async () => {
    const [closer, other] = [await newCloser(), await newCloser()];
    const { offerId } = await sold(school);
    const sale = await reserved(school, offerId, { closerMemberId: closer.memberId });
    const assigned = await school.owner.client.post(`/prospects/${sale.prospectId}/assign`, {
      assignTo: other.memberId,
    });
    expect(assigned.status).toBe(200);
    const payment = await paid(school, sale.id, 90_000);
    expect((await refund(school.owner, payment.id, 20_000)).status).toBe(201);
    expect((await resultOf(closer)).money).toEqual([
      {
        ...{ currency: 'EUR', sold: 90_000, received: 90_000, refunded: 20_000, disputed: 0 },
        ...{ outstanding: 20_000, overdue: 0 },
      },
    ]);
    expect(await resultOf(other)).toMatchObject({ assigned: 1, money: [] });
  });

  it('keep the prospects that they were given, each once, also after a handover', async () => {
    const [closer, other] = [await newCloser(), await newCloser()];
    const created = await school.owner.client.post('/prospects', {
      ...{ name: 'Joan Clarke', email: 'joan@example.com', assignTo: closer.memberId },
    });
    const { id } = dataOf<{ id: string }>(created);
    for (const { memberId } of [other, closer, other]) {
      const answer = await school.owner.client.post(`/prospects/${id}/assign`, { assignTo: memberId });
      expect(answer.status).toBe(200);
    }
    expect([(await resultOf(closer)).assigned, (await resultOf(other)).assigned]).toEqual([1, 1]);
    app.moveClock(2 * DAY);
    const today = app.now().toISOString().slice(0, 10);
    expect((await resultOf(closer, `from=${today}&to=${today}`)).assigned).toBe(0);
  });

  it('are those of the days of the period, and have no rate above 1, of random calls and sales', async () => {
    app.stopClock();
    const dice = new Dice(7);
    const closers = [await newCloser(), await newCloser(), await newCloser()];
    const calls: { closer: Person; prospect: string; at: number; status: string }[] = [];
    const sales: { closer: Person; prospect: string; at: number }[] = [];
    for (let count = 0; count < 40; count += 1) {
      const prospect = await newProspect(dice.pick(closers));
      for (let times = dice.below(4); times > 0; times -= 1) {
        const call = { closer: dice.pick(closers), at: dice.below(80), status: dice.pick(['held', 'held', 'no_show']) };
        calls.push({ prospect, ...call });
        await called(prospect, call.closer, ago(call.at), call.status);
      }
      for (let times = dice.below(3); times > 0; times -= 1) {
        const sale = { closer: dice.pick(closers), at: dice.below(80) };
        sales.push({ prospect, ...sale });
        await bought(prospect, sale.closer, ago(sale.at));
      }
    }
    const at = (days: number) => ago(days).toISOString().slice(0, 10);
    for (const [first, last] of [
      [80, 0],
      [60, 20],
      [29, 0],
    ]) {
      for (const closer of closers) {
        const own = calls.filter((call) => call.closer === closer && call.at <= first && call.at >= last);
        const held = own.filter(({ status }) => status === 'held');
        const days: number[] = [];
        let [sample, pending] = [0, 0];
        for (const prospect of new Set(held.map((call) => call.prospect))) {
          const heldAt = held.filter((call) => call.prospect === prospect).map((call) => call.at);
          const [firstSale] = sales.filter((sale) => sale.prospect === prospect).sort((one, two) => two.at - one.at);
          if (firstSale === undefined) {
            if (Math.min(...heldAt) < 30) pending += 1;
            else sample += 1;
          } else if (firstSale.at <= Math.max(...heldAt)) {
            sample += 1;
            const followed = heldAt.filter((day) => day >= firstSale.at && day - firstSale.at <= 30);
            if (followed.length > 0 && firstSale.closer === closer) days.push(Math.max(...followed) - firstSale.at);
          }
        }
        const { callsHeld, showRate, closeRate, daysToClose } = await resultOf(
          closer,
          `from=${at(first)}&to=${at(last)}`,
        );
        expect([callsHeld, showRate]).toEqual([held.length, own.length === 0 ? null : held.length / own.length]);
        expect([closeRate.rate, closeRate.sample, closeRate.pending]).toEqual([
          sample === 0 ? null : days.length / sample,
          sample,
          pending,
        ]);
        expect(daysToClose.sample).toBe(days.length);
        for (const rate of [showRate, closeRate.rate]) expect(rate ?? 0).toBeLessThanOrEqual(1);
      }
    }
  });
});

describe('the list of results', () => {
  it('has all closers for OWNER and ADMIN, themselves for a closer, and is for nobody else', async () => {
    const [closer, other] = [await newCloser(), await newCloser()];
    const ids = async (person: Person) => (await list(person)).map(({ memberId }) => memberId);
    expect(await ids(school.owner)).toEqual([other.memberId, closer.memberId]);
    expect(await ids(await school.person('ADMIN'))).toEqual([other.memberId, closer.memberId]);
    expect(await ids(closer)).toEqual([closer.memberId]);
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId: await school.enrollment() });
    for (const { client } of [coach, await school.person('MEMBER')]) {
      expect((await client.get('/closers/results')).status).toBe(403);
    }
    const elsewhere = await School.open(app);
    expect(await ids(elsewhere.owner)).toEqual([]);
  });

  it('keeps those who sell no more, with what they sold; they read it no more', async () => {
    const closer = await newCloser();
    const { offerId } = await sold(school);
    const sale = await reserved(school, offerId, { closerMemberId: closer.memberId });
    await paid(school, sale.id, 90_000);
    await school.rows(
      `update responsibilities set ended_at = now() where organization_id = $1 and member_id = $2`,
      closer.memberId,
    );
    expect((await resultOf(closer)).money).toMatchObject([{ received: 90_000 }]);
    expect((await closer.client.get('/closers/results')).status).toBe(403);
  });

  it('refuses a period that is too long, and is no closer with the id "results"', async () => {
    const { status, body } = await school.owner.client.get('/closers/results?from=2025-01-01&to=2026-01-02');
    expect([status, body.details]).toEqual([400, [expect.objectContaining({ field: 'to' })]]);
    const put = await school.owner.client.put('/closers/results/sales-availability', { receiving: true });
    expect(put.status).toBe(404);
  });
});
