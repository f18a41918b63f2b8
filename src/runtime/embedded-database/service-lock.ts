import { readFileSync, readlinkSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileError, isMissing, type DataDirectory } from './data-directory.js';
import { EmbeddedDatabaseError } from './embedded-database.error.js';
import { hasEnded, processStart } from './running-process.js';

/** The interval at which the supervisor touches the lock, for services in other containers. */
export const LOCK_BEAT_MS = 2_000;
const DYING_MS = 500;

interface Holder {
  pid: number;
  started: string | null;
  /** Containers that share a data directory have their own pids. */
  pidNamespace: string;
}

/** Locks the data directory for this process and returns the release function. Throws when a live service holds it. */
export async function takeServiceLock(directory: DataDirectory): Promise<() => void> {
  const own: Holder = { pid: process.pid, started: processStart(process.pid), pidNamespace: pidNamespace() };
  const mine = JSON.stringify(own);
  while (!created(directory.lock, mine)) {
    const text = await readLock(directory.lock);
    if (text === null) continue;
    const holder = parseHolder(text);
    if (holder && (await isAlive(holder, directory.lock))) {
      throw new EmbeddedDatabaseError(
        `The data directory ${directory.root} is in use by another running service (process ${holder.pid}): ` +
          'stop that one first, or choose another data directory.',
      );
    }
    discard(directory.lock, text);
  }
  return () => {
    if (peek(directory.lock) === mine) rmSync(directory.lock, { force: true });
  };
}

/** The pid of the live service that holds the data directory, if it is in the same pid namespace. */
export function lockHolder(directory: DataDirectory): number | null {
  const holder = parseHolder(peek(directory.lock) ?? '');
  if (!holder || holder.pidNamespace !== pidNamespace()) return null;
  return isSameProcess(holder) ? holder.pid : null;
}

async function isAlive(holder: Holder, lock: string): Promise<boolean> {
  if (holder.pidNamespace === pidNamespace()) {
    // A service that was just killed may still be exiting.
    return isSameProcess(holder) && !(await hasEnded(holder.pid, DYING_MS));
  }
  // In another pid namespace the pid is meaningless, also to PostgreSQL's own interlock: watch the lock being touched.
  const seen = beat(lock);
  const deadline = Date.now() + 2.5 * LOCK_BEAT_MS;
  while (Date.now() < deadline) {
    await delay(100);
    if (beat(lock) !== seen) return true;
  }
  return false;
}

function isSameProcess(holder: Holder): boolean {
  const started = processStart(holder.pid);
  return started !== null && started === holder.started;
}

function beat(lock: string): number | undefined {
  return statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
}

function created(lock: string, content: string): boolean {
  try {
    writeFileSync(lock, content, { flag: 'wx', mode: 0o644 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw fileError(`Cannot write ${lock}`, error);
  }
}

/** An empty lock is being written, unless it stays empty. */
async function readLock(lock: string): Promise<string | null> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const text = peek(lock);
    if (text !== '') return text;
    await delay(20);
  }
  return '';
}

/** Removes a dead service's lock; puts it back if another service has taken it meanwhile. */
function discard(lock: string, dead: string): void {
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
    if (readFileSync(aside, 'utf8') === dead) rmSync(aside);
    else renameSync(aside, lock);
  } catch (error) {
    if (!isMissing(error)) throw fileError(`Cannot replace ${lock}`, error);
  }
}

function peek(lock: string): string | null {
  try {
    return readFileSync(lock, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw fileError(`Cannot read ${lock}`, error);
  }
}

function parseHolder(text: string): Holder | null {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return null;
  }
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return process.platform;
  }
}
