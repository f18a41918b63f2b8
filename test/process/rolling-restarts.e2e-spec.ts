import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { announced, withDatabase } from '../support/database-server.js';
import { ReadinessProxy } from '../support/readiness-proxy.js';
import { Workplace, type Run } from '../support/service-process.js';
import { SECRET_KEY } from '../support/test-app.js';
import { useSchool } from '../support/use-school.js';

/** `npm run restarts` asks for more. */
const RESTARTS = Number(process.env.RESTARTS ?? 4);
const CLIENTS = 8;
const PAUSE_MS = 10;
jest.setTimeout(60_000 + RESTARTS * 30_000);

const place = new Workplace();
let proxy: ReadinessProxy;

// Ahead of the service's own end: these hooks run in the order in which they stand.
afterAll(async () => {
  await proxy.close();
  await place.clear();
});
const { app, school } = useSchool();
beforeAll(async () => {
  proxy = await ReadinessProxy.open();
});

it('two processes are restarted in turn, again and again, and no request fails', async () => {
  const running = [await start(), await start()];
  const load = putLoad();
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    const old = running.shift()!;
    old.child.kill('SIGTERM');
    expect(await old.ended).toEqual({ code: 0, signal: null });
    proxy.remove(old.url);
    running.push(await start());
  }
  const { answers, acknowledged } = await load.stop();
  expect(Object.keys(answers).sort()).toEqual(['GET 200', 'POST 201']);
  // Both processes were under load all the time.
  expect(acknowledged).toBeGreaterThan(RESTARTS * CLIENTS);
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
    SHUTDOWN_DELAY_MS: '1000',
  });
  await proxy.add(service.url);
  return service;
}

/** Clients that write and read all the time, and leave the processor to who is being started. */
function putLoad(): { stop: () => Promise<{ answers: Record<string, number>; acknowledged: number }> } {
  const agent = new Agent({ keepAlive: true });
  const answers: Record<string, number> = {};
  let over = false;
  const client = async (): Promise<void> => {
    while (!over) {
      for (const method of ['POST', 'GET']) {
        const answer = `${method} ${await send(agent, method)}`;
        answers[answer] = (answers[answer] ?? 0) + 1;
        await delay(PAUSE_MS);
      }
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  return {
    stop: async () => {
      over = true;
      await Promise.all(clients);
      agent.destroy();
      return { answers, acknowledged: answers['POST 201'] };
    },
  };
}

/** The status, or what went wrong. */
function send(agent: Agent, method: string): Promise<string> {
  return new Promise((resolve) => {
    const headers = {
      'x-api-key': school.owner.client.apiKey ?? '',
      'Idempotency-Key': randomUUID(),
      'Content-Type': 'application/json',
    };
    const sent = request(`${proxy.url}/api/v1/groups`, { method, agent, headers }, (response) => {
      const why = response.headers['x-proxy-error'];
      response.resume().once('end', () => resolve(`${response.statusCode}${why ? ` ${String(why)}` : ''}`));
    });
    sent.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end(method === 'POST' ? '{"name":"Restarts","type":"accountability","scope":"organization"}' : undefined);
  });
}
