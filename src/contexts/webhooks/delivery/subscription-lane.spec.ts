import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Clock } from '#kernel/clock';
import { Metrics } from '#kernel/metrics';
import type { ClaimedDelivery, DeliveryQueue } from './delivery-queue.js';
import type { DeliverySender } from './delivery-sender.js';
import { FairSlots } from '../worker/fair-slots.js';
import { SubscriptionLane } from './subscription-lane.js';
import { WorkerFailures } from '../worker/worker-failures.js';

const clock = new Clock();
const failures = new WorkerFailures(new Metrics());

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
    const slots = new FairSlots(1, { reserve: true });
    const lanes = [...left.keys()].map(
      (id) => new SubscriptionLane('organization', id, { queue, sender, slots, clock, failures }),
    );
    for (const lane of lanes) lane.wake();
    expect(lanes.map(({ idle }) => idle)).toEqual([false, false, false]);
    while (lanes.some(({ idle }) => !idle)) await Promise.all([delay(1), ...lanes.map((lane) => lane.rest())]);
    expect(sent).toHaveLength(16);
    expect(sent.slice(0, 6)).toEqual(['large', 'small', 'other', 'large', 'small', 'other']);
    expect(slots.take('organization', () => undefined)).toBe(true);
  });
});

describe('a lane that fails', () => {
  it('pauses twice as long after each further failure, and half a minute at most', async () => {
    let now = 0;
    let claims = 0;
    const lane = new SubscriptionLane('organization', 'subscription', {
      queue: { claim: () => Promise.reject(new Error(`claim ${(claims += 1)}`)), release: () => Promise.resolve() },
      sender: { send: () => Promise.resolve('succeeded') },
      slots: new FairSlots(1, { reserve: true }),
      clock: Object.assign(new Clock(), { now: () => new Date(now) }),
      failures,
    });
    const pauses: number[] = [];
    for (let expected = 1; expected <= 11; expected += 1) {
      lane.wake();
      await lane.rest();
      expect([claims, lane.full, lane.idle]).toEqual([expected, true, false]);
      const failedAt = now;
      while (lane.full) now += 100;
      pauses.push(now - failedAt);
    }
    expect(pauses).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000]);
    now += 30_000;
    expect(lane.idle).toBe(true);
  });
});
