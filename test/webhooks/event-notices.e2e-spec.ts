import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { EventNotices, OutboxSignal } from '#kernel/trail';
import { announced } from '../support/database-server.js';
import { query } from '../support/standby.js';
import { statementsOf } from '../support/statement-log.js';
import { School } from '../support/school.js';
import { startTestApp, type SettingValues, type TestApp } from '../support/test-app.js';
import { until } from '../support/until.js';
import { Receiver } from './receiver.js';
import { LOCAL_RECEIVERS } from './set-up.js';
import { createGroup, readSubscription, subscribe } from './subscribing.js';

let api: TestApp;
let school: School;
let receiver: Receiver;
const workers: TestApp[] = [];

beforeAll(async () => {
  api = await startTestApp(LOCAL_RECEIVERS);
  school = await School.open(api);
  receiver = await Receiver.open();
  const worker = await startWorker();
  const id = await subscribe(school, receiver);
  await until(async () => (await readSubscription(school, id)).status === 'active');
  await worker.close();
  workers.pop();
});

afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.close();
});

afterAll(async () => {
  await receiver.close();
  await api.close();
});

const noticesOf = (app: TestApp): EventNotices => app.nest.get(EventNotices, { strict: false });

async function startWorker(settings: SettingValues = {}): Promise<TestApp> {
  const worker = await startTestApp({ ROLE: 'worker', ...LOCAL_RECEIVERS, ...settings }, api);
  workers.push(worker);
  return worker;
}

/** The passes of the worker, which each list what is to be done. */
async function passesOf(work: () => Promise<unknown>): Promise<number> {
  const sent = await statementsOf('list_webhook_work_of_all', work);
  return sent.filter((name) => name === 'list_webhook_work_of_all').length;
}

/** An event, whose delivery is awaited. */
async function deliver(): Promise<void> {
  const before = receiver.arrivals.length;
  await createGroup(school);
  await until(() => receiver.arrivals.length > before);
}

describe('a worker apart', () => {
  it('delivers without notices, too, and asks the database once a second while nothing happens', async () => {
    await startWorker();
    await deliver();
    // Thirty times a second would be ninety.
    expect(await passesOf(() => delay(3_000))).toBeLessThan(10);
  });

  it('is told by another process of its events, of many at once by few notices, and of none without subscriptions', async () => {
    const worker = await startWorker();
    let heard = 0;
    worker.nest.get(OutboxSignal, { strict: false }).onCommit(() => (heard += 1));
    await noticesOf(worker).start('hears');
    await noticesOf(api).start('tells');
    expect([noticesOf(worker).isConnected, noticesOf(api).isConnected]).toEqual([true, true]);
    const unsubscribed = await School.open(api);
    heard = 0;
    await createGroup(unsubscribed);
    await deliver();
    expect(heard).toBe(1);
    await Promise.all(Array.from({ length: 40 }, () => createGroup(school)));
    await until(() => heard > 1);
    expect(heard).toBeLessThan(41);
  });

  it('connects again after its connection was ended, and delivers meanwhile', async () => {
    const worker = await startWorker();
    await noticesOf(worker).start('hears');
    const { pathname } = new URL(worker.databaseUrl);
    await query(
      announced().adminUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'delivery-service notices' and datname = '${pathname.slice(1)}'`,
    );
    await until(() => !noticesOf(worker).isConnected);
    await deliver();
    await until(() => noticesOf(worker).isConnected);
    await deliver();
    const [lost, regained] = ['no notices of events: workers poll', 'notices of events again'].map((text) =>
      worker.logged().indexOf(text),
    );
    expect(lost).toBeGreaterThan(-1);
    expect(regained).toBeGreaterThan(lost);
  });
});
