import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileError, isMissing, type DataDirectory } from './data-directory.js';
import { EmbeddedDatabaseError } from './embedded-database.error.js';

export const SUPERUSER = 'postgres';
export const OWNER_ROLE = 'delivery_owner';
export const SERVICE_ROLE = 'delivery_service';
export const DATABASE = 'delivery';

export interface Credentials {
  superuser: string;
  owner: string;
  service: string;
}

export interface ConnectionUrls {
  /** Superuser: for setup and tests only. */
  adminUrl: string;
  ownerUrl: string;
  serviceUrl: string;
}

/** Reads the passwords; generates them if there is no cluster yet. */
export function loadCredentials(directory: DataDirectory): Credentials {
  const { credentials: path, cluster } = directory;
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Credentials;
  } catch (error) {
    if (!isMissing(error)) throw fileError(`Cannot read ${path}`, error);
  }
  if (existsSync(cluster)) {
    throw new EmbeddedDatabaseError(`${path} is missing: the passwords of the cluster in ${cluster} are unknown.`);
  }
  return createCredentials(path);
}

export function connectionUrls(credentials: Credentials, port: number): ConnectionUrls {
  const url = (user: string, password: string) => `postgresql://${user}:${password}@127.0.0.1:${port}/${DATABASE}`;
  return {
    adminUrl: url(SUPERUSER, credentials.superuser),
    ownerUrl: url(OWNER_ROLE, credentials.owner),
    serviceUrl: url(SERVICE_ROLE, credentials.service),
  };
}

function createCredentials(path: string): Credentials {
  // base64url needs no escaping in URLs and SQL.
  const password = () => randomBytes(24).toString('base64url');
  const credentials = { superuser: password(), owner: password(), service: password() };
  const draft = `${path}.draft`;
  try {
    const file = openSync(draft, 'w', 0o600);
    writeFileSync(file, `${JSON.stringify(credentials, null, 2)}\n`);
    fsyncSync(file);
    closeSync(file);
    renameSync(draft, path);
  } catch (error) {
    throw fileError(`Cannot write ${path}`, error);
  }
  return credentials;
}
