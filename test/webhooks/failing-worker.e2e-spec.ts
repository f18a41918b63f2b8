import { expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { startTestApp } from '../support/test-app.js';
import { School } from '../support/school.js';
import { announced } from '../support/database-server.js';
import { until } from '../support/until.js';
import { app, LOCAL_RECEIVERS, receiver, school, setUp } from './set-up.js';
import { createGroup, readDeliveries, subscribeAndVerify, workerOf } from './subscribing.js';

setUp();

it('pauses longer and longer while deliveries cannot be claimed, logs and counts it, and then delivers', async () => {
  await subscribeAndVerify(app, school, receiver);
  const role = `"${decodeURIComponent(new URL(announced().serviceUrl).username)}"`;
  const live = await startTestApp({ ROLE: 'all', ...LOCAL_RECEIVERS }, app);
  const claims = async (): Promise<number> => {
    const text = await (await fetch(`${live.url}/metrics`)).text();
    return Number(/webhook_worker_failures_total\{work="claim"\} (\d+)/.exec(text)?.[1] ?? 0);
  };
  try {
    await app.rows.query(`revoke update on webhook_deliveries from ${role}`);
    await createGroup(school);
    await until(async () => (await claims()) > 0);
    await delay(2_000);
    // After 100, 200, 400 and 800 ms, and perhaps the next one.
    expect(await claims()).toBeLessThanOrEqual(6);
    const lines = live.logged().match(/"msg":"claim failed"[^\n]*permission denied/g) ?? [];
    expect(lines.length).toBeGreaterThanOrEqual(1);
    expect(lines.length).toBeLessThanOrEqual(4);
    expect(receiver.arrivals).toHaveLength(0);
    await app.rows.query(`grant update on webhook_deliveries to ${role}`);
    await until(() => receiver.arrivals.length === 1);
  } finally {
    await live.close();
  }
});

it('counts an attempt that could not even be made', async () => {
  const id = await subscribeAndVerify(app, school, receiver);
  const unusable = receiver.url.replace('http://', 'http://%ff@');
  await school.rows(
    'update webhook_subscriptions set endpoint_url = $3, endpoint_ciphertext = null where organization_id = $1 and id = $2',
    id,
    unusable,
  );
  await createGroup(school);
  await workerOf(app).runOnce();
  const [delivery] = await readDeliveries(school, id);
  expect(delivery).toMatchObject({ status: 'pending', attemptCount: 1 });
  expect(delivery.attempts).toMatchObject([{ number: 1, responseStatus: null, error: 'connect_failed' }]);
});

it('delivers for each organization that can be asked while no statement reaches all of them', async () => {
  const other = await School.open(app);
  await subscribeAndVerify(app, other, receiver);
  await subscribeAndVerify(app, school, receiver);
  // Fails where it is evaluated, not when the statement is planned.
  const failing = `1 / length(left(current_setting('app.worker', true), 0)) = 1`;
  const tenant = `organization_id = nullif(current_setting('app.organization_id', true), '')::uuid`;
  await createGroup(other);
  await createGroup(school);
  await app.rows.query(`
    alter policy worker_list on event_outbox using (current_setting('app.worker', true) = 'on' and ${failing});
    alter policy tenant on event_outbox using (${tenant} and case when organization_id = '${other.id}' then ${failing} else true end)`);
  await workerOf(app).runOnce();
  expect(receiver.arrivals.map(({ event }) => event.organizationId)).toEqual([school.id]);
  const metrics = await (await fetch(`${app.url}/metrics`)).text();
  expect(Number(/webhook_worker_failures_total\{work="list"\} (\d+)/.exec(metrics)?.[1])).toBeGreaterThan(1);
  await app.rows.query(`
    alter policy worker_list on event_outbox using (current_setting('app.worker', true) = 'on');
    alter policy tenant on event_outbox using (${tenant})`);
});
