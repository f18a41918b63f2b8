import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { announce } from '../support/database-server.js';
import { School } from '../support/school.js';
import { query, startPrimary, startStandby, type Server, type Standby } from '../support/standby.js';
import { makeTemplate } from '../support/template-database.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { until } from '../support/until.js';
import { Receiver } from '../webhooks/receiver.js';
import { LOCAL_RECEIVERS } from '../webhooks/set-up.js';
import { readSubscription, subscribe } from '../webhooks/subscribing.js';
import { Balancer } from './balancer.js';

const group = { name: 'Level one', type: 'level', scope: 'organization' };

let primary: Server;
let standby: Standby;
let balancer: Balancer;
let app: TestApp;
let school: School;
let receiver: Receiver;

beforeAll(async () => {
  primary = await startPrimary();
  balancer = await Balancer.open(primary.port);
  const { adminUrl, ownerUrl, serviceUrl } = primary;
  const server = { adminUrl, ownerUrl, serviceUrl: balancer.through(serviceUrl), directUrl: serviceUrl };
  const announced = { ...server, settings: { DATABASE_STATEMENTS: 'named' as const }, template: 'delivery_template' };
  await makeTemplate(announced);
  announce(announced);
  standby = await startStandby(primary);
  app = await startTestApp({ ROLE: 'all', ...LOCAL_RECEIVERS });
  school = await School.open(app);
  receiver = await Receiver.open();
  const id = await subscribe(school, receiver);
  await until(async () => (await readSubscription(school, id)).status === 'active');
});

afterAll(async () => {
  await receiver.close();
  await app.close();
  await balancer.close();
  await standby.stop();
  await primary.stop();
});

const write = () => school.owner.client.post('/groups', group);
const read = () => school.owner.client.get('/groups');

async function writableGauge(): Promise<string | undefined> {
  const text = await (await fetch(`${app.url}/metrics`)).text();
  return /^database_writable (.*)$/m.exec(text)?.[1];
}

/** The service's connections to a server. */
async function connections(server: Server): Promise<number[]> {
  const rows = await query<{ pid: number }>(
    server.adminUrl,
    `select pid from pg_stat_activity where usename = 'delivery_service'`,
  );
  return rows.map(({ pid }) => pid);
}

it('refuses writes with 503, and answers reads, while it is led to a standby; writes succeed after its promotion', async () => {
  expect((await write()).status).toBe(201);
  await standby.caughtUp();
  balancer.leadTo(standby.port);
  balancer.cut();
  await until(async () => (await read()).status === 200);
  for (let n = 0; n < 3; n += 1) {
    const refused = await write();
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([503, 'unavailable', '1']);
    expect((await read()).status).toBe(200);
  }
  await until(async () => (await writableGauge()) === '0');
  expect((await fetch(`${app.url}/health/ready`)).status).toBe(200);
  await standby.promote();
  expect((await write()).status).toBe(201);
  await until(async () => (await writableGauge()) === '1');
});

it('closes its connections to a server that no longer accepts writes', async () => {
  await Promise.all(Array.from({ length: 30 }, read));
  const before = await connections(standby);
  expect(before.length).toBeGreaterThan(1);
  await query(standby.adminUrl, 'alter system set default_transaction_read_only = on');
  await query(standby.adminUrl, 'select pg_reload_conf()');
  await until(async () => (await write()).status === 503);
  const stay = async (): Promise<number[]> => (await connections(standby)).filter((pid) => before.includes(pid));
  // Each process learns it from a write of its own.
  const areClosed = async (): Promise<boolean> => (await write()).status === 503 && (await stay()).length === 0;
  await until(areClosed, { what: 'the earlier connections are closed' });
  expect((await read()).status).toBe(200);
  await query(standby.adminUrl, 'alter system reset default_transaction_read_only');
  await query(standby.adminUrl, 'select pg_reload_conf()');
  await until(async () => (await write()).status === 201);
});

it('says in its metrics that the database cannot be written while it is not there', async () => {
  balancer.leadTo(1);
  balancer.cut();
  await until(async () => (await writableGauge()) === '0');
  balancer.leadTo(standby.port);
  await until(async () => (await writableGauge()) === '1');
});

it('delivers every event in spite of it', async () => {
  const written = await query<{ id: string }>(
    standby.adminUrl.replace(/\/delivery$/, `/${new URL(app.databaseUrl).pathname.slice(1)}`),
    `select id from events where name = 'group.created' order by id`,
  );
  expect(written.length).toBeGreaterThanOrEqual(3);
  // A delivery whose claim was committed while its answer was lost is sent after the end of its lease.
  await until(() => receiver.ids.length >= written.length, { withinMs: 100_000 });
  expect(receiver.ids).toEqual(written.map(({ id }) => id));
});
