import { existsSync, realpathSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { locateBinaries } from './binaries.js';
import { connectionUrls, loadCredentials, type ConnectionUrls } from './credentials.js';
import { dataDirectory, openDataDirectory } from './data-directory.js';
import { createCluster } from './initial-cluster.js';
import { clusterAccount } from './os-account.js';
import { findReadyPostmaster } from './postmaster.js';
import { setUpRoles } from './roles.js';
import type { ServerOptions } from './server-settings.js';
import { lockHolder, takeServiceLock } from './service-lock.js';
import { startServer, type SupervisedServer } from './supervised-server.js';

export { EmbeddedDatabaseError } from './embedded-database.error.js';

/** A running PostgreSQL server on 127.0.0.1 with the database `delivery`. */
export interface EmbeddedCluster extends ConnectionUrls {
  port: number;
  /** Stops the server and releases the data directory; does nothing on a cluster of another process. */
  stop(): Promise<void>;
}

const FIND_PATIENCE_MS = 15_000;

/** Starts the server of a data directory, which is created if missing. Throws when another live service uses it. */
export async function startEmbeddedCluster(
  options: { dataDir: string } & Partial<ServerOptions>,
): Promise<EmbeddedCluster> {
  const binaries = locateBinaries();
  const { dataDir, durable = true, maxConnections = 100 } = options;
  const directory = openDataDirectory(dataDir);
  const release = await takeServiceLock(directory);
  let server: SupervisedServer | undefined;
  try {
    const account = clusterAccount(directory.cluster);
    const credentials = loadCredentials(directory);
    if (!existsSync(directory.cluster)) {
      await createCluster({ directory, initdb: binaries.initdb, account, password: credentials.superuser, durable });
    }
    const started = await startServer({ directory, binaries, account, options: { durable, maxConnections } });
    server = started;
    const urls = connectionUrls(credentials, started.port);
    await setUpRoles(urls, credentials);
    let stopped: Promise<void> | undefined;
    return { ...urls, port: started.port, stop: () => (stopped ??= started.stop().then(release)) };
  } catch (error) {
    await server?.stop();
    release();
    throw error;
  }
}

/** Finds the server of another live service, which may still be starting; null if there is none. */
export async function findRunningCluster(dataDir: string): Promise<EmbeddedCluster | null> {
  if (!existsSync(dataDir)) return null;
  const directory = dataDirectory(realpathSync(dataDir));
  const deadline = Date.now() + FIND_PATIENCE_MS;
  while (lockHolder(directory) !== null && Date.now() < deadline) {
    const postmaster = findReadyPostmaster(directory.cluster);
    if (postmaster) {
      const { port } = postmaster;
      return { ...connectionUrls(loadCredentials(directory), port), port, stop: () => Promise.resolve() };
    }
    await delay(50);
  }
  return null;
}
