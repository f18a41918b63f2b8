import { cpSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, it } from '@jest/globals';
import { announced, withDatabase } from '../support/database-server.js';
import { program, ready, Workplace } from '../support/service-process.js';
import { SECRET_KEY } from '../support/test-app.js';
import { until } from '../support/until.js';
import { useSchool } from '../support/use-school.js';

const place = new Workplace();
const folder = join(place.folder, 'delivery');
const build = join(folder, 'dist/service');

// Ahead of the app's own end: these hooks run in the order in which they stand.
afterAll(() => place.clear());
const { app, school } = useSchool({ isOwn: true });

interface Asked {
  method?: string;
  headers: Record<string, string>;
  body?: string;
}

/** The status of an answer over a connection of its own, so that both processes are asked. */
function ask(url: string, { body, ...options }: Asked): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...options, agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.once('error', reject).end(body);
  });
}

it('processes go on with their own build while its files are replaced, and no request of the restart fails', async () => {
  const source = dirname(program('main'));
  const root = dirname(dirname(source));
  cpSync(source, build, { recursive: true });
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const settings = {
    ...announced().settings,
    NODE_ENV: 'production',
    PROCESSES: '2',
    DATABASE_URL: app.databaseUrl,
    MIGRATION_DATABASE_URL: withDatabase(announced().ownerUrl, new URL(app.databaseUrl).pathname.slice(1)),
    SECRET_KEYS: SECRET_KEY.toString('base64'),
    RATE_LIMIT_PER_MINUTE: '0',
    ORGANIZATION_RATE_LIMIT_PER_MINUTE: '0',
  };
  const run = place.run(process.execPath, ['dist/service/main.js'], settings, { cwd: folder });
  const { url } = await ready(run);
  const asset = /console\/assets\/[^"]+/.exec(readFileSync(join(build, 'console/index.html'), 'utf8'))?.[0] ?? '';
  const headers = {
    'x-api-key': school.owner.client.apiKey ?? '',
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
  const askAll = (): Promise<number[]> => {
    const paths = [asset, 'console', 'docs', 'docs/scalar.js', 'api/v1/groups'];
    return Promise.all([
      ask(`${url}/mcp`, { method: 'POST', headers, body }),
      ...paths.map((path) => ask(`${url}/${path}`, { headers })),
    ]);
  };

  // As where a build is brought: the files of the old one are gone first.
  const next = `${build}-next`;
  cpSync(build, next, { recursive: true });
  rmSync(build, { recursive: true });
  const statuses = new Set<number>();
  for (let count = 0; count < 6; count += 1) for (const status of await askAll()) statuses.add(status);
  renameSync(next, build);
  expect(readdirSync(build)).toContain('main.js');

  run.child.kill('SIGHUP');
  while (!run.stderr().includes('"msg":"restarted"')) {
    for (const status of await askAll()) statuses.add(status);
    if (run.stderr().includes('restart given up')) throw new Error(run.stderr());
    await delay(50);
  }
  for (const status of await askAll()) statuses.add(status);
  expect([...statuses]).toEqual([200]);
  run.child.kill('SIGTERM');
  await until(() => run.child.exitCode !== null);
});
