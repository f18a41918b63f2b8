import { describe, expect, it, jest } from '@jest/globals';
import { OutgoingPosts } from '#contexts/webhooks/outgoing/outgoing-posts.js';
import { School } from '../support/school.js';
import { startTestApp } from '../support/test-app.js';
import { Receiver } from './receiver.js';
import { app, LOCAL_RECEIVERS, receiver, school, setUp } from './set-up.js';
import {
  createGroup,
  readDeliveries,
  readSubscription,
  subscribe,
  subscribeAndVerify,
  workerOf,
} from './subscribing.js';

const HOUR = 3_600_000;

setUp();

interface Entry {
  action: string;
  actorId: string | null;
  changes: object;
}

/** What the service did by itself, the latest first, as an owner reads it. */
async function acts(id: string): Promise<Entry[]> {
  const response = await school.owner.client.get(`/audit-entries?targetType=webhook_subscription&targetId=${id}`);
  return (response.body as { data: { items: Entry[] } }).data.items.filter(({ actorId }) => actorId === null);
}

describe('what the service does to a subscription by itself is in the audit trail, without an actor', () => {
  it('when it is verified, once', async () => {
    const id = await subscribeAndVerify(app, school, receiver);
    await createGroup(school);
    await workerOf(app).runOnce();
    expect(await acts(id)).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        action: 'webhook_subscription.activated',
        targetType: 'webhook_subscription',
        targetId: id,
        actorId: null,
        actorName: null,
        apiKeyId: null,
        apiKeyName: null,
        apiKeyCreatedBy: null,
        signInId: null,
        correlationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        occurredAt: expect.stringMatching(/Z$/),
        changes: { status: { from: 'validating', to: 'active' } },
      },
    ]);
  });

  it('when its verification fails, with the reason', async () => {
    receiver.prove = () => ({ status: 500 });
    const id = await subscribe(school, receiver);
    await workerOf(app).runOnce();
    expect(await acts(id)).toMatchObject([
      {
        action: 'webhook_subscription.validation_failed',
        changes: {
          status: { from: 'validating', to: 'validation_failed' },
          lastValidationError: { from: null, to: 'bad_status' },
        },
      },
    ]);
  });

  it('when it is paused by 410, once however many deliveries met it', async () => {
    receiver.behave = () => ({ status: 410 });
    const id = await subscribeAndVerify(app, school, receiver);
    for (let n = 0; n < 5; n += 1) await createGroup(school);
    await workerOf(app).runOnce();
    const paused = { status: { from: 'active', to: 'paused' }, reason: 'gone' };
    expect(await acts(id)).toMatchObject([
      { action: 'webhook_subscription.paused', changes: paused },
      { action: 'webhook_subscription.activated' },
    ]);
  });

  it('but not when the endpoint that answers 410 is no longer its own', async () => {
    const moved = await Receiver.open();
    moved.secret = receiver.secret;
    const id = await subscribeAndVerify(app, school, receiver);
    receiver.behave = async () => {
      await school.owner.client.patch(`/webhook-subscriptions/${id}`, { endpointUrl: moved.url });
      await school.rows(
        `update webhook_subscriptions set status = 'active' where organization_id = $1 and id = $2`,
        id,
      );
      return { status: 410 };
    };
    await createGroup(school);
    await workerOf(app).runOnce();
    expect(await readSubscription(school, id)).toMatchObject({ status: 'active' });
    await moved.close();
  });

  it('when it is paused after five days of failures', async () => {
    receiver.behave = () => ({ status: 500 });
    const id = await subscribeAndVerify(app, school, receiver);
    for (const hours of [0, 121]) {
      app.moveClock(hours * HOUR);
      await createGroup(school);
      await workerOf(app).runOnce();
    }
    expect((await acts(id))[0]).toMatchObject({
      action: 'webhook_subscription.paused',
      changes: { status: { from: 'active', to: 'paused' }, reason: 'failing' },
    });
  });
});

describe('a receiver that does not answer a delivery', () => {
  it('is waited for 15 seconds where nothing else is set', async () => {
    const posting = jest.spyOn(app.nest.get(OutgoingPosts, { strict: false }), 'post');
    try {
      await subscribeAndVerify(app, school, receiver);
      posting.mockClear();
      await createGroup(school);
      await workerOf(app).runOnce();
      expect(posting.mock.calls.map(([, timeoutMs]) => timeoutMs)).toEqual([15_000]);
      expect(receiver.arrivals).toHaveLength(1);
    } finally {
      posting.mockRestore();
    }
  });

  it('is waited for as long as is set, and then the attempt has failed with timeout', async () => {
    const hasty = await startTestApp({ ...LOCAL_RECEIVERS, WEBHOOK_TIMEOUT_MS: 200 });
    try {
      const impatient = await School.open(hasty);
      receiver.behave = () => null;
      const id = await subscribeAndVerify(hasty, impatient, receiver);
      await createGroup(impatient);
      await workerOf(hasty).runOnce();
      const [delivery] = await readDeliveries(impatient, id);
      expect(delivery).toMatchObject({ status: 'pending', attemptCount: 1 });
      expect(delivery.attempts).toEqual([expect.objectContaining({ responseStatus: null, error: 'timeout' })]);
    } finally {
      await hasty.close();
    }
  });
});
