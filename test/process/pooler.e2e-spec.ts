import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Balancer } from '../failover/balancer.js';
import { announced, withDatabase } from '../support/database-server.js';
import { makeExternalDatabase, type ExternalDatabase } from '../support/external-database.js';
import { Pooler } from '../support/programs/pooler.js';
import { CLOSED_PORT, Workplace, type Environment, type Run } from '../support/service-process.js';
import { until } from '../support/until.js';

const KEYS = 12;
const TWINS = 4;

// Where pgbouncer is not installed there is nothing to stand behind.
(Pooler.version() === null ? describe.skip : describe)('behind pgbouncer in transaction mode', () => {
  const place = new Workplace();
  let pooler: Pooler;
  let database: ExternalDatabase;
  let settings: Environment;

  beforeAll(async () => {
    pooler = await Pooler.start(announced().directUrl);
    database = await makeExternalDatabase({ isMigrated: true });
    settings = {
      NODE_ENV: 'production',
      DATABASE_URL: withDatabase(pooler.url, new URL(database.serviceUrl).pathname.slice(1)),
      MIGRATION_DATABASE_URL: database.ownerUrl,
      SECRET_KEYS: randomBytes(32).toString('base64'),
      LOCK_TIMEOUT_MS: '60000',
      LOG_LEVEL: 'warn',
    };
  });
  afterAll(async () => {
    await place.clear();
    await database.drop();
    await pooler.stop();
  });

  it('named statements are refused with one line', async () => {
    const { code, stdout, stderr } = await place.finish('main', [], { ...settings, DATABASE_STATEMENTS: 'named' });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^DATABASE_URL leads through a pooler .*: set DATABASE_STATEMENTS=unnamed\.\n$/);
  });

  describe('with unnamed statements', () => {
    let service: Run & { url: string };
    beforeAll(async () => {
      service = await place.serve({ ...settings, DATABASE_STATEMENTS: 'unnamed' });
    });
    afterAll(async () => {
      service.child.kill('SIGTERM');
      expect((await service.ended).code).toBe(0);
    });

    it('unnamed ones serve: of the twins of each key one is the first, and the others replay it', async () => {
      const unnamed = { ...settings, DATABASE_STATEMENTS: 'unnamed' };
      const create = ['organization', 'create', '--name', 'Lighthouse', '--owner-email', 'grace@example.com', '--json'];
      const created = await place.finish('cli', create, unnamed);
      const { apiKey } = JSON.parse(created.stdout) as { apiKey: string };
      const headers = { 'x-api-key': apiKey, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ name: 'Level one', type: 'level', scope: 'organization' });
      const post = async (key: string) => {
        const response = await fetch(`${service.url}/api/v1/groups`, {
          method: 'POST',
          headers: { ...headers, 'Idempotency-Key': key },
          body,
        });
        const answer = (await response.json()) as { data: { id: string } };
        return [response.status, answer.data.id] as const;
      };
      const feed = await fetch(`${service.url}/api/v1/event-feeds`, {
        method: 'POST',
        headers: { ...headers, 'Idempotency-Key': 'feed' },
        body: JSON.stringify({ name: 'Data warehouse', eventNames: ['group.created'] }),
      });
      const { data: made } = (await feed.json()) as { data: { id: string } };
      const keys = Array.from({ length: KEYS }, () => randomUUID());
      const answers = await Promise.all(keys.map((key) => Promise.all(Array.from({ length: TWINS }, () => post(key)))));
      for (const twins of answers) {
        expect(twins.map(([status]) => status).sort()).toEqual([200, 200, 200, 201]);
        expect(new Set(twins.map(([, id]) => id)).size).toBe(1);
      }
      expect(new Set(answers.map(([[, id]]) => id)).size).toBe(KEYS);
      const readFeed = async () => {
        const response = await fetch(`${service.url}/api/v1/event-feeds/${made.id}/events`, { headers });
        const page = (await response.json()) as { data: { events: { data: { groupId: string } }[] } };
        return page.data.events.map(({ data }) => data.groupId);
      };
      await until(async () => (await readFeed()).length >= KEYS);
      expect((await readFeed()).sort()).toEqual(answers.map(([[, id]]) => id).sort());
    });

    it('goes through the tour: a booking, a reminder that fires, a calendar, an export', async () => {
      const unnamed = { ...settings, DATABASE_STATEMENTS: 'unnamed' };
      const { code, stdout, stderr } = await place.finish('tour', [], { ...unnamed, PORT: new URL(service.url).port });
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(/The first day is over/);
    });
  });

  it('serves again soon after PostgreSQL does: the pooler tries to log in once a second', async () => {
    const { port } = new URL(database.serviceUrl);
    const balancer = await Balancer.open(Number(port));
    const behind = await Pooler.start(balancer.through(database.serviceUrl));
    const url = withDatabase(behind.url, new URL(database.serviceUrl).pathname.slice(1));
    const { url: service } = await place.serve({ ...settings, DATABASE_URL: url, DATABASE_STATEMENTS: 'unnamed' });
    const isReady = async (): Promise<boolean> => (await fetch(`${service}/health/ready`)).ok;
    expect(await isReady()).toBe(true);
    balancer.leadTo(Number(CLOSED_PORT));
    balancer.cut();
    await until(async () => !(await isReady()));
    await delay(1_500);
    balancer.leadTo(Number(port));
    const backAt = performance.now();
    await until(isReady);
    // Without server_login_retry = 1, the pooler waits for 15 seconds.
    expect(performance.now() - backAt).toBeLessThan(10_000);
    await place.stop();
    await behind.stop();
    await balancer.close();
  });
});
