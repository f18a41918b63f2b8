import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingsError } from '../config/settings.js';
import { fileError } from '../embedded-database/data-directory.js';

const KEY_BYTES = 32;

/** The secret key of an embedded installation, made once and kept beside its database, readable by its owner only. */
export function secretKeyBesideDatabase(dataDir: string): Buffer {
  const file = join(dataDir, 'secret.key');
  const key = readOrMake(dataDir, file);
  // Going on with a part of the key would make every API key and webhook secret unreadable without a word.
  if (key.length < KEY_BYTES) throw new SettingsError(`${file} does not hold a base64 key of ${KEY_BYTES} bytes.`);
  return key;
}

function readOrMake(dataDir: string, file: string): Buffer {
  try {
    if (!existsSync(file)) make(dataDir, file);
    return Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  } catch (error) {
    throw fileError(`Cannot read or make ${file}`, error);
  }
}

/** The file appears whole, and only once: a service and a command beside it may both come here first. */
function make(dataDir: string, file: string): void {
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
