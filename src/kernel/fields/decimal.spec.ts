import { describe, expect, it } from '@jest/globals';
import { decimalOf, numberOf, significantDigits } from './decimal.js';

describe('a decimal number', () => {
  it.each([
    [0, 0n, 0],
    [-0, 0n, 0],
    [0.1 + 0.2, 30000000000000004n, 17],
    [0.3, 3n, 1],
    [-12.5, -125n, 1],
    [100, 100n, 0],
    [1e21, 10n ** 21n, 0],
    [1.5e22, 15n * 10n ** 21n, 0],
    [1e-7, 1n, 7],
    [-1.25e-9, -125n, 11],
  ])('is what its shortest text says: %d', (value, units, places) => {
    expect(decimalOf(value)).toEqual({ units, places });
    expect(numberOf({ units, places })).toBe(value === 0 ? 0 : value);
  });

  it.each([
    [0, 0],
    [100, 1],
    [0.001, 1],
    [-12.5, 3],
    [123456789012345, 15],
  ])('has significant digits: %d has %d', (value, digits) => {
    expect(significantDigits(decimalOf(value))).toBe(digits);
  });
});
