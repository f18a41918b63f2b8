import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { School } from '../support/school.js';
import { startTestApp } from '../support/test-app.js';
import { until } from '../support/until.js';
import { Receiver } from './receiver.js';
import { app, LOCAL_RECEIVERS, receiver, school, setUp } from './set-up.js';
import { createGroup, eventIds, readDeliveries, subscribeAndVerify, workerOf } from './subscribing.js';
import { WorkerProcess } from './worker-process.js';

const AFTER_THE_LEASE = 60_000;

const workers: WorkerProcess[] = [];

const start = async (): Promise<WorkerProcess> => {
  const worker = await WorkerProcess.start(app);
  workers.push(worker);
  return worker;
};

let started: Promise<WorkerProcess[]> | undefined;
/** Two that several tests share; the last of them stops them. */
const pair = (): Promise<WorkerProcess[]> =>
  (started ??= Promise.all([WorkerProcess.start(app), WorkerProcess.start(app)]));

const happen = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, n) => createGroup(school, `Level ${n}`)));

afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.kill())));
setUp();

describe('a worker', () => {
  it('delivers what another process committed, and serves no operation', async () => {
    await subscribeAndVerify(app, school, receiver);
    const [worker] = await pair();
    await createGroup(school);
    await until(() => receiver.arrivals.length === 1);
    const response = await fetch(`${worker.url}/api/v1/groups`, { method: 'POST' });
    expect([response.status, await response.json()]).toEqual([404, expect.objectContaining({ code: 'not_found' })]);
    expect((await fetch(`${worker.url}/metrics`)).status).toBe(200);
  });
});

describe('two workers at once', () => {
  afterAll(async () => Promise.all((await pair()).map((worker) => worker.kill())));

  it('verify a subscription once', async () => {
    await pair();
    const body = { name: 'x', endpointUrl: receiver.url, eventNames: ['group.created'], secret: receiver.secret };
    const { id } = (await school.owner.client.post('/webhook-subscriptions', body)).body.data as { id: string };
    const status = async () =>
      ((await school.owner.client.get(`/webhook-subscriptions/${id}`)).body.data as { status: string }).status;
    await until(async () => (await status()) === 'active');
    expect(receiver.challenges).toHaveLength(1);
  });

  it('send nothing twice, and both are let go with everything recorded', async () => {
    const id = await subscribeAndVerify(app, school, receiver);
    const [one, other] = await pair();
    for (let round = 0; round < 5; round += 1) await happen(40);
    await until(() => receiver.ids.length === 200);
    expect(await Promise.all([one.stop(), other.stop()])).toEqual([0, 0]);
    expect(receiver.arrivals).toHaveLength(200);
    expect(receiver.ids).toEqual(await eventIds(school));
    const { rows } = await school.rows(
      `select status, attempt_count as attempts, count(*)::integer as count from webhook_deliveries
       where organization_id = $1 and subscription_id = $2 group by 1, 2`,
      id,
    );
    expect(rows).toEqual([{ status: 'succeeded', attempts: 1, count: 200 }]);
  });
});

describe('a worker that is killed', () => {
  it('between sending and recording has its delivery sent again within a minute, under the same webhook-id', async () => {
    const id = await subscribeAndVerify(app, school, receiver);
    const worker = await start();
    receiver.behave = () => null;
    await createGroup(school);
    await until(() => receiver.arrivals.length === 1);
    await worker.kill();
    receiver.behave = () => ({ status: 200 });
    await workerOf(app).runOnce();
    expect(receiver.arrivals).toHaveLength(1);
    app.moveClock(AFTER_THE_LEASE);
    await workerOf(app).runOnce();
    expect(receiver.arrivals).toHaveLength(2);
    expect(receiver.ids).toEqual(await eventIds(school));
    expect(await readDeliveries(school, id)).toEqual([
      expect.objectContaining({ status: 'succeeded', attemptCount: 1 }),
    ]);
  });

  it('at any moment, again and again, loses nothing: what arrived and what was committed are the same events', async () => {
    const id = await subscribeAndVerify(app, school, receiver);
    receiver.behave = async () => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
      return { status: 200 };
    };
    for (let round = 0; round < 4; round += 1) {
      const worker = await start();
      const before = receiver.arrivals.length;
      const writing = happen(30);
      await until(() => receiver.arrivals.length >= before + 3 + round * 4);
      await worker.kill();
      await writing;
    }
    expect(receiver.ids.length).toBeLessThan(120);
    app.moveClock(AFTER_THE_LEASE);
    await workerOf(app).runOnce();
    const committed = await eventIds(school);
    expect(committed).toHaveLength(120);
    expect(receiver.ids).toEqual(committed);
    expect(await readDeliveries(school, id, '?status=pending')).toEqual([]);
  });
});

describe('a receiver that hangs', () => {
  it('slows nobody else', async () => {
    const live = await startTestApp({ ROLE: 'all', ...LOCAL_RECEIVERS }, app);
    const hanging = await Receiver.open();
    try {
      hanging.behave = () => null;
      const other = await School.open(app);
      await subscribeAndVerify(app, school, hanging);
      await subscribeAndVerify(app, school, receiver);
      await subscribeAndVerify(app, other, receiver);
      await happen(30);
      await createGroup(other);
      await until(() => receiver.ids.length === 31);
      expect(hanging.arrivals.length).toBeLessThanOrEqual(4);
    } finally {
      await hanging.close();
      await live.close();
    }
  });
});
