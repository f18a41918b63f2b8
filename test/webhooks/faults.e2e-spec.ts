import { describe, expect, it } from '@jest/globals';
import { withFaultAt, type Fault } from '../support/statement-faults.js';
import { app, receiver, school, setUp } from './set-up.js';
import { createGroup, eventIds, readDeliveries, readSubscription, subscribe, workerOf } from './subscribing.js';

const AFTER_THE_LEASE = 60_000;
const MORE_THAN_ANY_RUN = 100;

setUp();

describe('a worker one of whose statements meets a fault', () => {
  const faults: Fault[] = ['error', 'cut'];
  it.each(faults)(
    'still verifies and delivers everything in the end: %s',
    async (fault) => {
      let moved = 0;
      for (let n = 1; n < MORE_THAN_ANY_RUN; n += 1) {
        const id = await subscribe(school, receiver);
        await createGroup(school);
        const { reached } = await withFaultAt(n, fault, () =>
          workerOf(app)
            .runOnce()
            .catch(() => undefined),
        );
        moved += AFTER_THE_LEASE;
        app.moveClock(moved);
        await workerOf(app).runOnce();
        expect([n, (await readSubscription(school, id)).status]).toEqual([n, 'active']);
        expect(receiver.ids).toEqual(await eventIds(school));
        const deliveries = await readDeliveries(school, id);
        expect(deliveries.map(({ status }) => status)).toEqual(['succeeded']);
        expect(deliveries[0].attempts).toHaveLength(deliveries[0].attemptCount);
        await school.owner.client.delete(`/webhook-subscriptions/${id}`);
        if (!reached) return;
      }
      throw new Error('no run without the fault');
    },
    120_000,
  );
});
