import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { ConnectionQueue } from '#kernel/persistence';
import { Client } from '../support/client.js';
import { untilSomebodyWaits } from '../support/held-rows.js';
import { linesOf } from '../support/log-lines.js';
import { startTestApp, type SettingValues, type TestApp } from '../support/test-app.js';
import { until } from '../support/until.js';
import { useSchool } from '../support/use-school.js';

const group = { name: 'Tuesday accountability', type: 'accountability', scope: 'organization' };

const { app, school } = useSchool();
let busy: TestApp;
let client: Client;

afterEach(async () => {
  await app.rows.query('rollback');
  await busy.close();
});

/** A second process of the service with one connection, which a write holds while it waits for a row. */
async function fullService(settings: SettingValues): Promise<{ first: Promise<{ status: number }> }> {
  busy = await startTestApp({ DATABASE_POOL_SIZE: 1, LOCK_TIMEOUT_MS: 60_000, ...settings }, app);
  client = new Client(busy, school.owner.client.apiKey);
  const programId = await school.program('archived');
  await app.rows.query('begin');
  await school.rows('select 1 from programs where organization_id = $1 and id = $2 for update', programId);
  const first = client.post(`/programs/${programId}/restore`);
  await untilSomebodyWaits(school);
  return { first };
}

async function untilOneWaits(): Promise<void> {
  const queue = busy.nest.get(ConnectionQueue, { strict: false });
  await until(() => queue.waitingCount > 0);
}

describe('while connections to the database are waited for too long', () => {
  it('requests are refused at once, claim nothing, and whoever watches is still answered', async () => {
    const { first } = await fullService({ OVERLOAD_WAIT_MS: 1 });
    const second = client.get('/members');
    await untilOneWaits();
    // The first to see the queue starts the watch; a millisecond later the wait is too long.
    const third = client.get('/members');
    await delay(50);

    const idempotencyKey = randomUUID();
    const headers = { 'X-Correlation-Id': 'over' };
    const refused = await client.post('/groups', group, { idempotencyKey, headers });
    expect([refused.status, refused.body]).toEqual([
      503,
      { success: false, code: 'unavailable', message: expect.any(String), details: [], correlationId: 'over' },
    ]);
    expect(refused.headers).toMatchObject({
      'retry-after': '1',
      'x-correlation-id': 'over',
      'cache-control': 'no-store',
      vary: 'x-api-key, Authorization',
      'x-content-type-options': 'nosniff',
      'content-type': 'application/json; charset=utf-8',
    });
    // Nothing is looked at: neither the key nor the body.
    const nobody = await new Client(busy, null).post('/groups', '{broken', { idempotencyKey: null, headers });
    expect(nobody.text).toBe(refused.text);
    expect((await request(busy.url).get('/health/live')).status).toBe(200);

    await app.rows.query('commit');
    expect([(await first).status, (await second).status]).toEqual([200, 200]);
    expect([200, 503]).toContain((await third).status);
    const retried = await client.post('/groups', group, { idempotencyKey });
    expect([retried.status, retried.body.replayed]).toEqual([201, false]);
    expect((await request(busy.url).get('/metrics')).text).toMatch(
      /^requests_refused_total\{reason="overload"\} \d+$/m,
    );
  });

  it('who waits already is told so after five seconds, and hangs no longer', async () => {
    const { first } = await fullService({ OVERLOAD_WAIT_MS: 60_000 });
    const idempotencyKey = randomUUID();
    const waited = await client.post('/groups', group, { idempotencyKey });
    expect([waited.status, waited.body.code, waited.headers['retry-after']]).toEqual([503, 'unavailable', '1']);
    const ready = request(busy.url).get('/health/ready');
    expect((await ready).body).toEqual({ status: 'database_unavailable' });
    expect(linesOf(busy, 'not ready: the database does not answer')).toHaveLength(1);

    await app.rows.query('commit');
    expect((await first).status).toBe(200);
    await until(async () => (await request(busy.url).get('/health/ready')).status === 200);
    await until(() => linesOf(busy, 'ready again: the database answers').length === 1);
    const retried = await client.post('/groups', group, { idempotencyKey });
    expect([retried.status, retried.body.replayed]).toEqual([201, false]);
  });
});
