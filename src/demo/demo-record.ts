import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileError } from '../platform/embedded-database/data-directory.js';
import type { DemoSchool } from './demo-school.js';

/** What stands in the record while the school is being loaded, and for good where that was broken off. */
export const UNFINISHED = 'unfinished';

/** Where the demo school's ids and keys are kept, readable by their owner only, to be shown at every start. */
function recordFile(dataDir: string): string {
  return join(dataDir, 'demo.json');
}

export function readDemoRecord(dataDir: string): DemoSchool | typeof UNFINISHED | null {
  const file = recordFile(dataDir);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DemoSchool | typeof UNFINISHED) : null;
}

/** Replaces the record whole: a process that is killed here leaves the earlier one. */
export function writeDemoRecord(dataDir: string, record: DemoSchool | typeof UNFINISHED): void {
  const file = recordFile(dataDir);
  try {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(`${file}.draft`, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${file}.draft`, file);
  } catch (error) {
    throw fileError(`Cannot write ${file}`, error);
  }
}
