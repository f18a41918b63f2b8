import { describe, expect, it } from '@jest/globals';
import { difference, figuresOf, share } from './outcome-figures.js';

const NONE = { direction: 'increase', baseline: null, target: null, latest: null } as const;
const missing = (reason: string) => ({ measured: false, reason });
const measured = (value: number | boolean) => ({ measured: true, value });

describe('the figures of an outcome measure', () => {
  it('are not measured where a value is missing; a missing reading is told before all else', () => {
    expect(figuresOf(NONE)).toEqual({
      baseline: missing('no_baseline'),
      target: missing('no_target'),
      latest: missing('no_reading'),
      change: missing('no_reading'),
      relativeChange: missing('no_reading'),
      achieved: missing('no_reading'),
    });
    expect(figuresOf({ ...NONE, direction: 'none', latest: 4 })).toEqual({
      baseline: missing('no_baseline'),
      target: missing('no_target'),
      latest: measured(4),
      change: missing('no_baseline'),
      relativeChange: missing('no_baseline'),
      achieved: missing('no_target'),
    });
  });

  it('have no share of a baseline of 0, and no verdict without a direction', () => {
    const values = { direction: 'none', baseline: 0, target: 5, latest: 4 } as const;
    const { change, relativeChange, achieved } = figuresOf(values);
    expect([change, relativeChange, achieved]).toEqual([
      measured(4),
      missing('baseline_zero'),
      missing('no_direction'),
    ]);
  });

  it.each([
    ['increase', 4, 5, false],
    ['increase', 5, 5, true],
    ['increase', 6, 5, true],
    ['decrease', 4, 5, true],
    ['decrease', 5, 5, true],
    ['decrease', 6, 5, false],
  ] as const)('say whether the target is achieved: to %s, %d of %d', (direction, latest, target, value) => {
    expect(figuresOf({ direction, baseline: null, target, latest }).achieved).toEqual(measured(value));
  });

  it.each([
    [0.3, 0.1, 0.2],
    [0.1, 0.3, -0.2],
    [1.0001, 1, 0.0001],
    [99999999999.9999, -99999999999.9999, 199999999999.9998],
    [5, 5, 0],
    [-2.5, 2.25, -4.75],
  ])('have an exact change: from %d to %d', (to, from, change) => {
    expect(Object.is(difference(to, from), change)).toBe(true);
  });

  it.each([
    [1, 3, 0.3333],
    [-2, 3, -0.6667],
    [2, -4, 0.5],
    [1, 32, 0.0313],
    [-1, 32, -0.0313],
    [-1, 1_000_000, 0],
    [0.0001, 0.0003, 0.3333],
    [30, 0.5, 60],
  ])('have a share with 4 places, halves away from zero: %d of %d', (change, base, value) => {
    expect(Object.is(share(change, base), value)).toBe(true);
  });
});
