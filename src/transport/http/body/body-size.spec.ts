import { describe, expect, it } from '@jest/globals';
import { isOversized } from './body-size.js';

const oversized = (text: string): boolean => isOversized(Buffer.from(text));
const list = (count: number, item: string): string => `[${Array.from({ length: count }, () => item).join(' , ')}]`;
const nested = (levels: number, innermost: string): string => '['.repeat(levels) + innermost + ']'.repeat(levels);

describe('the size of JSON', () => {
  it.each([
    ['items', (values: number) => list(values - 1, '0')],
    ['empty objects', (values: number) => list(values - 1, '{ }')],
    ['empty lists', (values: number) => list(values - 1, '[]')],
    ['members', (values: number) => `{${list(values - 1, '"a":0').slice(1, -1)}}`],
    ['strings of commas and brackets', (values: number) => list(values - 1, '",[{\\",\\\\"')],
    ['lists of one', (values: number) => list((values - 1) / 2, '[0]')],
  ])('counts values: %s', (_, json) => {
    expect(oversized(json(9_999))).toBe(false);
    expect(oversized(json(10_001))).toBe(true);
  });

  it('counts exactly: 10,000 values are allowed', () => {
    expect([oversized(list(9_999, '0')), oversized(list(10_000, '0'))]).toEqual([false, true]);
  });

  it('counts levels: the body has none, and what is at level 20 may not hold anything', () => {
    expect(['0', '[]', '{}', '"["'].map((innermost) => oversized(nested(20, innermost)))).toEqual([
      ...[false, false, false, false],
    ]);
    expect(['0', '[]', '{}', '"["'].map((innermost) => oversized(nested(21, innermost)))).toEqual([
      ...[true, true, true, true],
    ]);
    expect(oversized(`[${nested(19, '0')},${nested(20, '0')}]`)).toBe(true);
  });

  it('leaves to the parser what is not JSON', () => {
    for (const text of ['', ' ', ']]]', '"', '"\\', '[,', '{"a"']) expect(oversized(text)).toBe(false);
  });
});
