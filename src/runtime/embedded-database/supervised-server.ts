import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Binaries } from './binaries.js';
import type { DataDirectory } from './data-directory.js';
import { EmbeddedDatabaseError } from './embedded-database.error.js';
import { launchAs, type OsAccount } from './os-account.js';
import { postgresEnvironment } from './postgres-environment.js';
import { findReadyPostmaster, stopOrphan } from './postmaster.js';
import { closeLog, lastProblem, openLog, readLog, type ServerLog } from './server-log.js';
import { serverArguments, type ServerOptions } from './server-settings.js';
import type { Supervision } from './supervisor.js';

const ATTEMPTS = 10;
const RETRY_DELAY_MS = 200;
const START_PATIENCE_MS = 180_000;
const STOP_PATIENCE_MS = 45_000;

interface ServerPlan {
  directory: DataDirectory;
  binaries: Binaries;
  account: OsAccount | null;
  options: ServerOptions;
}

export interface SupervisedServer {
  port: number;
  stop(): Promise<void>;
}

/** Stops a server that an earlier run left behind, and starts the server under a supervisor. */
export async function startServer(plan: ServerPlan): Promise<SupervisedServer> {
  const { cluster } = plan.directory;
  for (let attempt = 1; ; attempt++) {
    await stopOrphan(cluster, plan.binaries.pgCtl);
    const port = await freePort();
    const log = openLog(plan.directory.log);
    try {
      const supervisor = startSupervisor(plan, port, log);
      if (await isReady(supervisor, cluster, port)) {
        supervisor.stdin?.write('ready');
        return { port, stop: () => stopSupervised(supervisor, plan) };
      }
      const output = readLog(log);
      if (!isTransient(output) || attempt === ATTEMPTS) {
        throw new EmbeddedDatabaseError(`PostgreSQL did not start: ${lastProblem(output)} (see ${plan.directory.log})`);
      }
      await delay(RETRY_DELAY_MS);
    } finally {
      closeLog(log);
    }
  }
}

/** Another program took the port, or the previous server has not fully ended. */
function isTransient(output: string): boolean {
  return /could not bind|lock file "postmaster\.pid"|pre-existing shared memory block/.test(output);
}

function startSupervisor(plan: ServerPlan, port: number, log: ServerLog): ChildProcess {
  const { directory, binaries, account, options } = plan;
  const args = serverArguments(directory.cluster, port, options);
  const supervision: Supervision = {
    server: launchAs(account, binaries.postgres, args, directory.cluster),
    pgCtl: binaries.pgCtl,
    lock: directory.lock,
  };
  const program = fileURLToPath(new URL('./supervisor.js', import.meta.url));
  const child = spawn(process.execPath, [program, JSON.stringify(supervision)], {
    // Its own session: Ctrl-C must reach the service only, which drains before it closes the pipe.
    detached: true,
    cwd: '/',
    env: postgresEnvironment(),
    stdio: ['pipe', log.file, log.file],
    windowsHide: true,
  });
  // The supervisor must not keep the service alive.
  child.unref();
  (child.stdin as unknown as { unref(): void }).unref();
  child.stdin?.on('error', () => undefined);
  child.on('error', () => undefined);
  return child;
}

/** Waits until the server accepts connections; false if it exits. */
async function isReady(supervisor: ChildProcess, cluster: string, port: number): Promise<boolean> {
  const deadline = Date.now() + START_PATIENCE_MS;
  while (!hasExited(supervisor)) {
    if (findReadyPostmaster(cluster, port)) return true;
    if (Date.now() > deadline) {
      supervisor.stdin?.end();
      throw new EmbeddedDatabaseError(`PostgreSQL was not ready after ${START_PATIENCE_MS / 1000} seconds.`);
    }
    await delay(5);
  }
  return false;
}

async function stopSupervised(supervisor: ChildProcess, plan: ServerPlan): Promise<void> {
  if (!hasExited(supervisor)) {
    supervisor.ref();
    supervisor.stdin?.end();
    await Promise.race([once(supervisor, 'exit'), delay(STOP_PATIENCE_MS, undefined, { ref: false })]);
  }
  // In case the supervisor was killed and left its server behind.
  await stopOrphan(plan.directory.cluster, plan.binaries.pgCtl);
}

function hasExited(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
