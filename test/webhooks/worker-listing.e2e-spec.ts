import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { School } from '../support/school.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

const LISTED = ['event_outbox', 'webhook_deliveries', 'webhook_subscriptions'];

let app: TestApp;
let service: pg.Client;

beforeAll(async () => {
  app = await startTestApp();
  service = new pg.Client(app.databaseUrl);
  await service.connect();
});
afterAll(async () => {
  await service.end();
  await app.close();
});

describe('what a worker may see across tenants', () => {
  it('is three tables, and only to read', async () => {
    const { rows } = await app.rows.query<{ table: string; command: string }>(
      `select tablename as table, cmd as command from pg_policies where policyname <> 'tenant' and tablename <> 'api_keys' order by 1`,
    );
    expect(rows).toEqual(LISTED.map((table) => ({ table, command: 'SELECT' })));
  });

  it('is nothing unless its transaction says that it lists', async () => {
    const school = await School.open(app);
    const id = await school.subscription();
    const seen = async (): Promise<number> =>
      (await service.query('select 1 from webhook_subscriptions where id = $1', [id])).rows.length;
    expect(await seen()).toBe(0);
    await service.query('begin');
    await service.query(`set local app.worker = 'on'`);
    expect(await seen()).toBe(1);
    const change = await service.query(`update webhook_subscriptions set name = 'changed' where id = $1`, [id]);
    const lock = await service.query('select 1 from webhook_subscriptions where id = $1 for update', [id]);
    expect([change.rowCount, lock.rowCount]).toEqual([0, 0]);
    await service.query('commit');
    expect(await seen()).toBe(0);
  });
});
