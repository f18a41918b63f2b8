import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ConnectionQueue } from '#kernel/persistence';
import { Client } from '../support/client.js';
import { countWaiting, untilSomebodyWaits } from '../support/held-rows.js';
import { School } from '../support/school.js';
import { startTestApp, type SettingValues, type TestApp } from '../support/test-app.js';
import { until } from '../support/until.js';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool();
let shared: TestApp;

afterEach(async () => {
  await app.rows.query('rollback');
  await shared.close();
});

/** A process of the service for an organization that floods it, its neighbor, and one whose key it does not know yet. */
async function service(settings: SettingValues): Promise<{ flood: Client; neighbor: Client; unknown: Client }> {
  const next = await School.open(app);
  const newcomer = await School.open(app);
  shared = await startTestApp({ LOCK_TIMEOUT_MS: 60_000, ...settings }, app);
  const of = ({ owner }: School): Client => new Client(shared, owner.client.apiKey);
  const clients = { flood: of(school), neighbor: of(next), unknown: of(newcomer) };
  for (const client of [clients.flood, clients.neighbor, clients.flood]) await client.get('/members');
  return clients;
}

/** Writes of the organization that wait for a row, each with a connection if it gets one. */
async function stuckWrites(client: Client, count: number): Promise<{ stuck: Promise<{ status: number }[]> }> {
  const programId = await school.program('archived');
  await app.rows.query('begin');
  await school.rows('select 1 from programs where organization_id = $1 and id = $2 for update', programId);
  const stuck = Promise.all(Array.from({ length: count }, () => client.post(`/programs/${programId}/restore`)));
  await untilSomebodyWaits(school);
  return { stuck };
}

const waiting = (): number => shared.nest.get(ConnectionQueue, { strict: false }).waitingCount;

describe('an organization that floods the service', () => {
  it('holds a quarter of the connections, and its neighbors use the others', async () => {
    const { flood, neighbor, unknown } = await service({ DATABASE_POOL_SIZE: 8, OVERLOAD_WAIT_MS: 60_000 });
    const { stuck } = await stuckWrites(flood, 12);
    await until(async () => waiting() === 10 && (await countWaiting(school)) === 2);
    for (const client of [neighbor, unknown, neighbor]) expect((await client.get('/members')).status).toBe(200);
    expect(await countWaiting(school)).toBe(2);

    await app.rows.query('commit');
    const statuses = (await stuck).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 11 }, () => 400)]);
  });

  it('holds all connections while nobody else sends requests', async () => {
    shared = await startTestApp({ LOCK_TIMEOUT_MS: 60_000, DATABASE_POOL_SIZE: 4 }, app);
    const { stuck } = await stuckWrites(new Client(shared, school.owner.client.apiKey), 4);
    await until(async () => (await countWaiting(school)) === 4);
    await app.rows.query('commit');
    expect((await stuck).map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });

  it('is refused alone when it waits for too long', async () => {
    const { flood, neighbor, unknown } = await service({ DATABASE_POOL_SIZE: 2, OVERLOAD_WAIT_MS: 300 });
    const { stuck } = await stuckWrites(flood, 2);
    await until(() => waiting() === 1);
    await delay(400);
    expect((await flood.get('/members')).status).toBe(503);
    for (const client of [neighbor, unknown]) expect((await client.get('/members')).status).toBe(200);
    await app.rows.query('commit');
    expect((await stuck).map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('takes turns with the others for a connection', async () => {
    const { flood, neighbor } = await service({ DATABASE_POOL_SIZE: 1, OVERLOAD_WAIT_MS: 60_000 });
    const { stuck } = await stuckWrites(flood, 1);
    const answered: string[] = [];
    const send = (name: string, client: Client) => client.get('/members').then(() => answered.push(name));
    const sent = Array.from({ length: 30 }, () => send('flood', flood));
    await until(() => waiting() === 30);
    sent.push(send('neighbor', neighbor), send('neighbor', neighbor));
    await until(() => waiting() === 32);
    await app.rows.query('commit');
    await Promise.all([...sent, stuck]);
    // First and third in turn; answers that leave together may change places.
    expect(answered.lastIndexOf('neighbor')).toBeLessThan(10);
  });

  it('makes no request of its neighbor fail', async () => {
    const { flood, neighbor } = await service({ DATABASE_POOL_SIZE: 2 });
    const cohortId = await school.cohort();
    let answered = 0;
    let over = false;
    const reads = async (): Promise<void> => {
      while (!over) {
        const { status } = await flood.get(`/cohorts/${cohortId}/cockpit`);
        expect([200, 503]).toContain(status);
        answered += 1;
      }
    };
    const sent = Promise.all(Array.from({ length: 200 }, reads));
    await until(() => waiting() > 50);
    const between: number[] = [];
    for (let count = 0; count < 20; count += 1) {
      const before = answered;
      expect((await neighbor.get('/members')).status).toBe(200);
      between.push(answered - before);
    }
    over = true;
    await sent;
    // Behind the whole queue it would be about 200 of the flood's.
    expect(between.sort((a, b) => a - b)[10]).toBeLessThan(100);
  });
});
