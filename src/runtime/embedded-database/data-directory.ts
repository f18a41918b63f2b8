import { accessSync, chmodSync, constants, mkdirSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EmbeddedDatabaseError } from './embedded-database.error.js';

/** The paths in a data directory, without symbolic links. */
export interface DataDirectory {
  root: string;
  /** PostgreSQL's data directory; it exists only after a complete initdb. */
  cluster: string;
  credentials: string;
  lock: string;
  log: string;
}

export function dataDirectory(root: string): DataDirectory {
  return {
    root,
    cluster: join(root, 'pg'),
    credentials: join(root, 'credentials.json'),
    lock: join(root, 'service.lock'),
    log: join(root, 'postgres.log'),
  };
}

/** Creates the data directory if it is missing and checks that it is writable. */
export function openDataDirectory(path: string): DataDirectory {
  const directory = resolve(path);
  try {
    // No mode here: a recursive mkdir would apply it to parent directories too.
    const made = mkdirSync(directory, { recursive: true });
    // As root, PostgreSQL runs under another account, which must be able to enter; secret files have their own mode.
    if (made !== undefined) chmodSync(directory, process.getuid?.() === 0 ? 0o711 : 0o700);
    const root = realpathSync(directory);
    accessSync(root, constants.R_OK | constants.W_OK | constants.X_OK);
    return dataDirectory(root);
  } catch (error) {
    throw fileError(`Cannot write to the data directory ${directory}`, error);
  }
}

/** A one-line error for a failed file operation, with the system's error code. */
export function fileError(what: string, error: unknown): EmbeddedDatabaseError {
  const { code, message } = error as NodeJS.ErrnoException;
  return new EmbeddedDatabaseError(`${what}: ${code ?? message}.`, error);
}

export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
