import { describe, expect, it } from '@jest/globals';
import { FairSlots } from './fair-slots.js';

/** Takes as a lane does: at once, or when called. Returns who got a slot, in order. */
function takers(slots: FairSlots): { got: string[]; take: (organization: string, name: string) => void } {
  const got: string[] = [];
  const take = (organization: string, name: string): void => {
    const start = (): void => {
      if (slots.take(organization, start)) got.push(`${organization}${name}`);
    };
    start();
  };
  return { got, take };
}

describe('fair slots', () => {
  it('go to organizations in turn, and within one to who waits longest', () => {
    const slots = new FairSlots(1, { reserve: false });
    const { got, take } = takers(slots);
    for (const name of ['1', '2', '3', '4']) take('a', name);
    for (const name of ['1', '2']) take('b', name);
    take('c', '1');
    expect(slots.isContended).toBe(true);
    for (const held of ['a', 'a', 'b', 'c', 'a', 'b', 'a']) slots.release(held);
    expect(got).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
    expect(slots.isContended).toBe(false);
  });

  it('pass on to the next where who was called has no use for one', () => {
    const slots = new FairSlots(1, { reserve: false });
    const { got, take } = takers(slots);
    take('a', '1');
    expect(slots.take('b', () => void got.push('b without use'))).toBe(false);
    take('b', '2');
    slots.release('a');
    expect(got).toEqual(['a1', 'b without use', 'b2']);
  });

  it('of an organization are never more than are left, so that every other one gets one at once', () => {
    const slots = new FairSlots(8, { reserve: true });
    const { got, take } = takers(slots);
    for (let n = 1; n <= 20; n += 1) take('a', String(n));
    expect(got).toHaveLength(4);
    for (let n = 1; n <= 20; n += 1) take('b', String(n));
    expect(got.filter((name) => name.startsWith('b'))).toHaveLength(2);
    take('c', '1');
    expect(got.at(-1)).toBe('c1');
  });

  it('that were reserved are used again once released', () => {
    const slots = new FairSlots(2, { reserve: true });
    const { got, take } = takers(slots);
    for (const name of ['1', '2', '3']) take('a', name);
    take('b', '1');
    expect(got).toEqual(['a1', 'b1']);
    slots.release('a');
    expect(got).toEqual(['a1', 'b1', 'a2']);
    slots.release('b');
    slots.release('a');
    expect(got).toEqual(['a1', 'b1', 'a2', 'a3']);
  });
});
