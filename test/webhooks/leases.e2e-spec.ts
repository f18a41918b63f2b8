import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AttemptRecorder } from '#contexts/webhooks/delivery/attempt-recorder.js';
import { DeliveryQueue, type ClaimedDelivery } from '#contexts/webhooks/delivery/delivery-queue.js';
import { EventDispatcher } from '#contexts/webhooks/delivery/event-dispatcher.js';
import { SendClearance } from '#contexts/webhooks/delivery/send-clearance.js';
import type { Message } from '#contexts/webhooks/outgoing/outgoing-posts.js';
import { VerificationStore } from '#contexts/webhooks/subscription/verification-store.js';
import { afterWaitingFor, pastHeldRows } from '../support/held-rows.js';
import { useSchool } from '../support/use-school.js';
import { createGroup, eventIds } from './subscribing.js';

const AFTER_THE_LEASE = 60_000;

const { app, school } = useSchool({ isOwn: true });
let queue: DeliveryQueue;
let clearance: SendClearance;

beforeAll(() => {
  queue = app.nest.get(DeliveryQueue, { strict: false });
  clearance = app.nest.get(SendClearance, { strict: false });
});
afterEach(() => app.moveClock(0));

describe('a worker beside another one', () => {
  const dispatch = () => app.nest.get(EventDispatcher, { strict: false }).dispatch(school.id);
  const deliveredEvents = async (): Promise<string[]> => {
    const { rows } = await school.rows<{ event_id: string }>(
      'select event_id from webhook_deliveries where organization_id = $1 order by 1',
    );
    return rows.map((row) => row.event_id);
  };

  it('dispatches no event that another one is dispatching, and does not wait for it', async () => {
    await school.subscription();
    await createGroup(school);
    await createGroup(school);
    const [first, second] = await eventIds(school);
    const held = {
      sql: 'select 1 from event_outbox where organization_id = $1 and id = $2 for update',
      values: [first],
    };
    await pastHeldRows(school, held, dispatch);
    expect(await deliveredEvents()).toEqual([second]);
    await dispatch();
    expect(await deliveredEvents()).toEqual([first, second]);
  });

  it('makes no delivery for a subscription that is being deleted', async () => {
    const id = await school.subscription();
    await createGroup(school);
    const deletion = {
      sql: 'update webhook_subscriptions set deleted_at = $3 where organization_id = $1 and id = $2',
      values: [id, app.now()],
    };
    await afterWaitingFor(school, deletion, dispatch);
    expect(await deliveredEvents()).toEqual([]);
  });

  it('claims no delivery that another one is claiming, and does not wait for it', async () => {
    const subscriptionId = await school.subscription();
    const [first, second] = [await school.delivery(subscriptionId), await school.delivery(subscriptionId)];
    const held = {
      sql: 'select 1 from webhook_deliveries where organization_id = $1 and id = $2 for update',
      values: [first],
    };
    const claimed = await pastHeldRows(school, held, () => queue.claim(school.id, subscriptionId, 10));
    expect(claimed.map(({ id }) => id)).toEqual([second]);
  });
});

describe('a worker whose lease went to another one', () => {
  let subscriptionId: string;
  let lost: ClaimedDelivery;
  let current: ClaimedDelivery;

  const stored = async () => {
    const { rows } = await school.rows<{ status: string; lease_token: string | null; attempt_count: number }>(
      'select status, lease_token, attempt_count from webhook_deliveries where organization_id = $1',
    );
    return rows[0];
  };
  const send = async (delivery: ClaimedDelivery): Promise<Message[]> => {
    const written: Message[] = [];
    const cleared = await clearance.send(delivery, (message) => void written.push(message));
    expect(written.length).toBe(cleared === null ? 0 : 1);
    return written;
  };

  beforeEach(async () => {
    subscriptionId = await school.subscription();
    await school.delivery(subscriptionId);
    [lost] = await queue.claim(school.id, subscriptionId, 10);
    expect(await queue.claim(school.id, subscriptionId, 10)).toEqual([]);
    app.moveClock(AFTER_THE_LEASE);
    [current] = await queue.claim(school.id, subscriptionId, 10);
  });

  it('sends nothing under a lease that it has lost', async () => {
    expect(await send(lost)).toEqual([]);
    expect(await send(current)).toHaveLength(1);
  });

  const record = (delivery: ClaimedDelivery): Promise<boolean> => {
    const result = { secretVersion: 1, status: 200, error: null, body: '', latencyMs: 1, dueAt: null };
    return app.nest.get(AttemptRecorder, { strict: false }).record({ ...result, delivery, attemptedAt: app.now() });
  };

  it('records an attempt under its lease in one transaction with those of lost leases', async () => {
    expect(await Promise.all([record(lost), record(current), record(lost)])).toEqual([false, true, false]);
    const { rows } = await school.rows('select number from webhook_delivery_attempts where organization_id = $1');
    expect(rows).toEqual([{ number: 1 }]);
  });

  it('records nothing under a lease that it has lost', async () => {
    expect(await record(lost)).toBe(false);
    expect(await stored()).toEqual({ status: 'pending', lease_token: current.leaseToken, attempt_count: 0 });
    expect(await record(current)).toBe(true);
    expect(await stored()).toEqual({ status: 'succeeded', lease_token: null, attempt_count: 1 });
  });

  it('gives nothing back under a lease that it has lost', async () => {
    await queue.release(lost);
    expect((await stored()).lease_token).toBe(current.leaseToken);
    await queue.release(current);
    expect((await stored()).lease_token).toBeNull();
  });

  it('sends nothing to an endpoint that has moved, although the subscription is active again', async () => {
    const moved = `update webhook_subscriptions set endpoint_url = 'https://new.example.com/' where organization_id = $1`;
    await school.rows(moved);
    expect(await send(current)).toEqual([]);
  });
});

describe('a verification', () => {
  it('begins no verification that another one has begun, and signs no challenge of a verification that another one replaced', async () => {
    const id = await school.subscription({ status: 'pending_validation' });
    const store = app.nest.get(VerificationStore, { strict: false });
    const replaced = (await store.claim(school.id, id))!;
    expect(await store.claim(school.id, id)).toBeUndefined();
    app.moveClock(AFTER_THE_LEASE);
    const current = (await store.claim(school.id, id))!;
    const signed: string[] = [];
    expect(await store.whileCurrent(replaced, () => void signed.push('replaced'))).toBe(false);
    expect(await store.whileCurrent(current, () => void signed.push('current'))).toBe(true);
    expect(signed).toEqual(['current']);
    expect([await store.finish(replaced, null), await store.finish(current, null)]).toEqual([false, true]);
  });
});
