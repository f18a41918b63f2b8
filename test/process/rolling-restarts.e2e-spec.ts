import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { putContinuousLoad } from '../support/continuous-load.js';
import { announced, withDatabase } from '../support/database-server.js';
import { ReadinessProxy } from '../support/readiness-proxy.js';
import { Workplace, type Run } from '../support/service-process.js';
import { SECRET_KEY } from '../support/test-app.js';
import { useSchool } from '../support/use-school.js';

/** `npm run restarts` asks for more. */
const RESTARTS = Number(process.env.RESTARTS ?? 4);
jest.setTimeout(300_000 + RESTARTS * 60_000);

const place = new Workplace();
let proxy: ReadinessProxy;

// Ahead of the service's own end: these hooks run in the order in which they stand.
afterAll(async () => {
  await proxy.close();
  await place.clear();
});
const { app, school } = useSchool({ isOwn: true });
beforeAll(async () => {
  proxy = await ReadinessProxy.open();
});

it('two processes are restarted in turn, again and again, and no request fails', async () => {
  const running = [await start(), await start()];
  const load = putContinuousLoad(proxy.url, school.owner.client.apiKey ?? '');
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    const old = running.shift()!;
    old.child.kill('SIGTERM');
    expect(await old.ended).toEqual({ code: 0, signal: null });
    proxy.remove(old.url);
    running.push(await start());
  }
  const answers = await load.stop();
  const acknowledged = answers['POST 201'];
  expect(Object.keys(answers).sort()).toEqual(['GET 200', 'POST 201']);
  // Both processes were under load all the time.
  expect(acknowledged).toBeGreaterThan(RESTARTS * 8);
  const { audit, events, keys } = await school.trail();
  expect([audit.length, events.length, keys]).toEqual([acknowledged, acknowledged, acknowledged]);
});

async function start(): Promise<Run & { url: string }> {
  const database = new URL(app.databaseUrl).pathname.slice(1);
  const service = await place.serve({
    NODE_ENV: 'test',
    ...announced().settings,
    DATABASE_URL: app.databaseUrl,
    MIGRATION_DATABASE_URL: withDatabase(announced().ownerUrl, database),
    SECRET_KEYS: SECRET_KEY.toString('base64'),
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_MINUTE: '0',
    ORGANIZATION_RATE_LIMIT_PER_MINUTE: '0',
    SHUTDOWN_DELAY_MS: '3000',
  });
  await proxy.add(service.url);
  return service;
}
