import { beforeEach, describe, expect, it } from '@jest/globals';
import { dataOf } from '../identity/answers.js';
import { installment } from '../support/builders/offer.js';
import { Dice } from '../support/dice.js';
import { School } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { detailOf, paid, pay, refund, voidPayment, type SaleWithPayments } from './money.js';
import { accept, cancel, DAY, proposed, reserved, sold } from './sales.js';

const { app, school } = useSchool();

beforeEach(() => app.moveClock(0));

interface Money {
  currency: string;
  sold: number;
  received: number;
  refunded: number;
  disputed: number;
  outstanding: number;
  overdue: number;
}

interface Analytics {
  period: { from: string; to: string };
  sales: Record<string, number>;
  acceptance: object;
  money: Money[];
  offers: { offerId: string; name: string; money: Money[] }[];
  unavailable: object[];
}

interface Entry {
  id: string;
  saleId: string;
  kind: string;
  amount: number;
  currency: string;
  occurredAt: string;
}

const dayOf = (days: number) => new Date(app.now().getTime() + days * DAY).toISOString().slice(0, 10);
const read = async (query: string, { client } = school.owner): Promise<Analytics> => {
  const answer = await client.get(`/analytics/sales?${query}`);
  expect([answer.status, query]).toEqual([200, query]);
  return dataOf<Analytics>(answer);
};

async function all<Item>(path: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const after: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const page = dataOf<{ items: Item[]; nextCursor: string | null }>(
      await school.owner.client.get(`${path}limit=100${after}`),
    );
    items.push(...page.items);
    cursor = page.nextCursor;
  }
  return items;
}

/** The entries of days in UTC, as `list_sale_entries` has them. */
const entriesOf = (from: string, to: string) => {
  const before = new Date(Date.parse(to) + DAY).toISOString();
  return all<Entry>(`/sale-entries?from=${from}T00:00:00.000Z&to=${before}&`);
};

/** Counted again: from the entries of a period, and from the sales as they are. */
function moneyOf(entries: readonly Entry[], sales: readonly SaleWithPayments[]): Money[] {
  const balances = new Map<string, Money>();
  const of = (currency: string): Money => {
    const none = { sold: 0, received: 0, refunded: 0, disputed: 0, outstanding: 0, overdue: 0 };
    const money = balances.get(currency) ?? { currency, ...none };
    balances.set(currency, money);
    return money;
  };
  for (const { kind, amount, currency } of entries) {
    const money = of(currency);
    if (kind === 'owed' || kind === 'owed_raised') money.sold += amount;
    if (kind === 'owed_reduced') money.sold -= amount;
    if (kind === 'received') money.received += amount;
    if (kind === 'voided') money.received -= amount;
    if (kind === 'refunded') money.refunded += amount;
    if (kind === 'dispute_withdrawn') money.disputed += amount;
    if (kind === 'dispute_returned') money.disputed -= amount;
  }
  for (const { outstanding, installments, ...sale } of sales.filter((one) => one.outstanding > 0)) {
    const money = of((sale as unknown as { currency: string }).currency);
    money.outstanding += outstanding;
    for (const one of installments) if (one.overdue) money.overdue += one.amount - one.paid;
  }
  return [...balances.values()].sort((one, other) => (one.currency < other.currency ? -1 : 1));
}

const plan = (currency: string) => ({
  currency,
  paymentPlans: [
    {
      ...{ key: 'at_once', name: 'In three', total: 90_000 },
      installments: [
        installment(20_000),
        installment(30_000, { kind: 'after_purchase', days: 2 }),
        installment(40_000, { kind: 'after_purchase', days: 9 }),
      ],
    },
  ],
});

describe('the money of a period', () => {
  it.each([1, 2, 3])('equals the entries of the period, per offer and in all: seed %i', async (seed) => {
    const dice = new Dice(seed);
    const currencies = new Map<string, string>();
    for (const currency of ['EUR', 'EUR', 'JPY']) {
      const { offerId } = await sold(school, { terms: plan(currency) });
      currencies.set(offerId, currency);
    }
    const offers = [...currencies.keys()];
    const sales: string[] = [];
    const dispute = (id: string, kind: string, amount: number, currency = 'EUR') =>
      school.insert('sale_entries', {
        ...{ sale_id: id, kind, amount, currency, position: 1_000 + dice.below(1_000_000) },
        ...{ occurred_at: app.now(), recorded_at: app.now() },
      });
    const sell = async () => {
      const { id } = await proposed(school, { offerId: dice.pick(offers) });
      sales.push(id);
      return accept(school.owner, id);
    };
    const steps: Record<string, (sale: SaleWithPayments) => Promise<unknown>> = {
      sell,
      pay: async ({ id, offerId }) => {
        const receivedAt = new Date(app.now().getTime() - dice.below(4) * DAY).toISOString();
        return pay(school.owner, id, 1 + dice.below(50_000), { receivedAt, currency: currencies.get(offerId) });
      },
      void: async ({ payments }) => payments.length > 0 && voidPayment(school.owner, dice.pick(payments).id),
      refund: async ({ payments }) =>
        payments.length > 0 &&
        refund(school.owner, dice.pick(payments).id, 1 + dice.below(20_000), { claim: dice.pick(['drop', 'keep']) }),
      cancel: ({ id }) => cancel(school.owner, id, { enrollment: 'keep', outstanding: dice.pick(['waive', 'keep']) }),
      dispute: async ({ id, offerId, received }) => {
        if (received < 1_000) return;
        await dispute(id, 'dispute_withdrawn', 1_000, currencies.get(offerId));
        if (dice.chance(0.5)) await dispute(id, 'dispute_returned', 400, currencies.get(offerId));
      },
    };
    for (let step = 0; step < 45; step += 1) {
      if (sales.length < 3) await sell();
      const name = dice.pick(['sell', 'pay', 'pay', 'pay', 'void', 'refund', 'cancel', 'dispute']);
      await steps[name](await detailOf(school.owner, dice.pick(sales)));
      if (dice.chance(0.4)) app.moveClock(app.now().getTime() - Date.now() + DAY);
    }
    const details: SaleWithPayments[] = [];
    for (const id of sales) details.push(await detailOf(school.owner, id));
    const kinds = new Set((await entriesOf(dayOf(-90), dayOf(0))).map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(expect.arrayContaining(['owed', 'received', 'refunded']));
    for (const [from, to] of [
      [dayOf(-89), dayOf(0)],
      [dayOf(-3), dayOf(0)],
      [dayOf(-8), dayOf(-4)],
      [dayOf(-2), dayOf(-2)],
      [dayOf(-89), dayOf(-60)],
    ]) {
      const entries = await entriesOf(from, to);
      const { money, offers: shown, period } = await read(`from=${from}&to=${to}`);
      expect(period).toEqual({ from, to });
      expect(money).toEqual(moneyOf(entries, details));
      for (const offerId of offers) {
        const own = details.filter((sale) => sale.offerId === offerId);
        const expected = moneyOf(
          entries.filter(({ saleId }) => own.some(({ id }) => id === saleId)),
          own,
        );
        expect(shown.find((offer) => offer.offerId === offerId)?.money ?? []).toEqual(expected);
        expect((await read(`from=${from}&to=${to}&offerId=${offerId}`)).money).toEqual(expected);
      }
    }
  });

  it('is outstanding and overdue as it is now, whatever the period', async () => {
    const { offerId } = await sold(school, { terms: plan('EUR') });
    const sale = await reserved(school, offerId);
    await paid(school, sale.id, 25_000);
    const old = `from=${dayOf(-60)}&to=${dayOf(-50)}`;
    const now = async () => {
      const [{ sold: soldThen, outstanding, overdue }] = (await read(old)).money;
      return [soldThen, outstanding, overdue];
    };
    expect(await now()).toEqual([0, 65_000, 0]);
    app.moveClock(5 * DAY - 60_000);
    expect(await now()).toEqual([0, 65_000, 0]);
    // Due two days after the purchase, with three days of grace.
    app.moveClock(5 * DAY);
    expect(await now()).toEqual([0, 65_000, 25_000]);
    app.moveClock(13 * DAY);
    expect(await now()).toEqual([0, 65_000, 65_000]);
    await cancel(school.owner, sale.id, { enrollment: 'keep', outstanding: 'keep' });
    expect(await now()).toEqual([0, 65_000, 0]);
  });

  it('is that of its days in UTC, the first instant to the last', async () => {
    const sale = await reserved(school);
    app.moveClock(5 * DAY);
    const day = dayOf(-2);
    const before = Date.parse(day);
    for (const [at, amount] of [
      [before - 1, 1],
      [before, 10],
      [before + DAY - 1, 100],
      [before + DAY, 1_000],
    ]) {
      await pay(school.owner, sale.id, amount, { receivedAt: new Date(at).toISOString() });
    }
    const received = async (from: string, to: string) => (await read(`from=${from}&to=${to}`)).money[0].received;
    expect(await received(day, day)).toBe(110);
    expect(await received(dayOf(-3), day)).toBe(111);
    expect(await received(day, dayOf(-1))).toBe(1_110);
  });

  it('may fall below 0 where it corrects what was sold or received before', async () => {
    const sale = await reserved(school);
    const payment = await paid(school, sale.id, 90_000);
    app.moveClock(2 * DAY);
    await voidPayment(school.owner, payment.id);
    await cancel(school.owner, sale.id, { enrollment: 'keep', outstanding: 'waive' });
    const none = { refunded: 0, disputed: 0, outstanding: 0, overdue: 0 };
    const today = dayOf(0);
    expect((await read(`from=${today}&to=${today}`)).money).toEqual([
      { currency: 'EUR', sold: -90_000, received: -90_000, ...none },
    ]);
    expect((await read('')).money).toEqual([{ currency: 'EUR', sold: 0, received: 0, ...none }]);
  });

  it('stays exact beyond what 32 bits hold', async () => {
    const id = await school.soldSale();
    for (let position = 10; position < 130; position += 1) {
      await school.insert('sale_entries', {
        ...{ sale_id: id, position, kind: 'owed_raised', amount: 99_999_999, currency: 'EUR' },
        ...{ occurred_at: app.now(), recorded_at: app.now() },
      });
    }
    const soldInAll = 90_000 + 120 * 99_999_999;
    expect((await read('')).money[0]).toMatchObject({ sold: soldInAll, outstanding: soldInAll });
  });

  it('of another organization never counts', async () => {
    const elsewhere = await School.open(app);
    const foreign = await elsewhere.soldSale();
    await elsewhere.payment(foreign);
    expect(await read('')).toMatchObject({ money: [], offers: [], sales: { proposed: 0, activated: 0 } });
    const { rows } = await elsewhere.rows<{ offer_id: string; program_id: string }>(
      `select s.offer_id, o.program_id from sales s join offers o on o.id = s.offer_id where s.organization_id = $1`,
    );
    for (const query of [`offerId=${rows[0].offer_id}`, `programId=${rows[0].program_id}`]) {
      expect(await read(query)).toMatchObject({ money: [], offers: [], sales: { proposed: 0 } });
    }
    expect((await read('', elsewhere.owner)).money).toMatchObject([{ sold: 90_000, received: 90_000 }]);
  });

  it('is listed for the 100 newest offers, and counts those of all', async () => {
    const program_id = await school.program();
    const cohort_id = await school.cohort({ program_id });
    for (let count = 0; count < 101; count += 1) await school.soldSale({ program_id, cohort_id });
    const { money, offers } = await read(`programId=${program_id}`);
    expect(money[0].sold).toBe(101 * 90_000);
    const ids = offers.map(({ offerId }) => offerId);
    expect([ids.length, ids]).toEqual([100, [...ids].sort().reverse()]);
    expect((await read(`programId=${await school.program()}`)).money).toEqual([]);
  });
});

describe('the sales of a period', () => {
  it('are counted by what happened in it, by the clock', async () => {
    const { offerId } = await sold(school);
    const accepted = await reserved(school, offerId);
    await paid(school, accepted.id, 90_000);
    const held = await reserved(school, offerId);
    const cancelled = await proposed(school, { offerId });
    await cancel(school.owner, cancelled.id);
    await proposed(school, { offerId });
    const today = `from=${dayOf(0)}&to=${dayOf(0)}`;
    const before = await read(today);
    expect(before.sales).toEqual({ proposed: 4, accepted: 2, activated: 1, expired: 0, cancelled: 1 });
    expect(before.acceptance).toEqual({ measured: true, rate: 2 / 3, sample: 3, pending: 1 });
    app.moveClock(7 * DAY);
    // The hold and the proposal are over.
    const later = dataOf<{ status: string }>(await school.owner.client.get(`/sales/${held.id}`));
    expect(later.status).toBe('expired');
    const after = await read(today);
    expect([after.sales.expired, after.acceptance]).toEqual([0, { measured: true, rate: 0.5, sample: 4, pending: 0 }]);
    expect((await read(`from=${dayOf(-1)}&to=${dayOf(0)}`)).sales).toEqual({
      ...{ proposed: 0, accepted: 0, activated: 0, expired: 2, cancelled: 0 },
    });
  });

  it('have no rate while nothing is decided, and not 0', async () => {
    const none = { measured: false, reason: 'none_decided', rate: null, sample: 0 };
    const empty = await read('');
    expect(empty.acceptance).toEqual({ ...none, pending: 0 });
    expect(empty.unavailable).toEqual([{ key: 'acceptance', source: 'sales', reason: 'none_decided' }]);
    const { id, offerId } = await proposed(school, { offerId: (await sold(school)).offerId });
    expect((await read(`offerId=${offerId}`)).acceptance).toEqual({ ...none, pending: 1 });
    await cancel(school.owner, id);
    const decided = await read('');
    expect([decided.acceptance, decided.unavailable]).toEqual([{ measured: true, rate: 0, sample: 1, pending: 0 }, []]);
  });

  it('are read by OWNER and ADMIN, of 366 days at most', async () => {
    const closer = await school.person('MEMBER', { role: 'closer' });
    const admin = await school.person('ADMIN');
    expect((await closer.client.get('/analytics/sales')).status).toBe(403);
    expect((await (await school.person('MEMBER')).client.get('/analytics/sales')).status).toBe(403);
    expect((await admin.client.get('/analytics/sales?from=2025-01-01&to=2026-01-01')).status).toBe(200);
    for (const [query, field] of [
      ['from=2025-01-01&to=2026-01-02', 'to'],
      ['from=2026-01-02&to=2026-01-01', 'to'],
      ['offerId=x', 'offerId'],
    ]) {
      const { status, body } = await admin.client.get(`/analytics/sales?${query}`);
      expect([query, status, body.details]).toEqual([query, 400, [expect.objectContaining({ field })]]);
    }
  });
});
