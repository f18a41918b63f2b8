import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, expect, it } from '@jest/globals';
import pg from 'pg';
import { withoutWarnings, Workplace } from '../support/service-process.js';
import { query, startPrimary, startStandby, type Server, type Standby } from '../support/standby.js';
import { until } from '../support/until.js';
import { Balancer } from './balancer.js';

const place = new Workplace();

let primary: Server;
let standby: Standby;
let balancers: Balancer[];

beforeEach(async () => {
  primary = await startPrimary();
  standby = await startStandby(primary, { synchronous: true });
  balancers = [await Balancer.open(primary.port), await Balancer.open(standby.port)];
});

afterEach(async () => {
  await place.stop();
  for (const balancer of balancers) await balancer.close();
  await primary.kill();
  for (const server of [standby, primary]) await server.stop();
});

afterAll(() => place.clear());

const hostOf = (url: string): string => new URL(url).host;

/** The service's settings, with these hosts by way of their balancers. */
function settingsOf(hosts: readonly Balancer[]): Record<string, string> {
  const through = (url: string): string =>
    url.replace(hostOf(url), hosts.map((balancer) => hostOf(balancer.through(url))).join(','));
  return {
    DATABASE_URL: through(primary.serviceUrl),
    MIGRATION_DATABASE_URL: primary.ownerUrl,
    DATABASE_POOL_SIZE: '4',
    LOCK_TIMEOUT_MS: '20000',
    LOG_LEVEL: 'warn',
  };
}

async function openService(settings: Record<string, string>) {
  const create = ['organization', 'create', '--name', 'School', '--owner-email', 'owner@example.com', '--json'];
  const { apiKey } = JSON.parse((await place.finish('cli', create, settings)).stdout) as { apiKey: string };
  const { url, stderr } = await place.serve(settings);
  const send = async (method: string, path: string, body: object, key: string) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey, 'idempotency-key': `key-of-${key}` },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as { message?: string; data: { id: string } } };
  };
  const write = (key: string) =>
    send('POST', '/groups', { name: `group ${key}`, type: 'level', scope: 'organization' }, key);
  return { url, stderr, send, write };
}

/** The status of a readiness probe, and how long it took. */
async function probe(url: string): Promise<{ status: number; ms: number }> {
  const startedAt = performance.now();
  const { status } = await fetch(`${url}/health/ready`);
  return { status, ms: performance.now() - startedAt };
}

it.each([
  ['is frozen, and its standby is found by the hosts of the URL', 'hosts', () => primary.freeze()],
  ['gets no packets any more, and its standby is found by the hosts of the URL', 'hosts', () => balancers[0].silence()],
  ['is frozen, and its address leads to the standby', 'address', () => primary.freeze()],
])('a primary that %s: readiness answers within 2 s, a write soon after the promotion', async (_, by, silence) => {
  const { url, write } = await openService(settingsOf(by === 'hosts' ? balancers : balancers.slice(0, 1)));
  expect((await Promise.all(['a', 'b', 'c', 'd'].map(write))).map(({ status }) => status)).toEqual([
    201, 201, 201, 201,
  ]);
  silence();
  const waiting = Promise.all(['e', 'f', 'g', 'h'].map(write));
  await delay(2_000);
  await until(
    async () => {
      const { status, ms } = await probe(url);
      expect(ms).toBeLessThan(8_000);
      return status === 503 && ms < 2_000;
    },
    { what: 'readiness answers 503 within 2 s' },
  );
  await delay(1_000);
  await standby.promote();
  const promotedAt = performance.now();
  if (by === 'address') balancers[0].leadTo(standby.port);
  await until(async () => (await write('i')).status === 201, { withinMs: 60_000 });
  expect(performance.now() - promotedAt).toBeLessThan(12_000);
  expect((await probe(url)).status).toBe(200);
  // Where a COMMIT, or a statement before it, was on its way: 503. What still waited for a connection is written to the standby.
  const answered = (await waiting).map(({ status }) => status);
  expect(answered).toContain(503);
  expect(answered.filter((status) => status !== 503 && status !== 201)).toEqual([]);
  for (const key of ['e', 'f', 'g', 'h', 'i']) expect((await write(key)).status).toBeLessThan(300);
  const kept = await query<{ name: string }>(standby.adminUrl, 'select name from groups order by name');
  expect(kept.map(({ name }) => name)).toEqual([...'abcdefghi'].map((key) => `group ${key}`));
});

it('a statement that waits for a lock for long goes on, on its connection', async () => {
  const { write, send, stderr } = await openService(settingsOf(balancers));
  const { id } = (await write('a')).body.data;
  let renamed: { status: number } | undefined;
  await withLocked(id, async () => {
    void send('PATCH', `/groups/${id}`, { name: 'renamed' }, 'rename').then((response) => (renamed = response));
    await delay(6_000);
    expect(renamed).toBeUndefined();
  });
  await until(() => renamed !== undefined);
  expect([renamed?.status, withoutWarnings(stderr())]).toEqual([200, '']);
  expect(stderr()).not.toMatch(/connections closed|the database is now at/);
});

async function withLocked(id: string, work: () => Promise<void>): Promise<void> {
  const admin = new pg.Client(primary.adminUrl);
  await admin.connect();
  await admin.query('begin');
  await admin.query('select from groups where id = $1 for update', [id]);
  await work();
  await admin.query('rollback');
  await admin.end();
}
