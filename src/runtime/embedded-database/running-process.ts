import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * The start time of a process in the platform's format; null when it is gone or a zombie. Pid and start time identify a
 * process, as pids are reused. On Windows every live process has the same start time.
 */
export function processStart(pid: number): string | null {
  if (process.platform === 'linux') return linuxStart(pid);
  if (process.platform === 'win32') return isPidTaken(pid) ? 'alive' : null;
  const [state, ...start] = output('ps', ['-o', 'stat=,lstart=', '-p', String(pid)]).split(/\s+/);
  return !state || state.startsWith('Z') ? null : start.join(' ');
}

export function isPidTaken(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether the process is a live PostgreSQL server of this cluster. */
export function isPostmasterOf(pid: number, cluster: string): boolean {
  if (processStart(pid) === null) return false;
  if (process.platform === 'win32') {
    return output('tasklist', ['/NH', '/FI', `PID eq ${pid}`]).startsWith('postgres');
  }
  if (process.platform !== 'linux') {
    const command = output('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
    return command.includes('/postgres ') && command.includes(` -D ${cluster} `);
  }
  const [program, ...args] = read(`/proc/${pid}/cmdline`).split('\0');
  return basename(program) === 'postgres' && args[args.indexOf('-D') + 1] === cluster;
}

/** Server processes that outlived their postmaster and hold the cluster's shared memory (detected on Linux only). */
export function strayBackends(cluster: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => read(`/proc/${pid}/cmdline`).startsWith('postgres:'))
    .filter((pid) => workingDirectory(pid) === cluster);
}

/** Waits until the process is gone; false after the given time. */
export async function hasEnded(pid: number, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (processStart(pid) !== null) {
    if (Date.now() > deadline) return false;
    await delay(10);
  }
  return true;
}

function linuxStart(pid: number): string | null {
  const stat = read(`/proc/${pid}/stat`);
  // The program's name may contain spaces and brackets: the fields start after the last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, ticksSinceBoot] = [fields[0], fields[19]];
  if (ticksSinceBoot === undefined || 'ZXx'.includes(state)) return null;
  return `${read('/proc/sys/kernel/random/boot_id').trim()}/${ticksSinceBoot}`;
}

function workingDirectory(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function output(command: string, args: string[]): string {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}
