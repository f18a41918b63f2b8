import { expect, it } from '@jest/globals';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { statementsOf } from '../support/statement-log.js';
import { app, receiver, school, setUp } from './set-up.js';
import { createGroup, readDeliveries, subscribeAndVerify, workerOf } from './subscribing.js';

setUp();

it('counts deliveries and attempts by outcome, tells how long the oldest waits, and names no tenant', async () => {
  const metrics = async (): Promise<string> => (await fetch(`${app.url}/metrics`)).text();
  receiver.behave = () => ({ status: receiver.arrivals.length === 1 ? 500 : 200 });
  const id = await subscribeAndVerify(app, school, receiver);
  expect(await metrics()).toContain('webhook_oldest_undelivered_seconds 0\n');
  await createGroup(school);
  app.moveClock(90_000);
  expect(await metrics()).toMatch(/webhook_oldest_undelivered_seconds (89|9\d)/);
  await workerOf(app).runOnce();
  app.moveClock(120_000);
  await workerOf(app).runOnce();
  const text = await metrics();
  for (const line of [
    'webhook_attempts_total{outcome="bad_status"} 1',
    'webhook_attempts_total{outcome="succeeded"} 1',
    'webhook_deliveries_total{outcome="succeeded"} 1',
    'webhook_verifications_total{outcome="succeeded"} 1',
    'webhook_oldest_undelivered_seconds 0',
  ]) {
    expect(text).toContain(`${line}\n`);
  }
  const [delivery] = await readDeliveries(school, id);
  for (const hidden of [school.id, id, delivery.id]) expect(text).not.toContain(hidden);
});

it('reads the oldest once for all who ask at the same time, and anew for who asks later', async () => {
  const metrics = app.nest.get(Metrics, { strict: false });
  const readings = async (work: () => Promise<unknown>): Promise<number> => {
    const sent = await statementsOf('rollback', work);
    return sent.filter((name) => name === 'oldest_undelivered_of_all').length;
  };
  expect(await readings(() => Promise.all(Array.from({ length: 20 }, () => metrics.text())))).toBe(1);
  expect(await readings(() => metrics.text())).toBe(1);
});
