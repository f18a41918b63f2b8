#!/usr/bin/env node
// Everything that a change must pass, from a clean checkout with Node and npm alone: `npm run check`.
// Goes on after a failed step, names the failed ones, and ends with `N passed, N failed` over all test runs; a failed
// step that has no tally of its own counts as one failure.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asOrdinaryUser } from './check/ordinary-user.mjs';
import { installPrograms } from './check/programs.mjs';
import { report } from './check/report.mjs';
import { run, Steps } from './check/steps.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const started = performance.now();
// One more than there are cores: a page waits for its service.
const steps = new Steps(root, 3);
const results = mkdtempSync(join(tmpdir(), 'delivery-check-'));
let stoppedEarly = true;

process.on('SIGINT', () => process.exit(130));
process.on('SIGTERM', () => process.exit(143));
process.on('exit', (code) => {
  report(steps.times, results, (performance.now() - started) / 1_000);
  rmSync(results, { recursive: true, force: true });
  let { failed } = steps;
  let text = '';
  if (steps.broken.length > 0) {
    const lines = steps.broken.flatMap(({ name, said }) => [name, ...said.map((line) => `  ${line}`)]);
    text = `\nFailed:\n  ${lines.join('\n  ')}\n`;
  } else if (stoppedEarly) {
    failed += 1;
    text = `\nStopped early (${code})\n`;
  }
  if (steps.flaky.length > 0) text = `\nPassed only when repeated:\n${steps.flaky.join('\n')}\n${text}`;
  if (code === 0 && failed > 0) process.exitCode = 1;
  process.stdout.write(`${text}${steps.passed} passed, ${failed} failed\n`);
});

const node = (...args) => [process.execPath, ...args];
const installed = (program, ...args) => node(`node_modules/${program}`, ...args);

/** The TypeScript client and the console are packages of their own, with their own dependencies. */
const CLIENT = 'clients/typescript';
const CONSOLE = 'console';

/** What npm says of packages that nobody maintains, that do not fit each other, or that need another version of Node. */
const NOISE = /EBADENGINE|ERESOLVE|deprecated/;

/** Installs a package where it is not: in CI its versions are those of its lock file. Resolves with whether it is there. */
function install(folder, name) {
  if (existsSync(`${root}${folder}/node_modules`) && process.env.CI !== 'true') return true;
  return steps.waits(name, ['npm', 'ci', '--include=dev', '--no-audit', '--no-fund', '--prefix', folder], NOISE);
}

/** The newer Node: on an older one the tests that depend on the version run on it as well. */
async function findNewerNode() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return undefined;
  const env = { npm_config_fetch_retries: '1', npm_config_fetch_timeout: '60000' };
  const command = ['npx', '-y', 'node@24', '--print', 'process.execPath'];
  const { isGood, text } = await steps.timed('Node 24', () => run(command, root, { env }));
  if (isGood) return text.trim().split('\n').at(-1);
  process.stdout.write('\nNode 24 could not be fetched: its tests are skipped.\n');
  return undefined;
}

/** What must succeed, as nothing after it can be judged. Steps that have begun come to their end. */
async function needed(step) {
  if (await step) return;
  steps.close();
  await steps.ended();
  process.exit(1);
}

// What waits for the network goes on beside everything else.
const programs = steps.timed('programs', installPrograms);
const newerNode = findNewerNode();
const clientInstalled = install(CLIENT, 'client: install');
const consoleInstalled = install(CONSOLE, 'console: install');
await needed(install('.', 'install'));

// A whole build, in which tsc checks src, migrations, test and bench.
rmSync(`${root}dist/.built`, { force: true });
const build = steps.step('build', node('scripts/build.mjs'));
steps.step('lint', ['npm', 'run', '--silent', 'lint']);
steps.step('format', installed('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'));
steps.step('words', node('scripts/lint-words.mjs'));
steps.step('architecture', ['npm', 'run', '--silent', 'arch']);
await needed(build);

steps.step('OpenAPI document up to date', node('scripts/run.mjs', 'openapi', '--check'));
steps.step('OpenAPI document lint', node('scripts/lint-openapi.mjs'));
const hasClient = await clientInstalled;
const newer = await newerNode;
if (hasClient) {
  steps.step('client: generated types up to date', ['npm', 'run', '--prefix', CLIENT, 'generate', '--', '--check']);
  steps.step('client: lint', installed('eslint/bin/eslint.js', CLIENT, '--max-warnings', '0'));
  steps.tests('client: tests', node(`${CLIENT}/test/run.mjs`, ...(newer ? [newer] : [])));
}
// The console uses sources of the client. Its tests run in Chromium: without one they say that they are skipped.
if ((await consoleInstalled) && hasClient) {
  await programs;
  for (const half of ['1/2', '2/2'])
    steps.tests(`console: tests, ${half}`, node(`${CONSOLE}/test/run.mjs`, `--shard=${half}`));
  steps.step('console: types', node(`${CONSOLE}/node_modules/typescript/bin/tsc`, '--noEmit', '-p', CONSOLE));
  steps.step('console: lint', installed('eslint/bin/eslint.js', CONSOLE, '--max-warnings', '0'));
  steps.step('console: built files up to date', node(`${CONSOLE}/test/built.mjs`));
}
await programs;
await asOrdinaryUser(steps, root);
await steps.ended();

// Jest takes all cores itself. Once from the tracked files, with npm alone.
const jest = (name, ...args) => [
  'scripts/test.mjs',
  ...args,
  '--json',
  `--outputFile=${join(results, `${name}.json`)}`,
];
const live = { isLive: true };
await steps.tests('tests', node(...jest('tests', 'FROM_TRACKED_FILES=1')), live);
if (newer) await steps.tests('tests on Node 24', [newer, ...jest('newer', 'TEST_SELECTION=every-node')], live);
stoppedEarly = false;
