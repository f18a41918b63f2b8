// Runs as a separate process in its own session. It shuts PostgreSQL down when its standard input closes, which happens
// however the service ends.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { utimes } from 'node:fs';
import type { Launch } from './os-account.js';
import { boundLog } from './server-log.js';
import { LOCK_BEAT_MS } from './service-lock.js';

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

// A signal to the process group must not stop the server of a service that is still draining.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined);
// The service writes once, when the server is ready. A failure before that is not retried here.
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
    // A crashed server is restarted on its port; a clean exit was requested.
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
  // Windows has no signals: pg_ctl emulates them.
  if (process.platform === 'win32') execFile(pgCtl, ['kill', signal.slice(3), String(postgres.pid)], () => undefined);
  else postgres.kill(signal);
}
