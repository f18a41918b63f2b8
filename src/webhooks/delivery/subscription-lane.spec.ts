import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { ClaimedDelivery, DeliveryQueue } from './delivery-queue.js';
import type { DeliverySender } from './delivery-sender.js';
import { Slots, SubscriptionLane } from './subscription-lane.js';

describe('slots', () => {
  it('go to who waits longest, and to the next where that one has no use for it', () => {
    const slots = new Slots(1);
    const called: string[] = [];
    const taker = (name: string) => () => {
      if (slots.take(() => undefined)) called.push(name);
    };
    expect(slots.take(taker('first'))).toBe(true);
    expect(slots.take(() => void called.push('without use'))).toBe(false);
    expect(slots.take(taker('second'))).toBe(false);
    expect(slots.take(taker('third'))).toBe(false);
    expect(slots.wanted).toBe(true);
    slots.giveBack();
    expect(called).toEqual(['without use', 'second']);
    slots.giveBack();
    expect(called).toEqual(['without use', 'second', 'third']);
    expect(slots.wanted).toBe(false);
  });
});

describe('lanes that share fewer slots than they could use', () => {
  it('take turns, so that a backlog of one holds up no other', async () => {
    const sent: string[] = [];
    const left = new Map([
      ['large', 12],
      ['small', 2],
      ['other', 2],
    ]);
    const queue = {
      claim: (_organizationId: string, subscriptionId: string, count: number) => {
        const taken = Math.min(count, left.get(subscriptionId) ?? 0);
        left.set(subscriptionId, (left.get(subscriptionId) ?? 0) - taken);
        return Promise.resolve(Array.from({ length: taken }, () => ({ subscriptionId }) as ClaimedDelivery));
      },
    } as unknown as DeliveryQueue;
    const sender = {
      send: async ({ subscriptionId }: ClaimedDelivery) => {
        sent.push(subscriptionId);
        await delay(1);
        return 'succeeded';
      },
    } as unknown as DeliverySender;
    const slots = new Slots(1);
    const lanes = [...left.keys()].map((id) => new SubscriptionLane('school', id, queue, sender, slots));
    for (const lane of lanes) lane.wake();
    expect(lanes.map(({ idle }) => idle)).toEqual([false, false, false]);
    while (lanes.some(({ idle }) => !idle)) await Promise.all([delay(1), ...lanes.map((lane) => lane.rest())]);
    expect(sent).toHaveLength(16);
    expect(sent.slice(0, 6)).toEqual(['large', 'small', 'other', 'large', 'small', 'other']);
    expect(slots.take(() => undefined)).toBe(true);
  });
});
