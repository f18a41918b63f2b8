import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { difference, figuresOf, share } from './outcome-figures.js';

/** Numbers with up to 4 decimal places, as clients send them: by their text. */
const scaled = fc.tuple(fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }), fc.integer({ min: 0, max: 4 }));
const numberOf = ([units, places]: [number, number]): number => Number(`${units}e-${places}`);
/** In units of 0.0001: whole numbers below 2^53, whose arithmetic is exact. */
const inSmallestUnits = ([units, places]: [number, number]): number => units * 10 ** (4 - places);

it('the change is that of whole numbers of the smallest unit, in the shortest text', () => {
  fc.assert(
    fc.property(scaled, scaled, (to, from) => {
      const exact = Number(`${inSmallestUnits(to) - inSmallestUnits(from)}e-4`);
      expect(difference(numberOf(to), numberOf(from))).toBe(exact === 0 ? 0 : exact);
    }),
  );
});

it('the change there and back is the same with the other sign, and none from a value to itself', () => {
  fc.assert(
    fc.property(scaled, scaled, (a, b) => {
      const [there, back] = [difference(numberOf(a), numberOf(b)), difference(numberOf(b), numberOf(a))];
      expect(there + back).toBe(0);
      expect(Object.is(difference(numberOf(a), numberOf(a)), 0)).toBe(true);
    }),
  );
});

it('the share has at most 4 decimal places, is off by half a place at most, and has the sign of the change', () => {
  fc.assert(
    fc.property(scaled, scaled, (change, base) => {
      fc.pre(base[0] !== 0);
      const value = share(numberOf(change), numberOf(base));
      // A larger number has no 4 decimal places.
      fc.pre(Math.abs(value) < 1e11);
      const places = BigInt(Math.round(value * 10_000));
      expect(Number(`${places}e-4`)).toBe(value);
      // |change / base - places / 10000| <= 1 / 20000, in whole numbers.
      const [dividend, divisor] = [BigInt(inSmallestUnits(change)), BigInt(Math.abs(inSmallestUnits(base)))];
      const off = 2n * (dividend * 10_000n - places * divisor);
      expect(off < 0n ? -off <= divisor : off <= divisor).toBe(true);
      if (value !== 0) expect(Math.sign(value)).toBe(Math.sign(change[0]));
      expect(Object.is(value, -0)).toBe(false);
    }),
  );
});

it('a figure has a value exactly where the values that it compares are known', () => {
  const maybe = fc.option(scaled.map(numberOf));
  const direction = fc.constantFrom('increase' as const, 'decrease' as const, 'none' as const);
  fc.assert(
    fc.property(maybe, maybe, maybe, direction, (baseline, target, latest, way) => {
      const figures = figuresOf({ direction: way, baseline, target, latest });
      const isMeasured = Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, figure.measured]));
      expect(isMeasured).toEqual({
        baseline: baseline !== null,
        target: target !== null,
        latest: latest !== null,
        change: latest !== null && baseline !== null,
        relativeChange: latest !== null && baseline !== null && baseline !== 0,
        achieved: latest !== null && target !== null && way !== 'none',
      });
    }),
  );
});
