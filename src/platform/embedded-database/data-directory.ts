import { accessSync, chmodSync, constants, mkdirSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EmbeddedDatabaseError } from './embedded-database.error.js';

/** The places inside one data directory. Every path is real: no symbolic links are left in it. */
export interface DataDirectory {
  root: string;
  /** PostgreSQL's own directory; it exists only after a complete initdb. */
  cluster: string;
  credentials: string;
  lock: string;
  log: string;
}

/** Names the places inside a data directory without touching it. */
export function dataDirectory(root: string): DataDirectory {
  return {
    root,
    cluster: join(root, 'pg'),
    credentials: join(root, 'credentials.json'),
    lock: join(root, 'service.lock'),
    log: join(root, 'postgres.log'),
  };
}

/** Makes the data directory when it is missing and makes sure that it can be written. */
export function openDataDirectory(path: string): DataDirectory {
  const wanted = resolve(path);
  try {
    // Parents keep the default mode: a recursive mkdir with a mode would close them to others too.
    const made = mkdirSync(wanted, { recursive: true });
    // As root, PostgreSQL runs under another account, which has to pass through; what is secret has a mode of its own.
    if (made !== undefined) chmodSync(wanted, process.getuid?.() === 0 ? 0o711 : 0o700);
    const root = realpathSync(wanted);
    accessSync(root, constants.R_OK | constants.W_OK | constants.X_OK);
    return dataDirectory(root);
  } catch (error) {
    throw fileError(`Cannot write to the data directory ${wanted}`, error);
  }
}

/** Turns a failed file operation into one line that ends in the system's reason. */
export function fileError(what: string, error: unknown): EmbeddedDatabaseError {
  const { code, message } = error as NodeJS.ErrnoException;
  return new EmbeddedDatabaseError(`${what}: ${code ?? message}.`, error);
}

export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
