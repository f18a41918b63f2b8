import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './binaries.js';
import { fileError, isMissing } from './data-directory.js';
import { EmbeddedDatabaseError } from './embedded-database.error.js';
import { hasEnded, isPidTaken, isPostmasterOf, processStart, strayBackends } from './running-process.js';

/** What the server says about itself in postmaster.pid. */
export interface Postmaster {
  pid: number;
  port: number;
  ready: boolean;
}

/** The live server of this cluster that takes connections, on this port if one is given. */
export function findReadyPostmaster(cluster: string, port?: number): Postmaster | null {
  const postmaster = readPidFile(cluster);
  // Asking after the process comes last: on some platforms it takes a program of its own.
  if (!postmaster?.ready || (port !== undefined && postmaster.port !== port)) return null;
  return isPostmasterOf(postmaster.pid, cluster) ? postmaster : null;
}

/** The live server of this cluster, or null: the file outlives a server that was killed. */
function findPostmaster(cluster: string): Postmaster | null {
  const postmaster = readPidFile(cluster);
  return postmaster && isPostmasterOf(postmaster.pid, cluster) ? postmaster : null;
}

/** Stops a server that outlived its service, and clears what would keep a new one from starting. */
export async function stopOrphan(cluster: string, pgCtl: Binaries['pgCtl']): Promise<void> {
  const orphan = findPostmaster(cluster);
  if (orphan) return stopPostmaster(orphan.pid, pgCtl);
  const stale = readPidFile(cluster);
  if (!stale) return;
  await stopStrayBackends(cluster);
  // PostgreSQL clears a dead server's file itself, unless the pid is a zombie's or some other program has got it since.
  if (isPidTaken(stale.pid)) rmSync(pidFile(cluster), { force: true });
}

/** Ends server processes whose postmaster was killed while they were too busy to notice. */
async function stopStrayBackends(cluster: string): Promise<void> {
  for (const pid of strayBackends(cluster)) {
    signal(pid, 'SIGQUIT', null);
    if (!(await hasEnded(pid, 2_000))) signal(pid, 'SIGKILL', null);
  }
}

/** Fast shutdown, then less and less patience: after a harder stop PostgreSQL recovers at its next start. */
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
    // Windows has no signals; PostgreSQL's own program passes them on by another way.
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
