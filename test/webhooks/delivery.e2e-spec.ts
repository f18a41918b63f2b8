import { describe, expect, it } from '@jest/globals';
import { EndpointBox } from '#contexts/webhooks/subscription/endpoint-box.js';
import { afterWaitingFor } from '../support/held-rows.js';
import { linesOf } from '../support/log-lines.js';
import { School } from '../support/school.js';
import { Receiver } from './receiver.js';
import { app, receiver, school, setUp } from './set-up.js';
import {
  createGroup,
  eventIds,
  readDeliveries,
  readSubscription,
  subscribe,
  subscribeAndVerify,
  workerOf,
} from './subscribing.js';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

setUp();

describe('a delivery', () => {
  it.each(['a raw secret of some length', `whsec_${Buffer.alloc(24, 5).toString('base64')}`])(
    'is what the Standard Webhooks library accepts, under the secret %s',
    async (secret) => {
      receiver.secret = secret;
      await subscribeAndVerify(app, school, receiver);
      await createGroup(school, 'Level one');
      await workerOf(app).runOnce();
      expect(receiver.arrivals).toHaveLength(1);
      const [arrival] = receiver.arrivals;
      const [id] = await eventIds(school);
      expect(receiver.verify(arrival)).toEqual({
        id,
        type: 'group.created',
        timestamp: expect.stringMatching(/Z$/),
        organizationId: school.id,
        data: expect.objectContaining({ name: 'Level one' }),
      });
      expect(arrival.headers['webhook-id']).toBe(id);
      expect(Buffer.byteLength(arrival.body)).toBeLessThan(20_000);
    },
  );

  it('that meets the end of a kept connection is made at once on a new one, and that is one attempt', async () => {
    const id = await subscribeAndVerify(app, school, receiver);
    await createGroup(school, 'Level one');
    await workerOf(app).runOnce();
    receiver.behave = () => {
      receiver.behave = () => ({ status: 204 });
      receiver.hangUp();
      return null;
    };
    await createGroup(school, 'Level two');
    await workerOf(app).runOnce();
    expect(receiver.arrivals).toHaveLength(3);
    expect(receiver.ids).toEqual(await eventIds(school));
    const deliveries = await readDeliveries(school, id);
    expect(deliveries.map(({ status, attempts }) => [status, attempts.length])).toEqual([
      ['succeeded', 1],
      ['succeeded', 1],
    ]);
  });

  it('goes to each subscription that names the event, of its own organization alone', async () => {
    const other = await School.open(app);
    const strangers = await Receiver.open();
    const second = await Receiver.open();
    const uninterested = await Receiver.open();
    try {
      await subscribeAndVerify(app, school, receiver);
      await subscribeAndVerify(app, school, second);
      await subscribe(school, uninterested, ['program.restored']);
      await subscribeAndVerify(app, other, strangers);
      await createGroup(school);
      await workerOf(app).runOnce();
      expect([receiver.ids, second.ids]).toEqual([await eventIds(school), await eventIds(school)]);
      expect([uninterested.arrivals, strangers.arrivals]).toEqual([[], []]);
    } finally {
      await Promise.all([strangers.close(), second.close(), uninterested.close()]);
    }
  });

  it('leaves no outbox row where nobody subscribes, and none after it was dispatched', async () => {
    const outbox = async (): Promise<number> =>
      (await school.rows('select id from event_outbox where organization_id = $1')).rows.length;
    await createGroup(school);
    expect(await outbox()).toBe(0);
    await subscribeAndVerify(app, school, receiver);
    await createGroup(school);
    expect(await outbox()).toBe(1);
    await workerOf(app).runOnce();
    expect(await outbox()).toBe(0);
  });

  it('is tried eight times over the schedule with one webhook-id, each attempt logged, then fails', async () => {
    receiver.behave = () => ({ status: 503, body: 'x'.repeat(3_000) });
    const id = await subscribeAndVerify(app, school, receiver);
    await createGroup(school);
    const waits = [0, 6, 360, 2_160, 8_640, 21_600, 43_200, 43_200].map((seconds) => seconds * SECOND);
    app.stopClock();
    let at = app.now().getTime();
    for (const [made, wait] of waits.entries()) {
      // A little before four fifths of the wait, nothing is due yet.
      if (made > 0) {
        app.stopClock(new Date(at + wait * 0.6));
        await workerOf(app).runOnce();
        expect(receiver.arrivals).toHaveLength(made);
      }
      at += wait;
      app.stopClock(new Date(at));
      await workerOf(app).runOnce();
      expect(receiver.arrivals).toHaveLength(made + 1);
    }
    expect(receiver.ids).toEqual(await eventIds(school));
    expect(receiver.arrivals.every((arrival) => receiver.isSigned(arrival))).toBe(true);
    expect(new Set(receiver.arrivals.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(8);
    const [delivery] = await readDeliveries(school, id, '?status=failed');
    expect(delivery).toMatchObject({ status: 'failed', attemptCount: 8, nextAttemptAt: null });
    expect(delivery.attempts.map(({ number }) => number)).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
    expect(delivery.attempts[0]).toMatchObject({
      responseStatus: 503,
      responseBody: 'x'.repeat(1_024),
      error: 'bad_status',
    });
    app.stopClock(new Date(at + 100 * HOUR));
    await workerOf(app).runOnce();
    expect(receiver.arrivals).toHaveLength(8);
  });

  it('succeeds at a later attempt', async () => {
    receiver.behave = () => ({ status: receiver.arrivals.length === 1 ? 500 : 200, body: 'thanks' });
    const id = await subscribeAndVerify(app, school, receiver);
    await createGroup(school);
    await workerOf(app).runOnce();
    expect(await readDeliveries(school, id)).toEqual([
      expect.objectContaining({ status: 'pending', attemptCount: 1, completedAt: null }),
    ]);
    app.moveClock(6 * SECOND);
    await workerOf(app).runOnce();
    const [delivery] = await readDeliveries(school, id);
    expect(delivery).toMatchObject({ status: 'succeeded', attemptCount: 2, nextAttemptAt: null });
    expect(delivery.attempts[0]).toMatchObject({ responseStatus: 200, responseBody: 'thanks', error: null });
  });

  it('waits as long as Retry-After asks', async () => {
    receiver.behave = () => ({ status: 429, headers: { 'Retry-After': '3600' } });
    await subscribeAndVerify(app, school, receiver);
    await createGroup(school);
    await workerOf(app).runOnce();
    app.moveClock(3_500 * SECOND);
    await workerOf(app).runOnce();
    expect(receiver.arrivals).toHaveLength(1);
    app.moveClock(3_700 * SECOND);
    await workerOf(app).runOnce();
    expect(receiver.arrivals).toHaveLength(2);
  });

  it('fails at a redirect, which is not followed', async () => {
    const elsewhere = await Receiver.open();
    receiver.behave = () => ({ status: 302, headers: { Location: elsewhere.url } });
    const id = await subscribeAndVerify(app, school, receiver);
    await createGroup(school);
    await workerOf(app).runOnce();
    expect((await readDeliveries(school, id))[0].attempts[0]).toMatchObject({
      responseStatus: 302,
      error: 'bad_status',
    });
    expect(elsewhere.connections).toBe(0);
    await elsewhere.close();
  });

  it('logs that nobody listened', async () => {
    const id = await subscribeAndVerify(app, school, receiver);
    await receiver.close();
    await createGroup(school);
    await workerOf(app).runOnce();
    expect((await readDeliveries(school, id))[0].attempts).toEqual([
      expect.objectContaining({ responseStatus: null, responseBody: null, error: 'connect_failed' }),
    ]);
  });
});

describe('a subscription', () => {
  it('is paused by 410, and holds what was not delivered until it is resumed', async () => {
    receiver.behave = () => ({ status: 410 });
    const id = await subscribeAndVerify(app, school, receiver);
    await createGroup(school);
    await workerOf(app).runOnce();
    expect((await readSubscription(school, id)).status).toBe('paused');
    expect(linesOf(app, 'webhook subscription paused')).toContainEqual(
      expect.objectContaining({ level: 40, organizationId: school.id, subscriptionId: id, reason: 'gone' }),
    );
    app.moveClock(6 * SECOND);
    await createGroup(school);
    await workerOf(app).runOnce();
    expect(receiver.arrivals).toHaveLength(1);
    receiver.behave = () => ({ status: 200 });
    expect((await school.owner.client.post(`/webhook-subscriptions/${id}/resume`)).body.data.status).toBe('active');
    await workerOf(app).runOnce();
    expect(receiver.ids).toEqual(await eventIds(school));
    expect(await readDeliveries(school, id, '?status=succeeded')).toHaveLength(2);
  });

  it('is paused by 410 while its endpoint is encrypted anew', async () => {
    const id = await subscribeAndVerify(app, school, receiver);
    receiver.behave = async () => {
      const sealed = app.nest.get(EndpointBox, { strict: false }).seal(school.id, id, receiver.url);
      await app.rows.query(
        'update webhook_subscriptions set endpoint_ciphertext = $3 where organization_id = $1 and id = $2',
        [school.id, id, sealed.endpointCiphertext],
      );
      return { status: 410 };
    };
    await createGroup(school);
    await workerOf(app).runOnce();
    expect((await readSubscription(school, id)).status).toBe('paused');
  });

  it('is paused after five days of failures only', async () => {
    receiver.behave = () => ({ status: 500 });
    const id = await subscribeAndVerify(app, school, receiver);
    await createGroup(school);
    await workerOf(app).runOnce();
    app.moveClock(119 * HOUR);
    await createGroup(school);
    await workerOf(app).runOnce();
    expect((await readSubscription(school, id)).status).toBe('active');
    app.moveClock(121 * HOUR);
    await createGroup(school);
    await workerOf(app).runOnce();
    expect((await readSubscription(school, id)).status).toBe('paused');
  });

  it('is not paused when one delivery went well in the five days', async () => {
    receiver.behave = () => ({ status: 500 });
    const id = await subscribeAndVerify(app, school, receiver);
    await createGroup(school);
    await workerOf(app).runOnce();
    app.moveClock(100 * HOUR);
    receiver.behave = () => ({ status: 200 });
    await workerOf(app).runOnce();
    receiver.behave = () => ({ status: 500 });
    app.moveClock(130 * HOUR);
    await createGroup(school);
    await workerOf(app).runOnce();
    expect((await readSubscription(school, id)).status).toBe('active');
  });

  it('gets what happened while it was not yet verified', async () => {
    const id = await subscribe(school, receiver);
    await createGroup(school);
    receiver.prove = () => ({ status: 500 });
    await workerOf(app).runOnce();
    expect((await readSubscription(school, id)).status).toBe('validation_failed');
    await createGroup(school);
    await workerOf(app).runOnce();
    expect(receiver.arrivals).toHaveLength(0);
    expect(await readDeliveries(school, id, '?status=pending')).toHaveLength(2);
    receiver.prove = ({ body }) => ({ status: 200, body: JSON.stringify(receiver.proof(body)) });
    await school.owner.client.post(`/webhook-subscriptions/${id}/verify`);
    await workerOf(app).runOnce();
    expect(receiver.ids).toEqual(await eventIds(school));
  });
});

describe('the delivery log', () => {
  it('pages newest first and filters by status', async () => {
    const id = await school.subscription();
    const made: string[] = [];
    for (const status of ['failed', 'succeeded', 'failed']) {
      made.unshift(await school.delivery(id, { status, due_at: null }));
    }
    const list = (query: string) => school.owner.client.get(`/webhook-subscriptions/${id}/deliveries${query}`);
    const first = await list('?limit=2');
    expect(first.body.data.items).toMatchObject(made.slice(0, 2).map((made) => ({ id: made })));
    const second = await list(`?limit=2&cursor=${first.body.data.nextCursor}`);
    expect(second.body.data).toMatchObject({ items: [{ id: made[2], attempts: [] }], nextCursor: null });
    const failed = await list('?status=failed');
    expect(failed.body.data.items).toMatchObject([{ id: made[0] }, { id: made[2] }]);
  });

  it('sends a delivery once more under the same webhook-id, when it has ended', async () => {
    const id = await subscribeAndVerify(app, school, receiver);
    await createGroup(school);
    await workerOf(app).runOnce();
    const [{ id: deliveryId }] = await readDeliveries(school, id);
    const again = await school.owner.client.post(`/webhook-deliveries/${deliveryId}/redeliver`);
    expect(again.body.data).toMatchObject({ id: deliveryId, status: 'pending', attemptCount: 1, completedAt: null });
    const more = await Promise.all(
      Array.from({ length: 50 }, () => school.owner.client.post(`/webhook-deliveries/${deliveryId}/redeliver`)),
    );
    expect(new Set(more.map(({ status }) => status))).toEqual(new Set([409]));
    await workerOf(app).runOnce();
    expect(receiver.arrivals).toHaveLength(2);
    expect(receiver.ids).toEqual(await eventIds(school));
    const [delivery] = await readDeliveries(school, id);
    expect(delivery).toMatchObject({ status: 'succeeded', attemptCount: 2 });
    expect(delivery.attempts.map(({ number }) => number)).toEqual([2, 1]);
  });

  it('waits with another attempt for a deletion of the subscription under way, and then knows nothing of it', async () => {
    const id = await school.subscription();
    const delivery = await school.delivery(id, { status: 'succeeded', due_at: null });
    const deletion = {
      sql: 'update webhook_subscriptions set deleted_at = now() where organization_id = $1 and id = $2',
      values: [id],
    };
    const redeliver = () => school.owner.client.post(`/webhook-deliveries/${delivery}/redeliver`);
    expect((await afterWaitingFor(school, deletion, redeliver)).status).toBe(404);
    const { rows } = await school.rows('select status from webhook_deliveries where organization_id = $1');
    expect(rows).toEqual([{ status: 'succeeded' }]);
  });
});
