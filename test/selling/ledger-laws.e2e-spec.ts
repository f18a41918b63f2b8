import { beforeEach, expect, it } from '@jest/globals';
import { dataOf } from '../identity/answers.js';
import { installment } from '../support/builders/offer.js';
import { Dice } from '../support/dice.js';
import { useSchool } from '../support/use-school.js';
import {
  changeInstallments,
  detailOf,
  entriesOf,
  pay,
  refund,
  voidPayment,
  type Entry,
  type SaleWithPayments,
} from './money.js';
import { accept, cancel, DAY, proposed, sold } from './sales.js';

const { app, school } = useSchool();

beforeEach(() => app.moveClock(0));

const SEEDS = [1, 2, 3, 4, 5, 6];
const STEPS = 25;
const IN_THREE = {
  paymentPlans: [
    {
      ...{ key: 'at_once', name: 'In three', total: 90_000 },
      installments: [
        installment(20_000),
        installment(30_000, { kind: 'after_purchase', months: 1 }),
        installment(40_000, { kind: 'after_purchase', months: 2 }),
      ],
    },
  ],
};

const sumOf = (entries: readonly Entry[], ...kinds: string[]): number =>
  entries.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { amount }) => sum + amount, 0);

/** The laws of a ledger, counted again from its entries. */
function expectLaws(sale: SaleWithPayments, entries: readonly Entry[]): void {
  const owed = sumOf(entries, 'owed', 'owed_raised') - sumOf(entries, 'owed_reduced');
  const received =
    sumOf(entries, 'received', 'dispute_returned') - sumOf(entries, 'voided', 'refunded', 'dispute_withdrawn');
  const { installments, payments } = sale;
  const dated = installments.reduce((sum, { amount }) => sum + amount, 0);
  expect(entries.map(({ position }) => position)).toEqual(entries.map((_, index) => index + 1));
  expect(sale).toMatchObject({
    ...{ owed, received, outstanding: Math.max(0, owed - received), credit: Math.max(0, received - owed) },
  });
  if (entries.some(({ kind }) => kind === 'owed')) expect(dated).toBe(owed);
  let left = Math.max(0, received);
  for (const { amount, paid } of installments) {
    expect(paid).toBe(Math.min(left, amount));
    left -= paid;
  }
  expect(installments.map(({ position }) => position)).toEqual(installments.map((_, index) => index + 1));
  expect(payments.reduce((sum, { refundable }) => sum + refundable, 0)).toBe(received);
}

it.each(SEEDS)('the laws of the ledger hold after each of random steps: seed %i', async (seed) => {
  const dice = new Dice(seed);
  const { offerId } = await sold(school, {
    terms: { ...IN_THREE, enrollWhen: dice.pick(['acceptance', 'first_installment']) },
  });
  const { id } = await proposed(school, { offerId, discount: dice.chance(0.5) ? 0 : undefined });
  expect((await accept(school.owner, id)).status).toBe(200);
  const done = new Map<string, number>();
  const steps: Record<string, (sale: SaleWithPayments) => Promise<{ status: number }>> = {
    pay: () => pay(school.owner, id, 1 + dice.below(40_000)),
    void: ({ payments }) =>
      payments.length === 0 ? pay(school.owner, id, 1) : voidPayment(school.owner, dice.pick(payments).id),
    refund: ({ payments }) =>
      payments.length === 0
        ? pay(school.owner, id, 2)
        : refund(school.owner, dice.pick(payments).id, 1 + dice.below(30_000), {
            ...{ claim: dice.pick(['drop', 'keep']), enrollment: dice.pick(['keep', 'keep', 'withdraw']) },
          }),
    change: ({ installments, received }) => {
      const later = new Date(app.now().getTime() + 400 * DAY).toISOString();
      const kept = installments.map((one) => ({ id: one.id, amount: one.amount, dueAt: one.dueAt }));
      const last = kept.at(-1);
      if (last && dice.chance(0.5)) last.amount = Math.max(1, last.amount + dice.below(10_000) - 5_000);
      else kept.push({ id: undefined as unknown as string, amount: 1 + dice.below(5_000), dueAt: later });
      return changeInstallments(school.owner, id, received < 0 ? [] : kept);
    },
    cancel: () =>
      dice.chance(0.1)
        ? cancel(school.owner, id, { enrollment: 'keep', outstanding: dice.pick(['waive', 'keep']) })
        : pay(school.owner, id, 3),
  };
  for (let step = 0; step < STEPS; step += 1) {
    const name = dice.pick(['pay', 'pay', 'void', 'refund', 'refund', 'change', 'cancel']);
    const { status } = await steps[name](await detailOf(school.owner, id));
    expect([name, [200, 201, 400, 409].includes(status)]).toEqual([name, true]);
    if (status < 300) done.set(name, (done.get(name) ?? 0) + 1);
    expectLaws(await detailOf(school.owner, id), await entriesOf(school.owner, id));
  }
  // Most steps are carried out: the laws are not those of nothing.
  expect([...done.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(STEPS / 3);
  const { items } = dataOf<{ items: { saleId: string }[] }>(
    await school.owner.client.get('/sale-entries?kind=received'),
  );
  expect(items.length).toBeGreaterThan(0);
});
