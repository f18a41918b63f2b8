import 'reflect-metadata';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedCluster } from '#runtime/embedded-database/cluster.js';
import { announce, type DatabaseServer } from './database-server.js';
import { Pooler } from './pooler.js';
import { makeTemplate } from './template-database.js';

/** Stopped by the global teardown. */
export interface Started {
  cluster?: { stop: () => Promise<void> };
  dataDir?: string;
  pooler?: Pooler;
}

const started: Started = {};

/**
 * Starts PostgreSQL for the tests, unless DATABASE_URL is set, and migrates the template database. With
 * TEST_POOLER=pgbouncer only the service connects through the pooler.
 */
export default async function setUp(): Promise<void> {
  const pooled = poolerWanted();
  (globalThis as { startedForTests?: Started }).startedForTests = started;
  const template = `delivery_template_${process.pid}`;
  const found = await findServer();
  if (pooled) started.pooler = await Pooler.start(found.serviceUrl);
  const server: DatabaseServer = {
    ...found,
    serviceUrl: started.pooler?.url ?? found.serviceUrl,
    directUrl: found.serviceUrl,
    settings: { DATABASE_STATEMENTS: pooled ? 'unnamed' : 'named' },
    template,
  };
  await makeTemplate(server);
  announce(server);
}

function poolerWanted(): boolean {
  const { TEST_POOLER = '' } = process.env;
  if (TEST_POOLER === '') return false;
  const version = TEST_POOLER === 'pgbouncer' ? Pooler.version() : null;
  if (version === null) {
    console.error(`TEST_POOLER=${TEST_POOLER}: only pgbouncer is known, and it must be installed.`);
    process.exit(1);
  }
  console.log(`The service reaches its database through ${version} in transaction mode.`);
  return true;
}

async function findServer(): Promise<Pick<DatabaseServer, 'adminUrl' | 'ownerUrl' | 'serviceUrl'>> {
  const { DATABASE_URL, MIGRATION_DATABASE_URL } = process.env;
  if (DATABASE_URL) {
    const ownerUrl = MIGRATION_DATABASE_URL ?? DATABASE_URL;
    return { adminUrl: ownerUrl, ownerUrl, serviceUrl: DATABASE_URL };
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'delivery-test-'));
  const cluster = await startEmbeddedCluster({ dataDir, durable: false, maxConnections: 200 });
  Object.assign(started, { cluster, dataDir });
  return { adminUrl: cluster.adminUrl, ownerUrl: cluster.ownerUrl, serviceUrl: cluster.serviceUrl };
}
