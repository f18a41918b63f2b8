import { spawnSync } from 'node:child_process';

/** Whether all of these programs are installed. */
export function areInstalled(...programs: string[]): boolean {
  return programs.every((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0);
}
