import { spawnSync } from 'node:child_process';
import { areInstalled } from './programs/installed.js';

/** What promtool finds in the text of a scrape; empty where it finds nothing, or is not installed. */
export function findingsOfPromtool(scrape: string): string {
  if (!areInstalled('promtool')) return '';
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: scrape, encoding: 'utf8' });
  return status === 0 && stdout + stderr === '' ? '' : `${status}: ${stdout}${stderr}`;
}
