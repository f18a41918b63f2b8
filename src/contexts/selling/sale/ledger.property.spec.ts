import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { balanceOf, ENTRY_KINDS, paidOf, standingOf, waived, withoutRefunded, type Entry } from './ledger.js';

const kinds = Object.keys(ENTRY_KINDS) as (keyof typeof ENTRY_KINDS)[];
const amount = fc.integer({ min: 1, max: 99_999_999 });
const entries = fc.array(fc.record({ kind: fc.constantFrom(...kinds), amount }), { maxLength: 60 });
const installments = fc.array(fc.record({ amount }), { minLength: 1, maxLength: 36 });
const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);
const total = (some: readonly { amount: number }[]): number => sum(some.map((one) => one.amount));

it('the balance is the sums of the entries, in any order, and never owed and credited at once', () => {
  fc.assert(
    fc.property(entries, (all: Entry[]) => {
      const of = (...wanted: string[]) => total(all.filter(({ kind }) => wanted.includes(kind)));
      const balance = balanceOf(all);
      expect(balance.owed).toBe(of('owed', 'owed_raised') - of('owed_reduced'));
      expect(balance.received).toBe(of('received', 'dispute_returned') - of('voided', 'refunded', 'dispute_withdrawn'));
      expect(balance.outstanding - balance.credit).toBe(balance.owed - balance.received);
      expect(Math.min(balance.outstanding, balance.credit)).toBe(0);
      expect(balanceOf([...all].reverse())).toEqual(balance);
    }),
  );
});

it('money covers the installments in their order, and no more than each of them', () => {
  fc.assert(
    fc.property(installments, fc.integer({ min: -1_000, max: 4_000_000_000 }), (all, received) => {
      const paid = paidOf(all, received);
      expect(sum(paid)).toBe(Math.min(Math.max(0, received), total(all)));
      paid.forEach((one, index) => {
        expect(one).toBeGreaterThanOrEqual(0);
        expect(one).toBeLessThanOrEqual(all[index].amount);
        // One that is covered in part is the last that is covered at all.
        if (one < all[index].amount) expect(sum(paid.slice(index + 1))).toBe(0);
      });
    }),
  );
});

it('after a waiver what is owed is what was paid', () => {
  fc.assert(
    fc.property(installments, fc.integer({ min: 0, max: 4_000_000_000 }), (all, received) => {
      const kept = waived(all, received);
      expect(total(kept)).toBe(Math.min(received, total(all)));
      expect(kept.every((one) => one.amount > 0)).toBe(true);
    }),
  );
});

it('a refund whose claim is dropped changes what is outstanding by nothing', () => {
  fc.assert(
    fc.property(
      installments,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (all, share, part) => {
        const received = Math.floor(total(all) * share * 1.5) + 1;
        const refund = Math.max(1, Math.floor(received * part));
        const owed = total(all);
        const kept = withoutRefunded(all, received, refund);
        const before = balanceOf([
          { kind: 'owed', amount: owed },
          { kind: 'received', amount: received },
        ]);
        expect(total(kept)).toBe(owed - Math.max(0, refund - before.credit));
        expect(Math.max(0, total(kept) - (received - refund))).toBe(before.outstanding);
        // Nothing but what was paid leaves.
        expect(total(kept)).toBeGreaterThanOrEqual(before.outstanding);
      },
    ),
  );
});

it.each([
  [{}, { isDisputed: false, isOverdue: false }, null],
  [{ received: 5 }, { isDisputed: true, isOverdue: false }, null],
  [{ owed: 5 }, { isDisputed: true, isOverdue: true }, 'disputed'],
  [{ owed: 5 }, { isDisputed: false, isOverdue: true }, 'overdue'],
  [{ owed: 5, received: 5 }, { isDisputed: false, isOverdue: false }, 'paid'],
  [{ owed: 5, received: 5, refunded: 5, owed_reduced: 5 }, { isDisputed: false, isOverdue: false }, 'paid'],
  [{ owed: 5, received: 3 }, { isDisputed: false, isOverdue: false }, 'on_schedule'],
] as const)('the standing after %j with %j is %s', (sums, facts, standing) => {
  const all = Object.entries<number>(sums).map(([kind, one]) => ({ kind, amount: one }) as Entry);
  const wasOwed = all.some(({ kind }) => kind === 'owed');
  expect(standingOf(balanceOf(all), { wasOwed, ...facts })).toBe(standing);
});
