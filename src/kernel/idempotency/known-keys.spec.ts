import { describe, expect, it } from '@jest/globals';
import { KnownKeys } from './known-keys.js';

const GENERATION = 10_000;

function filled(count: number): KnownKeys {
  const keys = new KnownKeys();
  for (let number = 1; number <= count; number += 1) keys.add(`key ${number}`);
  return keys;
}

describe('known keys', () => {
  it('are known once they are added, until they are removed', () => {
    const keys = filled(2);
    expect([keys.has('key 1'), keys.has('key 2'), keys.has('key 3')]).toEqual([true, true, false]);
    keys.remove('key 1');
    expect([keys.has('key 1'), keys.has('key 2')]).toEqual([false, true]);
  });

  it('are known through a whole generation of younger ones, and forgotten by the next', () => {
    expect(filled(2 * GENERATION).has('key 1')).toBe(true);
    const keys = filled(2 * GENERATION + 1);
    expect([keys.has('key 1'), keys.has(`key ${GENERATION}`)]).toEqual([false, false]);
    expect([keys.has(`key ${GENERATION + 1}`), keys.has(`key ${2 * GENERATION + 1}`)]).toEqual([true, true]);
  });

  it('are removed from the older generation as well', () => {
    const keys = filled(GENERATION + 1);
    keys.remove('key 1');
    expect(keys.has('key 1')).toBe(false);
  });
});
