import { describe, expect, it } from '@jest/globals';
import { Metrics } from '#kernel/metrics';
import { announced } from '../support/database-server.js';
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

describe('while a gauge cannot be read', () => {
  const scrape = async (): Promise<[number, string, number]> => {
    const started = performance.now();
    const response = await fetch(`${app.url}/metrics`);
    return [response.status, await response.text(), performance.now() - started];
  };
  const failures = (text: string): number =>
    Number(/metrics_failed_readings_total\{metric="webhook_oldest_undelivered_seconds"\} (\d+)/.exec(text)?.[1] ?? 0);

  it('answers with everything else and counts the failure', async () => {
    const role = `"${decodeURIComponent(new URL(announced().serviceUrl).username)}"`;
    await app.rows.query(`revoke select on event_outbox from ${role}`);
    try {
      const [status, text] = await scrape();
      expect(status).toBe(200);
      expect(failures(text)).toBe(1);
      expect(text).not.toMatch(/^webhook_oldest_undelivered_seconds /m);
    } finally {
      await app.rows.query(`grant select on event_outbox to ${role}`);
    }
    expect((await scrape())[1]).toContain('webhook_oldest_undelivered_seconds ');
  });

  it('does not wait for one that hangs', async () => {
    await app.rows.query('begin');
    await app.rows.query('lock table event_outbox in access exclusive mode');
    try {
      const before = failures((await scrape())[1]);
      const [status, text, took] = await scrape();
      expect([status, failures(text)]).toEqual([200, before + 1]);
      expect(took).toBeLessThan(5_000);
    } finally {
      await app.rows.query('rollback');
    }
  });
});
