import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingsError } from '#kernel/settings';
import { fileError } from './embedded-database/data-directory.js';

const KEY_BYTES = 32;

/** The secret key in the data directory, generated once and readable by its owner only. */
export function secretKeyBesideDatabase(dataDir: string): Buffer {
  const file = join(dataDir, 'secret.key');
  const key = readOrCreate(dataDir, file);
  // With a truncated key, every API key and webhook secret would silently become unusable.
  if (key.length < KEY_BYTES) throw new SettingsError(`${file} does not hold a base64 key of ${KEY_BYTES} bytes.`);
  return key;
}

function readOrCreate(dataDir: string, file: string): Buffer {
  try {
    if (!existsSync(file)) create(dataDir, file);
    return Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  } catch (error) {
    throw fileError(`Cannot read or make ${file}`, error);
  }
}

/** Creates the file atomically: a service and a command may do so at the same time. */
function create(dataDir: string, file: string): void {
  const draft = `${file}.${process.pid}`;
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}
