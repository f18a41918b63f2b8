import { describe, expect, it } from '@jest/globals';
import { DeliveryQueue } from '#contexts/webhooks/delivery/delivery-queue.js';
import { linesOf } from '../support/log-lines.js';
import { startTestApp } from '../support/test-app.js';
import { until } from '../support/until.js';
import { Receiver } from './receiver.js';
import { app, LOCAL_RECEIVERS, receiver, school, setUp } from './set-up.js';
import {
  createGroup,
  eventIds,
  readDeliveries,
  readSubscription,
  subscribe,
  subscribeAndVerify,
  workerOf,
} from './subscribing.js';

const NEW_SECRET = 'a-new-secret-of-many';

const rotate = (id: string, secret = NEW_SECRET) =>
  school.owner.client.post(`/webhook-subscriptions/${id}/rotate-secret`, { secret });

/** One run of the worker in which something happens after the claim has committed and before anything is signed. */
async function runWithPause(happen: () => Promise<void>): Promise<void> {
  const queue = app.nest.get(DeliveryQueue, { strict: false });
  const original = queue.claim.bind(queue);
  let happened = false;
  queue.claim = async (...claimed) => {
    const deliveries = await original(...claimed);
    if (deliveries.length > 0 && !happened) {
      happened = true;
      await happen();
    }
    return deliveries;
  };
  try {
    await workerOf(app).runOnce();
  } finally {
    queue.claim = original;
  }
}

setUp();

describe('a verification', () => {
  it('asks with a signed challenge, and activates on consent and proof', async () => {
    const id = await subscribe(school, receiver);
    await workerOf(app).runOnce();
    expect(receiver.challenges).toHaveLength(1);
    expect(receiver.verify(receiver.challenges[0])).toEqual({
      type: 'webhook.verification',
      challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(await readSubscription(school, id)).toMatchObject({
      status: 'active',
      lastValidatedAt: expect.any(String),
      lastValidationError: null,
    });
    expect(linesOf(app, 'webhook subscription activated')).toContainEqual(
      expect.objectContaining({ organizationId: school.id, subscriptionId: id }),
    );
  });

  it.each<[string, Receiver['prove']]>([
    ['bad_status', () => ({ status: 204 })],
    ['bad_status', () => ({ status: 302, headers: { Location: 'http://127.0.0.1:1/' } })],
    ['bad_status', () => ({ status: 500, body: 'Fatal: password=hunter2' })],
    ['bad_proof', () => ({ status: 200, body: 'not json' })],
    ['bad_proof', () => ({ status: 200, body: 'null' })],
    ['bad_proof', ({ body }) => ({ status: 200, body })],
    ['bad_proof', ({ body }) => ({ status: 200, body: JSON.stringify({ ...JSON.parse(body), response: 'AAAA' }) })],
    ['too_large', () => ({ status: 200, body: 'x'.repeat(1_025) })],
  ])('fails with %s, in no words of the peer', async (error, prove) => {
    receiver.prove = prove;
    const id = await subscribe(school, receiver);
    await workerOf(app).runOnce();
    expect(await readSubscription(school, id)).toMatchObject({
      status: 'validation_failed',
      lastValidatedAt: null,
      lastValidationError: error,
    });
  });

  it('fails with bad_proof where the proof is made with another secret', async () => {
    receiver.prove = ({ body }) => ({
      status: 200,
      body: JSON.stringify(receiver.proof(body, 'a-wrong-secret-of-many')),
    });
    const id = await subscribe(school, receiver);
    await workerOf(app).runOnce();
    expect((await readSubscription(school, id)).lastValidationError).toBe('bad_proof');
  });

  it('fails with connect_failed where nobody listens, and with tls_failed where no TLS is spoken', async () => {
    const closed = await Receiver.open();
    const { port } = closed;
    await closed.close();
    const silent = await subscribe(school, { url: `https://127.0.0.1:${port}/`, secret: receiver.secret });
    const plain = await subscribe(school, { url: `https://127.0.0.1:${receiver.port}/`, secret: receiver.secret });
    await workerOf(app).runOnce();
    expect((await readSubscription(school, silent)).lastValidationError).toBe('connect_failed');
    expect((await readSubscription(school, plain)).lastValidationError).toBe('tls_failed');
  });

  it('fails with timeout after five seconds', async () => {
    receiver.prove = () => null;
    const id = await subscribe(school, receiver);
    const started = performance.now();
    await workerOf(app).runOnce();
    // How much later depends on the machine.
    expect(performance.now() - started).toBeGreaterThan(4_900);
    expect((await readSubscription(school, id)).lastValidationError).toBe('timeout');
  }, 15_000);

  it('never activates when it began with the old secret', async () => {
    const id = await subscribe(school, receiver);
    const old = receiver.secret;
    receiver.prove = async ({ body }) => {
      if (receiver.challenges.length === 1) await rotate(id);
      return { status: 200, body: JSON.stringify(receiver.proof(body, old)) };
    };
    await workerOf(app).runOnce();
    expect(receiver.challenges).toHaveLength(2);
    expect(receiver.isSigned(receiver.challenges[1], NEW_SECRET)).toBe(true);
    expect(await readSubscription(school, id)).toMatchObject({
      status: 'validation_failed',
      lastValidationError: 'bad_proof',
    });
  });

  it('counts no more when the endpoint moved meanwhile', async () => {
    const elsewhere = await Receiver.open();
    elsewhere.prove = () => ({ status: 403 });
    const id = await subscribe(school, receiver);
    receiver.prove = async ({ body }) => {
      await school.owner.client.patch(`/webhook-subscriptions/${id}`, { endpointUrl: elsewhere.url });
      return { status: 200, body: JSON.stringify(receiver.proof(body)) };
    };
    await workerOf(app).runOnce();
    expect(await readSubscription(school, id)).toMatchObject({
      status: 'validation_failed',
      lastValidationError: 'bad_status',
    });
    expect(elsewhere.challenges).toHaveLength(1);
    await elsewhere.close();
  });

  it('is taken up again when the process that began it died', async () => {
    const id = await subscribe(school, receiver);
    await school.rows(
      `update webhook_subscriptions set status = 'validating', verification_leased_until = $2 where organization_id = $1`,
      new Date(Date.now() + 30_000),
    );
    await workerOf(app).runOnce();
    expect((await readSubscription(school, id)).status).toBe('validating');
    app.moveClock(31_000);
    await workerOf(app).runOnce();
    expect((await readSubscription(school, id)).status).toBe('active');
  });
});

describe('a rotation', () => {
  it('holds what happens until the new secret is proven, and signs it with the new one', async () => {
    const id = await subscribeAndVerify(app, school, receiver);
    await rotate(id);
    await createGroup(school);
    receiver.prove = () => ({ status: 503 });
    await workerOf(app).runOnce();
    expect(receiver.arrivals).toHaveLength(0);
    receiver.prove = ({ body }) => ({ status: 200, body: JSON.stringify(receiver.proof(body, NEW_SECRET)) });
    await school.owner.client.post(`/webhook-subscriptions/${id}/verify`);
    await workerOf(app).runOnce();
    expect(receiver.ids).toEqual(await eventIds(school));
    expect(receiver.arrivals.every((arrival) => receiver.isSigned(arrival, NEW_SECRET))).toBe(true);
  });

  it('between claim and send makes the send be held, and counts as no attempt', async () => {
    const id = await subscribeAndVerify(app, school, receiver);
    receiver.prove = () => ({ status: 503 });
    await createGroup(school);
    await runWithPause(async () => {
      await rotate(id);
    });
    expect(receiver.arrivals).toHaveLength(0);
    expect(await readDeliveries(school, id)).toEqual([
      expect.objectContaining({ status: 'pending', attemptCount: 0, attempts: [] }),
    ]);
  });

  it('that has not yet committed is waited for by whoever is about to sign', async () => {
    const id = await subscribeAndVerify(app, school, receiver);
    receiver.prove = () => ({ status: 503 });
    await createGroup(school);
    let committed: Promise<unknown> | undefined;
    await runWithPause(async () => {
      await app.rows.query('begin');
      await school.rows(
        `update webhook_subscriptions set status = 'pending_validation', secret_version = 2
         where organization_id = $1 and id = $2`,
        id,
      );
      committed = new Promise((resolve) => setTimeout(resolve, 300)).then(() => {
        expect(receiver.arrivals).toHaveLength(0);
        return app.rows.query('commit');
      });
    });
    await committed;
    expect(receiver.arrivals).toHaveLength(0);
    expect(await readDeliveries(school, id)).toEqual([
      expect.objectContaining({ status: 'pending', attemptCount: 0, attempts: [] }),
    ]);
  });

  it('under a stream of deliveries leaves none that was signed with the old secret after it was answered', async () => {
    const live = await startTestApp({ ROLE: 'all', ...LOCAL_RECEIVERS }, app);
    try {
      const id = await subscribe(school, receiver);
      await until(async () => (await readSubscription(school, id)).status === 'active');
      let secret = receiver.secret;
      const late: string[] = [];
      for (let round = 1; round <= 5; round += 1) {
        for (let n = 0; n < 12; n += 1) await createGroup(school, `Level ${n}`);
        await until(() => receiver.arrivals.length > 2);
        const next = `a-secret-of-round-number-${round}`;
        receiver.secret = next;
        await rotate(id, next);
        const answered = performance.now();
        await until(async () => (await readSubscription(school, id)).status === 'active');
        await until(async () => receiver.ids.length === (await eventIds(school)).length);
        for (const arrival of receiver.arrivals) {
          // A request that was handed to the kernel before the commit may be read by the receiver a moment later.
          if (arrival.at > answered + 50 && receiver.isSigned(arrival, secret)) late.push(arrival.event.id);
        }
        secret = next;
      }
      expect(late).toEqual([]);
      expect(receiver.ids).toEqual(await eventIds(school));
    } finally {
      await live.close();
    }
  });
});
