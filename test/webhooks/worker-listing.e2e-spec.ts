import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { listWork } from '#contexts/webhooks/delivery/work-list.js';
import { WorkerTransactions } from '#contexts/webhooks/worker/worker-transactions.js';
import { School } from '../support/school.js';
import { useApp } from '../support/use-school.js';

const LISTED = [
  'event_outbox',
  'member_search_fills',
  'members',
  'passkeys',
  'scheduled_jobs',
  'webhook_deliveries',
  'webhook_subscriptions',
];

let service: pg.Client;

// Ahead of the service's own end: these hooks run in the order in which they stand.
afterAll(() => service.end());
const app = useApp({ isOwn: true });
beforeAll(async () => {
  service = new pg.Client(app.databaseUrl);
  await service.connect();
});

describe('what a worker may see across tenants', () => {
  it('is seven tables, and only to read', async () => {
    const { rows } = await app.rows.query<{ table: string; command: string }>(
      `select tablename as table, cmd as command from pg_policies where policyname <> 'tenant' and tablename not in ('api_keys', 'organizations') order by 1`,
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

describe('the list of work', () => {
  const listed = async (): Promise<{ kind: string; organization_id: string }[]> =>
    app.nest.get(WorkerTransactions, { strict: false }).list(listWork, {
      now: app.now(),
      full: [],
      verifying: [],
      dispatching: [],
    });

  it('has the verification of each organization, however many another one waits for', async () => {
    const schools = [await School.open(app), await School.open(app), await School.open(app)];
    for (let n = 0; n < 101; n += 1) await schools[1].subscription({ status: 'pending_validation' });
    for (const school of [schools[0], schools[2]]) await school.subscription({ status: 'pending_validation' });
    const found = (await listed()).filter(({ kind }) => kind === 'verify');
    expect(found).toHaveLength(100);
    expect(new Set(found.map((work) => work.organization_id))).toEqual(new Set(schools.map(({ id }) => id)));
  });

  it('has the deliveries of each organization, however many subscriptions of another one wait', async () => {
    const schools = [await School.open(app), await School.open(app), await School.open(app)];
    for (let n = 0; n < 501; n += 1) await schools[1].delivery(await schools[1].subscription());
    for (const school of [schools[0], schools[2]]) await school.delivery(await school.subscription());
    const found = (await listed()).filter(({ kind }) => kind === 'deliver');
    expect(found).toHaveLength(500);
    expect(new Set(found.map((work) => work.organization_id))).toEqual(new Set(schools.map(({ id }) => id)));
  });
});
