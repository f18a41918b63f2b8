import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { takeTurn, type TurnState } from './turn.js';

const share = fc.integer({ min: 1, max: 10 });
const shares = fc.array(share, { minLength: 1, maxLength: 25 });
/** As turns among other closers, and away from all of them, may have left it. */
const standing = fc.record({
  credit: fc.integer({ min: -200, max: 200 }),
  lastTurnAt: fc.option(fc.integer({ min: 0, max: 5 })),
});

const named = (index: number) => String.fromCharCode(97 + index);
const fresh = (one: number, index: number): TurnState => ({
  ...{ id: named(index), share: one, credit: 0, lastTurnAt: null },
});

let instants = 1_000;
/** Takes so many turns; returns how many each has got. */
function turns(closers: TurnState[], count: number, check?: (counts: number[]) => void): number[] {
  const counts = closers.map(() => 0);
  for (let turn = 0; turn < count; turn++) {
    const taken = takeTurn(closers);
    if (!taken) throw new Error('nobody is eligible');
    for (const one of closers) {
      one.credit = taken.credits.get(one.id) ?? one.credit;
      if (one.id === taken.id) one.lastTurnAt = new Date(instants++);
    }
    counts[closers.findIndex(({ id }) => id === taken.id)]++;
    check?.(counts);
  }
  return counts;
}

it('with equal shares, nobody gets more than one prospect more than another, whatever was before', () => {
  fc.assert(
    fc.property(share, fc.array(standing, { minLength: 1, maxLength: 25 }), (equal, all) => {
      const closers = all.map(({ credit, lastTurnAt }, index) => ({
        ...fresh(equal, index),
        ...{ credit, lastTurnAt: lastTurnAt === null ? null : new Date(lastTurnAt) },
      }));
      turns(closers, 80, (counts) => expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1));
    }),
  );
});

it('with other shares, each gets as many of their sum as the share says', () => {
  fc.assert(
    fc.property(shares, (all) => {
      const total = all.reduce((sum, one) => sum + one, 0);
      expect(turns(all.map(fresh), 2 * total)).toEqual(all.map((one) => 2 * one));
    }),
  );
});

it('whoever is back after a while gets no more than the others', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 12 }), fc.nat(40), fc.nat(40), (size, before, away) => {
      const closers = Array.from({ length: size }, (_, index) => fresh(1, index));
      turns(closers, before);
      turns(closers.slice(1), away, (counts) =>
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1),
      );
      expect(turns(closers, 3 * size)).toEqual(closers.map(() => 3));
    }),
  );
});

it('of several it is the turn of who has waited longest, then of the lowest id', () => {
  const [first, second, third] = [1, 1, 1].map(fresh);
  expect(takeTurn([second, first])?.id).toBe('a');
  expect(
    takeTurn([
      { ...first, lastTurnAt: new Date(2) },
      { ...second, lastTurnAt: new Date(1) },
    ])?.id,
  ).toBe('b');
  expect(takeTurn([{ ...first, lastTurnAt: new Date(2) }, { ...second, lastTurnAt: new Date(1) }, third])?.id).toBe(
    'c',
  );
  expect(takeTurn([])).toBeUndefined();
});
