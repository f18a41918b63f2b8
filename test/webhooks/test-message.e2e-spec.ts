import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { DeliverySweep } from '#contexts/webhooks/delivery/delivery-sweep.js';
import { runJob } from '../support/run-job.js';
import { School } from '../support/school.js';
import { until } from '../support/until.js';
import { app, receiver, school, setUp } from './set-up.js';
import { readDeliveries, readSubscription, subscribe, subscribeAndVerify } from './subscribing.js';

setUp();

const SECOND = 1_000;
const DAY = 86_400_000;

const send = (id: string, idempotencyKey: string = randomUUID(), of = school) =>
  of.owner.client.send('POST', `/webhook-subscriptions/${id}/test`, { body: {}, idempotencyKey });
const tests = async () =>
  (await school.rows<{ error: string | null }>('select * from webhook_tests where organization_id = $1')).rows;

describe('a test message', () => {
  it('is signed, has the fields of an event, and its outcome is the response', async () => {
    const id = await subscribeAndVerify(app, school, receiver);
    receiver.behave = () => ({ status: 202, body: 'thank you' });
    const response = await send(id);
    expect([response.status, response.body.data]).toEqual([
      200,
      {
        id: expect.any(String),
        subscriptionId: id,
        outcome: 'succeeded',
        requestedAt: expect.any(String),
        latencyMs: expect.any(Number),
        responseStatus: 202,
        responseBody: 'thank you',
        error: null,
      },
    ]);
    const [arrival] = receiver.arrivals;
    const { id: testId, requestedAt } = response.body.data as { id: string; requestedAt: string };
    expect(receiver.isSigned(arrival)).toBe(true);
    expect(arrival.headers['webhook-id']).toBe(testId);
    expect(arrival.event).toEqual({
      id: testId,
      type: 'webhook.test',
      timestamp: requestedAt,
      organizationId: school.id,
      data: { subscriptionId: id },
    });
    const { audit, events } = await school.trail();
    expect(audit.at(-1)).toMatchObject({ action: 'webhook_subscription.test_requested', target_id: id });
    expect(events.at(-1)).toMatchObject({ data: { subscriptionId: id, testId } });
  });

  it('is sent once for a key: a replay sends nothing and has the recorded outcome', async () => {
    const id = await subscribeAndVerify(app, school, receiver);
    const key = randomUUID();
    const first = await send(id, key);
    const again = await send(id, key);
    expect([again.status, again.body.replayed, again.body.data]).toEqual([200, true, first.body.data]);
    expect(receiver.arrivals).toHaveLength(1);
  });

  it('is sent once for concurrent requests with one key, which all have its outcome', async () => {
    const id = await subscribeAndVerify(app, school, receiver);
    const key = randomUUID();
    receiver.behave = async () => {
      await delay(300);
      return { status: 204 };
    };
    const responses = await Promise.all(Array.from({ length: 5 }, () => send(id, key)));
    const [{ body: first }] = responses;
    expect(first.data).toMatchObject({ outcome: 'succeeded', responseStatus: 204 });
    for (const { status, body } of responses) expect([status, body.data]).toEqual([200, first.data]);
    expect(responses.filter(({ body }) => body.replayed !== true)).toHaveLength(1);
    expect(receiver.arrivals).toHaveLength(1);
  });

  it('whose outcome was lost with the process stays pending', async () => {
    const id = await subscribeAndVerify(app, school, receiver);
    const key = randomUUID();
    await send(id, key);
    await school.rows('update webhook_tests set completed_at = null where organization_id = $1');
    app.moveClock(60 * SECOND);
    expect((await send(id, key)).body).toMatchObject({ data: { outcome: 'pending', error: null }, replayed: true });
    expect(receiver.arrivals).toHaveLength(1);
  });

  it('tells a refusal, a hang-up and a redirect, without retries, and leaves the subscription as it is', async () => {
    const id = await subscribeAndVerify(app, school, receiver);
    const before = await readSubscription(school, id);
    const outcomes: unknown[] = [];
    for (const [turn, status] of [410, 302, 500].entries()) {
      app.moveClock((turn + 1) * 6 * SECOND);
      receiver.behave = () => ({ status, body: 'no', headers: { location: receiver.url } });
      const { data } = (await send(id)).body as { data: Record<string, unknown> };
      outcomes.push([data.outcome, data.error, data.responseStatus]);
    }
    app.moveClock(60 * SECOND);
    receiver.behave = () => {
      receiver.hangUp();
      return null;
    };
    const cut = (await send(id)).body.data as Record<string, unknown>;
    outcomes.push([cut.outcome, cut.error, cut.responseStatus]);
    expect(outcomes).toEqual([
      ['failed', 'bad_status', 410],
      ['failed', 'bad_status', 302],
      ['failed', 'bad_status', 500],
      ['failed', 'connect_failed', null],
    ]);
    expect(await readSubscription(school, id)).toEqual(before);
    expect(await readDeliveries(school, id)).toEqual([]);
  });

  it('of an endpoint that does not answer ends after five seconds as a timeout, and holds no connection', async () => {
    const id = await subscribeAndVerify(app, school, receiver);
    let isFree = false;
    receiver.behave = async () => {
      const isIdle = async (): Promise<boolean> => {
        const { rows } = await school.rows(
          `select from pg_stat_activity
           where datname = current_database() and state like 'idle in transaction%' and pid <> pg_backend_pid() and $1::uuid is not null`,
        );
        return rows.length === 0;
      };
      // The answer to the end of its last transaction is not awaited.
      isFree = await until(isIdle, { withinMs: 4_000 }).then(
        () => true,
        () => false,
      );
      return null;
    };
    const { data } = (await send(id)).body as { data: Record<string, unknown> };
    expect([data.outcome, data.error, data.responseStatus, data.responseBody]).toEqual([
      'failed',
      'timeout',
      null,
      null,
    ]);
    expect(isFree).toBe(true);
  });

  it('is refused for an endpoint that is not verified, and allowed for a paused one', async () => {
    const unverified = await subscribe(school, receiver);
    const refused = await send(unverified);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The endpoint is not verified with the current secret. Verify the subscription first.',
    ]);
    const id = await subscribeAndVerify(app, school, receiver);
    await school.owner.client.post(`/webhook-subscriptions/${id}/pause`);
    expect((await send(id)).body.data).toMatchObject({ outcome: 'succeeded' });
    await school.owner.client.post(`/webhook-subscriptions/${id}/rotate-secret`, { secret: 'another-secret-of-many' });
    app.moveClock(10 * SECOND);
    expect((await send(id)).status).toBe(409);
  });

  it('is accepted once in five seconds for a subscription', async () => {
    const id = await subscribeAndVerify(app, school, receiver);
    app.stopClock();
    const began = app.now().getTime();
    await send(id);
    app.stopClock(new Date(began + 4 * SECOND));
    const refused = await send(id);
    expect([refused.status, refused.headers['retry-after']]).toEqual([409, '1']);
    app.stopClock(new Date(began + 5 * SECOND));
    expect((await send(id)).status).toBe(200);
    expect(receiver.arrivals).toHaveLength(2);
  });

  it('belongs to one organization and to those who administer it', async () => {
    const id = await subscribeAndVerify(app, school, receiver);
    const elsewhere = await School.open(app);
    expect((await send(id, randomUUID(), elsewhere)).status).toBe(404);
    const coach = await school.person();
    expect((await coach.client.post(`/webhook-subscriptions/${id}/test`)).status).toBe(403);
    expect(receiver.arrivals).toEqual([]);
    await school.owner.client.send('DELETE', `/webhook-subscriptions/${id}`, { idempotencyKey: randomUUID() });
    expect((await send(id)).status).toBe(404);
  });

  it('is deleted with the deliveries of its time; a replay then says what the first request stored', async () => {
    const id = await subscribeAndVerify(app, school, receiver);
    const key = randomUUID();
    await send(id, key);
    app.moveClock(29 * DAY);
    await runJob(school, DeliverySweep);
    expect(await tests()).toHaveLength(1);
    app.moveClock(31 * DAY);
    await runJob(school, DeliverySweep);
    expect(await tests()).toEqual([]);
    expect((await send(id, key)).body).toMatchObject({ data: { outcome: 'pending' }, replayed: true });
  });
});
