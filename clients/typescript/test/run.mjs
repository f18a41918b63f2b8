#!/usr/bin/env node
// Packs the client, installs it in an empty project, compiles the tests and the README's code there, and runs them
// against the service in dist/ of the repository: `npm test`, or `npm test -- <path of another node>` to run them on that
// Node, too. Ends with `N passed, N failed`.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const client = fileURLToPath(new URL('..', import.meta.url));
const service = join(client, '..', '..', 'dist', 'service', 'main.js');
const project = mkdtempSync(join(tmpdir(), 'delivery-client-'));
// As root, PostgreSQL runs under another account, which must be able to enter.
chmodSync(project, 0o755);

function npm(cwd, ...args) {
  execFileSync('npm', ['--silent', ...args], { cwd, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
}

function install() {
  npm(client, 'pack', '--pack-destination', project);
  const [tarball] = readdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  npm(project, 'install', `./${tarball}`, '--no-audit', '--no-fund', '--prefer-offline');
}

/** Compiles as a strict project without the types of browsers, which also checks the declarations of the package. */
function compile() {
  const sources = join(project, 'test');
  mkdirSync(sources);
  for (const name of readdirSync(join(client, 'test')).filter((each) => each.endsWith('.ts'))) {
    cpSync(join(client, 'test', name), join(sources, name));
  }
  const readme = readFileSync(join(client, 'README.md'), 'utf8');
  const [use, receive] = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code);
  writeFileSync(join(sources, 'readme-use.ts'), use);
  writeFileSync(join(sources, 'readme-receive.ts'), receive);
  const { compilerOptions } = JSON.parse(readFileSync(join(client, 'tsconfig.json'), 'utf8'));
  const settings = {
    ...compilerOptions,
    lib: ['es2022'],
    types: ['node'],
    typeRoots: [join(client, 'node_modules', '@types')],
    rootDir: 'test',
    outDir: 'compiled',
    declaration: false,
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: settings, include: ['test'] }));
  const tsc = join(client, 'node_modules', 'typescript', 'bin', 'tsc');
  execFileSync(process.execPath, [tsc, '-p', project], { cwd: project, stdio: ['ignore', 2, 2] });
}

/** Starts the service with the demo organization. */
async function serve() {
  const { PATH, HOME } = process.env;
  const settings = { DATA_DIR: join(project, '.data'), HOST: '127.0.0.1', PORT: '0' };
  const env = { PATH, HOME, ...settings, WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8' };
  const child = spawn(process.execPath, [service], { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr']) child[stream].on('data', (data) => (said[stream] += data));
  const ended = new Promise((resolve) => child.once('close', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  while (!said.stdout.includes('Delivery Service is ready.')) {
    if (child.exitCode !== null) throw new Error(`The service did not start: ${said.stderr}`);
    await delay(20);
  }
  return { url: /(?<=API {8})http\S+(?=\/api\/v1)/.exec(said.stdout)[0], stop };
}

/** Runs the compiled tests on a Node, one file at a time, and counts them. */
async function test(node, env) {
  const compiled = join(project, 'compiled');
  const files = readdirSync(compiled).filter((name) => name.endsWith('.test.js'));
  const options = ['--test', '--test-reporter=spec', '--test-concurrency=1', '--test-timeout=120000'];
  const paths = files.sort().map((name) => join(compiled, name));
  const child = spawn(node, [...options, ...paths], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 2] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said += text;
    process.stdout.write(text);
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  const count = (word) => Number(new RegExp(`^ℹ ${word} (\\d+)$`, 'm').exec(said)?.[1] ?? 0);
  const [passed, failed] = [count('pass'), count('fail') + count('cancelled')];
  const isSound = code === 0 && passed > 0;
  return { passed, failed: isSound ? failed : Math.max(failed, 1) };
}

const counts = { passed: 0, failed: 1 };
try {
  install();
  compile();
  const { url, stop } = await serve();
  try {
    counts.failed = 0;
    for (const node of [process.execPath, ...process.argv.slice(2)]) {
      const { passed, failed } = await test(node, { SERVICE_URL: url, PROJECT: project });
      counts.passed += passed;
      counts.failed += failed;
    }
  } finally {
    await stop();
  }
} finally {
  rmSync(project, { recursive: true, force: true });
  process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed\n`);
}
process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1;
