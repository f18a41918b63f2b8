import { spawnSync } from 'node:child_process';
import { areInstalled } from './programs/installed.js';

/**
 * The findings of promtool in the text of a scrape; empty where there are none, or it is not installed. It only reads a
 * text, so its specs are not among those of ./programs, which run as an ordinary user as well.
 */
export function findingsOfPromtool(scrape: string): string {
  if (!areInstalled('promtool')) return '';
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: scrape, encoding: 'utf8' });
  return status === 0 && stdout + stderr === '' ? '' : `${status}: ${stdout}${stderr}`;
}
