import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileError } from '#runtime/embedded-database/data-directory.js';
import type { DemoSchool } from './demo-school.js';

export const UNFINISHED = 'unfinished';

/** The file with the ids and keys, which are shown at every start; readable by its owner only. */
function recordFile(dataDir: string): string {
  return join(dataDir, 'demo.json');
}

export function readDemoRecord(dataDir: string): DemoSchool | typeof UNFINISHED | null {
  const file = recordFile(dataDir);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DemoSchool | typeof UNFINISHED) : null;
}

/** Replaces the record atomically. */
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
