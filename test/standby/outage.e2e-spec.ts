import { expect, it } from '@jest/globals';
import { Client } from '../support/client.js';
import { withDatabase } from '../support/database-server.js';
import { query } from '../support/standby.js';
import { until } from '../support/until.js';
import { FreezingProxy } from './freezing-proxy.js';
import { answerOfStandby, readsOf, useStandbySchool } from '../support/use-standby.js';

const stage = useStandbySchool();

const warnings = (log: string): string[] =>
  log.split('\n').filter((line) => line.includes('the primary answers all reads'));

it('reads go on when the standby closes the connections', async () => {
  const { client } = stage.school.owner;
  await answerOfStandby(stage.app, () => client.get('/programs'));
  await query(
    stage.standby.adminUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'delivery-service'`,
  );
  for (let count = 0; count < 5; count += 1) expect((await client.get('/programs')).status).toBe(200);
  await answerOfStandby(stage.app, () => client.get('/programs'));
});

it.each([
  ['does not listen', () => 'postgresql://delivery_service:secret@127.0.0.1:1/delivery', /ECONNREFUSED/],
  ['is the primary', () => stage.plain.databaseUrl, /leads to a primary/],
  [
    'is entered with another role',
    () => withDatabase(stage.standby.ownerUrl, new URL(stage.plain.databaseUrl).pathname.slice(1)),
    /with the same role/,
  ],
  ['is another database', () => stage.standby.serviceUrl, /must lead to a standby/],
  [
    'is no server of the name',
    () => 'postgresql://delivery_service:secret@standby.invalid/delivery',
    /ENOTFOUND|EAI_AGAIN|connection timeout/,
  ],
])('the primary answers when the server in READ_DATABASE_URL %s', async (_, url, cause) => {
  const app = await stage.serve({ READ_DATABASE_URL: url() });
  const client = new Client(app, stage.school.owner.client.apiKey);
  expect((await client.get('/programs')).status).toBe(200);
  expect([await readsOf(app, 'primary'), await readsOf(app, 'standby')]).toEqual([1, 0]);
  // On a busy machine the first look at the standby may time out.
  await until(() => warnings(app.logged()).some((line) => cause.test(line)));
});

it('the primary answers when the standby freezes after its first answer, long before the request times out', async () => {
  const proxy = await FreezingProxy.open(stage.standby.port);
  const { pathname } = new URL(stage.plain.databaseUrl);
  const url = proxy.through(withDatabase(stage.standby.serviceUrl, pathname.slice(1)));
  const app = await stage.serve({ READ_DATABASE_URL: url, DATABASE_POOL_SIZE: 1 });
  const client = new Client(app, stage.school.owner.client.apiKey);
  await answerOfStandby(app, () => client.get('/programs'));
  const before = await readsOf(app, 'primary');
  proxy.freezeAfterOneAnswer();
  const startedAt = performance.now();
  expect((await client.get('/programs')).status).toBe(200);
  const tookMs = performance.now() - startedAt;
  // Longer than the patience for a first answer: that one came.
  expect(tookMs).toBeGreaterThan(2_000);
  expect(tookMs).toBeLessThan(15_000);
  expect(await readsOf(app, 'primary')).toBe(before + 1);
  proxy.thaw();
  await answerOfStandby(app, () => client.get('/programs'));
  await app.close();
  await proxy.close();
});

it('the primary answers when the standby is killed, and not each read is logged', async () => {
  const app = await stage.serve({ READ_MAX_LAG_MS: 0 });
  const client = new Client(app, stage.school.owner.client.apiKey);
  await answerOfStandby(app, () => client.get('/programs'));
  const logged = warnings(app.logged()).length;
  await stage.standby.kill();
  const before = await readsOf(app, 'primary');
  for (let count = 0; count < 50; count += 1) {
    const id = await stage.school.program();
    const { status, body } = await client.get('/programs?limit=1');
    expect([status, body.data.items]).toEqual([200, [expect.objectContaining({ id })]]);
  }
  expect(await readsOf(app, 'primary')).toBe(before + 50);
  // This service and the others of the file, whose lines come here too.
  const lines = warnings(app.logged()).slice(logged);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.length).toBeLessThan(20);
});
