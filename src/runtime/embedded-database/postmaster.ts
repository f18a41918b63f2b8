import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './binaries.js';
import { fileError, isMissing } from './data-directory.js';
import { EmbeddedDatabaseError } from './embedded-database.error.js';
import { hasEnded, isPidTaken, isPostmasterOf, processStart, strayBackends } from './running-process.js';

interface Postmaster {
  pid: number;
  port: number;
  ready: boolean;
}

/** The live server of the cluster, if it accepts connections, and on the given port. */
export function findReadyPostmaster(cluster: string, port?: number): Postmaster | null {
  const postmaster = readPidFile(cluster);
  // The process is checked last: on some platforms that starts a program.
  if (!postmaster?.ready || (port !== undefined && postmaster.port !== port)) return null;
  return isPostmasterOf(postmaster.pid, cluster) ? postmaster : null;
}

/** Stops a server that outlived its service, and removes what would prevent a new one from starting. */
export async function stopOrphan(cluster: string, pgCtl: Binaries['pgCtl']): Promise<void> {
  const orphan = readPidFile(cluster);
  if (!orphan) return;
  if (isPostmasterOf(orphan.pid, cluster)) return stopPostmaster(orphan.pid, pgCtl);
  await stopStrayBackends(cluster);
  // PostgreSQL removes a stale file itself, unless the pid belongs to a zombie or another program.
  if (isPidTaken(orphan.pid)) rmSync(pidFile(cluster), { force: true });
}

/** Stops server processes that have not noticed the end of their postmaster. */
async function stopStrayBackends(cluster: string): Promise<void> {
  for (const pid of strayBackends(cluster)) {
    signal(pid, 'SIGQUIT', null);
    if (!(await hasEnded(pid, 2_000))) signal(pid, 'SIGKILL', null);
  }
}

/** Fast shutdown, then immediate shutdown, then SIGKILL; PostgreSQL recovers at the next start. */
async function stopPostmaster(pid: number, pgCtl: string): Promise<void> {
  for (const [name, patience] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 2_000],
  ] as const) {
    signal(pid, name, pgCtl);
    if (await hasEnded(pid, patience)) return;
  }
  throw new EmbeddedDatabaseError(
    `The PostgreSQL server left behind by an earlier run (process ${pid}) does not stop.`,
  );
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT' | 'SIGKILL', pgCtl: string | null): void {
  try {
    // Windows has no signals: pg_ctl emulates them.
    if (process.platform === 'win32' && pgCtl) execFileSync(pgCtl, ['kill', name.slice(3), `${pid}`]);
    else process.kill(pid, name);
  } catch (error) {
    if (processStart(pid) !== null)
      throw fileError(`Cannot stop the PostgreSQL server of an earlier run (process ${pid})`, error);
  }
}

function readPidFile(cluster: string): Postmaster | null {
  try {
    const lines = readFileSync(pidFile(cluster), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
  } catch (error) {
    if (isMissing(error)) return null;
    throw fileError(`Cannot read ${pidFile(cluster)}`, error);
  }
}

function pidFile(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}
