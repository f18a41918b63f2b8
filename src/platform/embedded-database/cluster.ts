import { existsSync, realpathSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { locateBinaries } from './binaries.js';
import { connectionUrls, loadCredentials, type ConnectionUrls } from './credentials.js';
import { dataDirectory, openDataDirectory, type DataDirectory } from './data-directory.js';
import { makeCluster } from './initial-cluster.js';
import { clusterAccount } from './os-account.js';
import { findReadyPostmaster } from './postmaster.js';
import { settleRoles } from './roles.js';
import type { ServerOptions } from './server-settings.js';
import { lockHolder, takeServiceLock } from './service-lock.js';
import { startServer, type SupervisedServer } from './supervised-server.js';

export { EmbeddedDatabaseError } from './embedded-database.error.js';

export interface EmbeddedClusterOptions extends Partial<ServerOptions> {
  /** Holds everything: the cluster, its passwords, its log. Made when it is missing. */
  dataDir: string;
}

/** A running PostgreSQL server on 127.0.0.1 with the database `delivery`. */
export interface EmbeddedCluster extends ConnectionUrls {
  port: number;
  /** Shuts the server down and gives the data directory back. On a cluster that was only found, it does nothing. */
  stop(): Promise<void>;
}

const FIND_PATIENCE_MS = 15_000;

/**
 * Starts the PostgreSQL server of a data directory, making the cluster on the first start. The server ends with this
 * process, however that ends. Refuses with an EmbeddedDatabaseError when another live service holds the directory.
 */
export async function startEmbeddedCluster(options: EmbeddedClusterOptions): Promise<EmbeddedCluster> {
  const binaries = locateBinaries();
  const directory = openDataDirectory(options.dataDir);
  const release = await takeServiceLock(directory);
  let server: SupervisedServer | undefined;
  try {
    const { durable = true, maxConnections = 100 } = options;
    const account = clusterAccount(directory.cluster);
    const credentials = loadCredentials(directory);
    if (!existsSync(directory.cluster)) {
      const superuserPassword = credentials.superuser;
      await makeCluster({ directory, initdb: binaries.initdb, account, superuserPassword, durable });
    }
    server = await startServer({ directory, binaries, account, options: { durable, maxConnections } });
    const urls = connectionUrls(credentials, server.port);
    await settleRoles(urls, credentials);
    return { ...urls, port: server.port, stop: onceOnly(stopAndRelease(server, release)) };
  } catch (error) {
    await server?.stop();
    release();
    throw error;
  }
}

/**
 * Finds the server that a live service runs on this data directory, for a command beside it; null when there is none.
 * A service that is just starting is waited for.
 */
export async function findRunningCluster(dataDir: string): Promise<EmbeddedCluster | null> {
  if (!existsSync(dataDir)) return null;
  const directory = dataDirectory(realpathSync(dataDir));
  const deadline = Date.now() + FIND_PATIENCE_MS;
  while (lockHolder(directory) !== null && Date.now() < deadline) {
    const found = readyCluster(directory);
    if (found) return found;
    await delay(50);
  }
  return null;
}

function readyCluster(directory: DataDirectory): EmbeddedCluster | null {
  const postmaster = findReadyPostmaster(directory.cluster);
  if (!postmaster) return null;
  const urls = connectionUrls(loadCredentials(directory), postmaster.port);
  return { ...urls, port: postmaster.port, stop: () => Promise.resolve() };
}

function stopAndRelease(server: SupervisedServer, release: () => void): () => Promise<void> {
  return async () => {
    await server.stop();
    release();
  };
}

function onceOnly(stop: () => Promise<void>): () => Promise<void> {
  let stopped: Promise<void> | undefined;
  return () => (stopped ??= stop());
}
