import { describe, expect, it } from '@jest/globals';
import { RequestTurns } from './request-turns.js';

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Requests that arrive in the same turn of the event loop, in this order. Returns how many had started after each turn. */
async function arrive(owners: string[]): Promise<{ order: string[]; counts: number[] }> {
  const turns = new RequestTurns();
  const order: string[] = [];
  for (const owner of owners) {
    if (turns.startsNow()) order.push(owner);
    else turns.wait(owner, () => order.push(owner) > 0);
  }
  const counts = [order.length];
  while (order.length < owners.length) {
    await nextTurn();
    counts.push(order.length);
  }
  return { order, counts };
}

describe('requests that arrive in one turn of the event loop', () => {
  it('start at once when they are few', async () => {
    expect((await arrive(['a', 'a', 'a', 'b'])).counts).toEqual([4]);
  });

  it('start four in each turn', async () => {
    expect((await arrive(Array.from({ length: 14 }, () => 'a'))).counts).toEqual([4, 8, 12, 14]);
  });

  it('start by owner in turn', async () => {
    const owners = ['a', 'a', 'a', 'a', ...'aaaaabbc'];
    expect((await arrive(owners)).order.slice(4).join('')).toBe('abcabaaa');
  });

  it('do not overtake those that wait', async () => {
    const turns = new RequestTurns();
    const order: string[] = [];
    for (let count = 0; count < 4; count += 1) turns.startsNow();
    for (let count = 0; count < 6; count += 1) turns.wait('a', () => order.push(`a${count}`) > 0);
    await nextTurn();
    expect([order.length, turns.startsNow()]).toEqual([4, false]);
    turns.wait('a', () => order.push('late') > 0);
    await nextTurn();
    expect(order).toEqual(['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'late']);
    expect(turns.startsNow()).toBe(true);
  });

  it('take no place of others when they are refused', async () => {
    const turns = new RequestTurns();
    const order: string[] = [];
    for (let count = 0; count < 4; count += 1) turns.startsNow();
    for (let count = 0; count < 20; count += 1) turns.wait('a', () => order.push('refused') === 0);
    for (let count = 0; count < 5; count += 1) turns.wait('a', () => order.push('started') > 0);
    await nextTurn();
    expect(order.filter((what) => what === 'refused')).toHaveLength(20);
    expect(order.filter((what) => what === 'started')).toHaveLength(4);
  });

  it('are told how long they waited, and others what to expect', async () => {
    const turns = new RequestTurns();
    for (let count = 0; count < 4; count += 1) turns.startsNow();
    const end = performance.now() + 20;
    const waited = new Promise<number>((resolve) => {
      turns.wait('a', (waitedMs) => {
        resolve(waitedMs);
        return true;
      });
    });
    while (performance.now() < end);
    expect(turns.expectedWaitMs('a')).toBeGreaterThanOrEqual(19);
    expect(turns.expectedWaitMs('b')).toBe(0);
    expect(await waited).toBeGreaterThanOrEqual(19);
    expect(turns.expectedWaitMs('a')).toBe(0);
  });
});
