import { readdirSync, readFileSync } from 'node:fs';
import type { Stage } from './stage.js';

/** User and system time of a process in seconds, from /proc; NaN on other systems than Linux. */
export function processCpuSeconds(pid: number): number {
  const times = readTimes(pid);
  return times ? times.own : NaN;
}

/** The most memory that a process has held so far, in MB, from /proc; NaN on other systems than Linux. */
export function peakMemory(pid: number): number {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1_000;
  } catch {
    return NaN;
  }
}

/** The steal time since this call, as a share of the processors' time; NaN on other systems than Linux. */
export function stealClock(): () => number {
  const read = (): number[] => {
    try {
      return readFileSync('/proc/stat', 'utf8').split('\n', 1)[0].trim().split(/\s+/).slice(1, 9).map(Number);
    } catch {
      return [];
    }
  };
  const before = read();
  return () => {
    const spent = read().map((ticks, index) => ticks - before[index]);
    return spent[7] / spent.reduce((sum, ticks) => sum + ticks, 0);
  };
}

/** The CPU seconds of the stage's PostgreSQL: the postmaster, its children and those that have exited. */
export async function postgresCpuClock(stage: Stage): Promise<() => number> {
  const { rows } = await stage.admin.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = readTimes(rows[0].pid)?.parent;
  if (postmaster === undefined) return () => NaN;
  return () => {
    const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    const children = all.map((name) => readTimes(Number(name))).filter((times) => times?.parent === postmaster);
    const root = readTimes(postmaster);
    return (root?.own ?? NaN) + (root?.ended ?? NaN) + children.reduce((sum, times) => sum + (times?.own ?? 0), 0);
  };
}

/** `/proc/<pid>/stat` counts in ticks of 10 ms. */
function readTimes(pid: number): { parent: number; own: number; ended: number } | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    return { parent: fields[1], own: (fields[11] + fields[12]) / 100, ended: (fields[13] + fields[14]) / 100 };
  } catch {
    return undefined;
  }
}
