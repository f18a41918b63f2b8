import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { balanceOf, paidOf, standingOf, waived, withoutRefunded } from './ledger.js';

const amount = fc.integer({ min: 1, max: 99_999_999 });
const installments = fc.array(fc.record({ amount }), { minLength: 1, maxLength: 36 });
const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);
const total = (some: readonly { amount: number }[]): number => sum(some.map((one) => one.amount));

it('a sale is never owed and in credit at once', () => {
  const sum = fc.integer({ min: -1_000, max: 4_000_000_000 });
  fc.assert(
    fc.property(sum, sum, (owed, received) => {
      const balance = balanceOf({ owed, received });
      expect(balance.outstanding - balance.credit).toBe(owed - received);
      expect(Math.min(balance.outstanding, balance.credit)).toBe(0);
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
        const before = balanceOf({ owed, received });
        expect(total(kept)).toBe(owed - Math.max(0, refund - before.credit));
        expect(Math.max(0, total(kept) - (received - refund))).toBe(before.outstanding);
        // Nothing but what was paid leaves.
        expect(total(kept)).toBeGreaterThanOrEqual(before.outstanding);
      },
    ),
  );
});

it.each([
  [[0, 0], { wasOwed: false, isDisputed: false, isOverdue: false }, null],
  [[0, 5], { wasOwed: false, isDisputed: true, isOverdue: false }, null],
  [[5, 0], { wasOwed: true, isDisputed: true, isOverdue: true }, 'disputed'],
  [[5, 0], { wasOwed: true, isDisputed: false, isOverdue: true }, 'overdue'],
  [[5, 5], { wasOwed: true, isDisputed: false, isOverdue: false }, 'paid'],
  [[0, 0], { wasOwed: true, isDisputed: false, isOverdue: false }, 'paid'],
  [[5, 3], { wasOwed: true, isDisputed: false, isOverdue: false }, 'on_schedule'],
] as const)('the standing where %j are owed and received, with %j, is %s', ([owed, received], facts, standing) => {
  expect(standingOf(balanceOf({ owed, received }), facts)).toBe(standing);
});
