import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DeliveryQueue } from '#contexts/webhooks/delivery/delivery-queue.js';
import { useSchool } from '../support/use-school.js';

const WAITING = 60;

const { app, school } = useSchool({ isOwn: true });
let queue: DeliveryQueue;
let subscriptionId: string;

beforeAll(() => {
  queue = app.nest.get(DeliveryQueue, { strict: false });
});
beforeEach(async () => {
  subscriptionId = await school.subscription();
  for (let n = 0; n < WAITING; n += 1) await school.delivery(subscriptionId);
});

const claim = (count: number) => queue.claim(school.id, subscriptionId, count);
const leased = async (): Promise<number> =>
  (await school.rows('select id from webhook_deliveries where organization_id = $1 and lease_token is not null')).rows
    .length;

describe('claiming deliveries', () => {
  it('takes as many as were asked for, however many wait', async () => {
    for (const taken of [8, 16, 24, 32, 40, 48, 56]) {
      expect(await claim(8)).toHaveLength(8);
      expect(await leased()).toBe(taken);
    }
    expect(await claim(8)).toHaveLength(4);
    expect(await claim(8)).toEqual([]);
  });

  it('gives each delivery to one of many who claim at once', async () => {
    const claims = await Promise.all(Array.from({ length: 12 }, () => claim(10)));
    const ids = claims.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(0);
    expect(await leased()).toBe(ids.length);
  });

  it('takes none of a subscription that is not active, and none before it is due', async () => {
    const paused = await school.subscription({ status: 'paused' });
    await school.delivery(paused);
    expect(await queue.claim(school.id, paused, 8)).toEqual([]);
    const later = await school.subscription();
    await school.delivery(later, { due_at: new Date(app.now().getTime() + 60_000) });
    expect(await queue.claim(school.id, later, 8)).toEqual([]);
  });

  it('can be undone: what is given back is due again, and nothing else is', async () => {
    const [mine, others] = [await claim(5), await claim(5)];
    await Promise.all(mine.map((delivery) => queue.release(delivery)));
    expect(await leased()).toBe(others.length);
    await queue.release({ ...others[0], leaseToken: mine[0].leaseToken });
    expect(await leased()).toBe(others.length);
  });
});
