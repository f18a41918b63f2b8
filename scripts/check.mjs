#!/usr/bin/env node
// Everything that a change must pass, from a clean checkout with Node and npm alone: `npm run check`.
// Goes on after a failed step, names the failed ones, and ends with `N passed, N failed` over all test runs; a failed
// step that has no tally of its own counts as one failure.
import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const TALLY = /^(\d+) passed, (\d+) failed$/gm;
const broken = [];
let passed = 0;
let failed = 0;
let stoppedEarly = true;

process.on('SIGINT', () => process.exit(130));
process.on('SIGTERM', () => process.exit(143));
process.on('exit', (code) => {
  let text = '';
  if (broken.length > 0) text = `\nFailed:\n  ${broken.join('\n  ')}\n`;
  else if (stoppedEarly) {
    failed += 1;
    text = `\nStopped early (${code})\n`;
  }
  if (code === 0 && failed > 0) process.exitCode = 1;
  process.stdout.write(`${text}${passed} passed, ${failed} failed\n`);
});

/** Runs a command to its end. `text` is what it wrote to its standard output, where that is kept. */
function run([command, ...args], { keep = false, quiet = false } = {}) {
  const stdout = keep || quiet ? 'pipe' : 'inherit';
  // npm and npx are scripts of the shell on Windows.
  const shell = process.platform === 'win32' && command !== process.execPath;
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', stdout, quiet ? 'ignore' : 'inherit'],
    shell,
    env: { ...process.env, ...(quiet && { npm_config_fetch_retries: '1', npm_config_fetch_timeout: '60000' }) },
  });
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (data) => {
    text += data;
    if (!quiet) process.stdout.write(data);
  });
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ isGood: false, text: String(error) }));
    child.once('close', (code) => resolve({ isGood: code === 0, text }));
  });
}

async function step(name, command) {
  process.stdout.write(`\n== ${name}\n`);
  const { isGood } = await run(command);
  if (!isGood) {
    broken.push(name);
    failed += 1;
  }
  return isGood;
}

/** A step whose closing line is added to the tally. */
async function tests(name, command) {
  process.stdout.write(`\n== ${name}\n`);
  const { isGood, text } = await run(command, { keep: true });
  const tally = [...text.matchAll(TALLY)].at(-1);
  if (!isGood || !tally) broken.push(name);
  passed += Number(tally?.[1] ?? 0);
  failed += Number(tally?.[2] ?? 0) || (isGood && tally ? 0 : 1);
}

const node = (...args) => [process.execPath, ...args];
const installed = (program, ...args) => node(`node_modules/${program}`, ...args);

/** What stops the check where it fails: nothing after it can be judged. */
async function needed(name, command) {
  if (await step(name, command)) return;
  process.exit(1);
}

/** Whether a package must be installed: in CI its versions are those of its lock file. */
const mustInstall = (folder) => !existsSync(`${root}${folder}/node_modules`) || process.env.CI === 'true';
const INSTALL = ['npm', 'ci', '--include=dev', '--no-audit', '--no-fund'];

/** The TypeScript client is a package of its own, with its own dependencies. */
const CLIENT = 'clients/typescript';

/** Whether the tests of the client can run: they compile with its dependencies. */
async function checkClient() {
  if (mustInstall(CLIENT) && !(await step('client: install', [...INSTALL, '--prefix', CLIENT]))) return false;
  await step('client: generated types up to date', ['npm', 'run', '--prefix', CLIENT, 'generate', '--', '--check']);
  await step('client: lint', installed('eslint/bin/eslint.js', CLIENT, '--max-warnings', '0'));
  return true;
}

/** The console is a package of its own as well. Its tests run in Chromium: without one they say that they are skipped. */
const CONSOLE = 'console';

/** Programs that tests use where they are there, with their packages in Debian. Without one its tests are skipped. */
const PROGRAMS = {
  chromium: 'chromium',
  promtool: 'prometheus',
  nginx: 'nginx-light',
  caddy: 'caddy',
  'systemd-analyze': 'systemd',
  pg_dump: 'postgresql',
  pgbouncer: 'pgbouncer',
};

/** On a build machine that is Debian's, as root: what is missing of these. Elsewhere nothing is installed. */
async function installPrograms() {
  const isBuildMachine = process.env.CI === 'true' && process.platform === 'linux' && process.getuid?.() === 0;
  const has = async (name) => (await run(['sh', '-c', `command -v ${name}`], { quiet: true })).isGood;
  const missing = [];
  for (const name of Object.keys(PROGRAMS)) if (!(await has(name))) missing.push(name);
  if (missing.length > 0 && isBuildMachine && (await has('apt-get'))) {
    process.stdout.write(`\n== programs: ${missing.join(', ')}\n`);
    await run(['timeout', '300', 'apt-get', 'update'], { quiet: true });
    // One by one: a package that cannot be had keeps no other one away. RUNLEVEL: none of them is started.
    const script = 'RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$0"';
    for (const name of missing) await run(['timeout', '600', 'sh', '-c', script, PROGRAMS[name]], { quiet: true });
  }
  for (const name of missing) {
    if (!(await has(name))) process.stdout.write(`There is no ${name}: the tests that use it are skipped.\n`);
  }
}

async function checkConsole() {
  if (mustInstall(CONSOLE) && !(await step('console: install', [...INSTALL, '--prefix', CONSOLE]))) return;
  await step('console: types', node(`${CONSOLE}/node_modules/typescript/bin/tsc`, '--noEmit', '-p', CONSOLE));
  await step('console: lint', installed('eslint/bin/eslint.js', CONSOLE, '--max-warnings', '0'));
  await step('console: built files up to date', node(`${CONSOLE}/test/built.mjs`));
  await tests('console: tests', node(`${CONSOLE}/test/run.mjs`));
}

if (mustInstall('.')) await needed('install', INSTALL);
await step('format', installed('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'));
await step('lint', ['npm', 'run', '--silent', 'lint']);
await step('words', node('scripts/lint-words.mjs'));
await step('architecture', ['npm', 'run', '--silent', 'arch']);

// A whole build, in which tsc checks src, migrations, test and bench.
rmSync(`${root}dist/.built`, { force: true });
await needed('build', node('scripts/build.mjs'));
await step('OpenAPI document up to date', node('scripts/run.mjs', 'openapi', '--check'));
await step('OpenAPI document lint', node('scripts/lint-openapi.mjs'));
await installPrograms();
const hasClient = await checkClient();
if (hasClient) await tests(`client: tests on Node ${process.version}`, node(`${CLIENT}/test/run.mjs`));
// With the client, whose sources the console uses.
if (hasClient) await checkConsole();
// Once: the same from an empty folder, with npm alone.
await tests(`tests on Node ${process.version}`, node('scripts/test.mjs', 'FROM_EMPTY_FOLDER=1'));

if (Number(process.versions.node.split('.')[0]) < 24) {
  const newer = await run(['npx', '-y', 'node@24', '--version'], { quiet: true });
  if (newer.isGood) {
    const version = newer.text.trim();
    if (hasClient) await tests(`client: tests on Node ${version}`, ['npx', '-y', 'node@24', `${CLIENT}/test/run.mjs`]);
    await tests(`tests on Node ${version}`, ['npx', '-y', 'node@24', 'scripts/test.mjs']);
  } else process.stdout.write('\n== tests on Node 24: skipped, it could not be fetched\n');
}
stoppedEarly = false;
