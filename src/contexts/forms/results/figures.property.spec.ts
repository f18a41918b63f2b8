import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { figuresOf } from './figures.js';

const values = fc.array(
  fc
    .tuple(fc.integer({ min: -10_000, max: 10_000 }), fc.integer({ min: 0, max: 4 }))
    .map(([units, places]) => Number(`${units}e-${places}`)),
  { minLength: 1, maxLength: 60 },
);

function counted(all: readonly number[]) {
  const distinct = [...new Set(all.map((value) => value + 0))].sort((one, other) => one - other);
  return distinct.map((value) => ({ value, count: all.filter((one) => one === value).length }));
}

it('mean and median of counted values are those of the values one by one', () => {
  fc.assert(
    fc.property(values, (all) => {
      const sorted = all.toSorted((one, other) => one - other);
      const half = sorted.length / 2;
      const median = sorted.length % 2 === 1 ? sorted[Math.floor(half)] : (sorted[half - 1] + sorted[half]) / 2;
      const mean = all.reduce((sum, value) => sum + value, 0) / all.length;
      const figures = figuresOf(counted(all));
      expect(figures?.sample).toBe(all.length);
      expect(figures?.median).toBeCloseTo(median, 8);
      expect(figures?.mean).toBeCloseTo(mean, 8);
    }),
  );
});

it('sums are exact, and nothing has no figures', () => {
  const figures = figuresOf([
    { value: 0.1, count: 1 },
    { value: 0.2, count: 1 },
  ]);
  expect(figures).toEqual({ mean: 0.15, median: 0.15, sample: 2 });
  expect(figuresOf([])).toBeUndefined();
});
