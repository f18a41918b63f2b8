// A process of its own, in a session of its own: it runs PostgreSQL for as long as the service holds the other end of
// standard input. However the service ends, that pipe closes, and PostgreSQL is shut down.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { utimes } from 'node:fs';
import type { Launch } from './os-account.js';
import { boundLog } from './server-log.js';
import { LOCK_BEAT_MS } from './service-lock.js';

/** What the service asks of its supervisor, passed as JSON in the only argument. */
export interface Supervision {
  server: Launch;
  pgCtl: string;
  lock: string;
}

const STDOUT = 1;
const RESTART_DELAY_MS = 500;

const { server, pgCtl, lock } = JSON.parse(process.argv[2]) as Supervision;
let postgres: ChildProcess;
let stopping = false;
let serving = false;

// Only the service's end stops the server: a signal sent to everyone must not take it from an app that still drains.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined);
// The service writes once, when the server is ready; until then a failure is the service's to judge.
process.stdin.on('data', () => (serving = true));
process.stdin.on('end', stop).on('error', stop);
setInterval(() => utimes(lock, new Date(), new Date(), () => undefined), LOCK_BEAT_MS);
setInterval(() => boundLog(STDOUT), 60_000);
start();

function start(): void {
  if (stopping) process.exit(0);
  const { command, args, uid, gid } = server;
  postgres = spawn(command, args, { uid, gid, stdio: ['ignore', 'inherit', 'inherit'], windowsHide: true });
  postgres.on('error', (error) => {
    process.stderr.write(`FATAL:  cannot run ${command}: ${error.message}\n`);
    process.exit(1);
  });
  postgres.on('exit', (code) => {
    // A server that ended cleanly was told to; one that was serving and fell comes back on its port.
    if (stopping || code === 0 || !serving) process.exit(stopping ? 0 : (code ?? 1));
    setTimeout(start, RESTART_DELAY_MS);
  });
}

function stop(): void {
  if (stopping) return;
  stopping = true;
  if (postgres.exitCode !== null || postgres.signalCode !== null) process.exit(0);
  send('SIGINT');
  setTimeout(() => send('SIGQUIT'), 30_000);
  setTimeout(() => send('SIGKILL'), 35_000);
}

function send(signal: NodeJS.Signals): void {
  // Windows has no signals; PostgreSQL's own program passes them on by another way.
  if (process.platform === 'win32') execFile(pgCtl, ['kill', signal.slice(3), String(postgres.pid)], () => undefined);
  else postgres.kill(signal);
}
