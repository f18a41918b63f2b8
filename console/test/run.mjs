#!/usr/bin/env node
// Starts the service of the repository, which must be built, with its demo organization, and runs the tests of the
// console against it in Chromium: `npm test`, or `npm test -- cockpit` for one spec. Ends with `N passed, N failed`.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
const service = join(root, '..', 'dist', 'service', 'main.js');

/** The browser: CHROMIUM, or the one of the system. The shell has no window of its own to draw. */
function chromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  for (const name of ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']) {
    const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout?.trim();
    if (found) return found;
  }
  return undefined;
}

/** A port that is free: passkeys belong to an address that the service knows before it listens. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

async function serve(folder, { stripePort, googlePort }) {
  const { PATH, HOME } = process.env;
  const port = await freePort();
  const settings = { DATA_DIR: join(folder, '.data'), HOST: '127.0.0.1', PORT: port };
  const limits = { RATE_LIMIT_PER_MINUTE: '100000', DOOR_REQUESTS_PER_MINUTE: '100000' };
  const env = { PATH, HOME, ...settings, ...limits, WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8' };
  // A test opens a stand-in for the payment provider there.
  env.STRIPE_API_HOST = `http://127.0.0.1:${stripePort}`;
  Object.assign(env, calendars(port, googlePort));
  const child = spawn(process.execPath, [service], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
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

/** Calendar servers on this machine, and Google, whose stand-in a test opens at this port. */
function calendars(port, googlePort) {
  const google = `http://127.0.0.1:${googlePort}`;
  return {
    CALENDAR_ALLOWED_RANGES: '127.0.0.0/8',
    CALENDAR_RETURN_ORIGINS: `http://127.0.0.1:${port}`,
    GOOGLE_CALENDAR_CLIENT_ID: 'client of the service',
    GOOGLE_CALENDAR_CLIENT_SECRET: 'secret of the client',
    GOOGLE_CALENDAR_ENDPOINTS: `authorize=${google}/authorize,token=${google}/token,revoke=${google}/revoke,api=${google}/calendar/v3`,
  };
}

/** Runs Playwright, and counts its tests. */
async function test(env) {
  const child = spawn(process.execPath, [cli, 'test', ...process.argv.slice(2)], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await new Promise((resolve) => child.once('close', resolve));
  if (!existsSync(env.RESULTS)) return { passed: 0, failed: 1 };
  const { stats, errors } = JSON.parse(readFileSync(env.RESULTS, 'utf8'));
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length };
}

/** What the tests are, such as "106 tests in 15 files". They are listed without a service: nothing of its demo organization is asked for. */
function listed() {
  const folder = mkdtempSync(join(tmpdir(), 'delivery-console-'));
  const demo = join(folder, 'demo.json');
  writeFileSync(demo, JSON.stringify({ keys: {}, cohortIds: {} }));
  const env = { ...process.env, SERVICE_URL: 'http://127.0.0.1', DEMO: demo };
  const args = [cli, 'test', '--list', '--reporter=list', ...process.argv.slice(2)];
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
  rmSync(folder, { recursive: true, force: true });
  return /(?<=Total: ).*/.exec(stdout)?.[0] ?? 'all tests';
}

const browser = chromium();
let counts;
if (browser === undefined) {
  process.stdout.write(`Skipped ${listed()}: there is no Chromium. Install it, or set CHROMIUM to its path.\n`);
  counts = { passed: 0, failed: 0 };
} else {
  process.stdout.write(
    `In ${execFileSync(browser, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })}`,
  );
  const folder = mkdtempSync(join(tmpdir(), 'delivery-console-'));
  // As root, PostgreSQL runs under another account, which must be able to enter.
  chmodSync(folder, 0o755);
  try {
    const ports = { stripePort: await freePort(), googlePort: await freePort() };
    const { url, stop } = await serve(folder, ports);
    try {
      counts = await test({
        SERVICE_URL: url,
        DEMO: join(folder, '.data', 'demo.json'),
        CHROMIUM: browser,
        STRIPE_PORT: ports.stripePort,
        GOOGLE_PORT: ports.googlePort,
        RESULTS: join(folder, 'results.json'),
      });
    } finally {
      await stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed\n`);
process.exitCode = counts.failed === 0 && (counts.passed > 0 || browser === undefined) ? 0 : 1;
