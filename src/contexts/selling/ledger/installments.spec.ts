import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Due } from '../terms/terms.js';
import { datedInstallments, lessFromTheEnd } from './installments.js';

const accepted = (at: string, timezone: string, startDate: string | null = null) => ({
  at: new Date(at),
  timezone,
  startDate,
});
const dueAts = (dues: readonly Due[], acceptance: ReturnType<typeof accepted>) =>
  datedInstallments(
    dues.map((due) => ({ amount: 100, due })),
    acceptance,
  ).map(({ dueAt }) => dueAt.toISOString());
const months = (...counts: number[]): Due[] => counts.map((count) => ({ kind: 'after_purchase', months: count }));

it('months are counted from the acceptance: a short month moves no later one', () => {
  expect(dueAts([{ kind: 'at_purchase' }, ...months(1, 2, 3)], accepted('2027-01-31T10:00:00Z', 'UTC'))).toEqual([
    '2027-01-31T10:00:00.000Z',
    '2027-02-28T10:00:00.000Z',
    '2027-03-31T10:00:00.000Z',
    '2027-04-30T10:00:00.000Z',
  ]);
  expect(dueAts(months(1), accepted('2028-01-30T10:00:00Z', 'UTC'))).toEqual(['2028-02-29T10:00:00.000Z']);
});

it.each([
  ['Europe/Paris', '2027-01-31T09:30:00Z', ['2027-02-28T09:30:00.000Z', '2027-03-31T08:30:00.000Z']],
  ['America/New_York', '2027-09-30T13:00:00Z', ['2027-10-30T13:00:00.000Z', '2027-11-30T14:00:00.000Z']],
  ['Australia/Sydney', '2027-02-28T20:00:00Z', ['2027-03-31T20:00:00.000Z', '2027-04-30T21:00:00.000Z']],
])('the time of day is kept in %s when the clocks change', (timezone, at, expected) => {
  expect(dueAts(months(1, 2), accepted(at, timezone))).toEqual(expected);
});

it('days are of the calendar; a day ends at 23:59; nothing is due before the acceptance', () => {
  const acceptance = accepted('2027-03-20T12:00:00Z', 'Europe/Paris', '2027-04-10');
  expect(
    dueAts(
      [
        { kind: 'at_purchase' },
        { kind: 'after_purchase', days: 14 },
        { kind: 'before_start', days: 7 },
        { kind: 'before_start', days: 60 },
        { kind: 'at', date: '2027-05-01' },
      ],
      acceptance,
    ),
  ).toEqual([
    '2027-03-20T12:00:00.000Z',
    '2027-03-20T12:00:00.000Z',
    '2027-04-03T11:00:00.000Z',
    '2027-04-03T21:59:00.000Z',
    '2027-05-01T21:59:00.000Z',
  ]);
});

it('a discount comes off the last ones, and no cent is lost', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 99_999_999 }), { minLength: 1, maxLength: 36 });
  fc.assert(
    fc.property(amounts, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (all, share) => {
      const sum = (some: readonly number[]) => some.reduce((total, one) => total + one, 0);
      const discount = Math.floor(sum(all) * share);
      const kept = lessFromTheEnd(
        all.map((amount) => ({ amount })),
        discount,
      ).map(({ amount }) => amount);
      expect(sum(kept)).toBe(sum(all) - discount);
      // All but the last are as they were.
      expect(kept.slice(0, -1)).toEqual(all.slice(0, Math.max(0, kept.length - 1)));
    }),
  );
});
