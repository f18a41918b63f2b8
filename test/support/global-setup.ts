import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedCluster } from '#runtime/embedded-database/cluster.js';
import { migrate } from '#kernel/persistence';
import { migrations } from '../../migrations/list.js';
import { createCitusDatabase, createCitusRole, findCitusNodes } from './citus.js';
import { announce, isAnnounced, withDatabase, type DatabaseServer } from './database-server.js';
import { Pooler } from './programs/pooler.js';
import { makeTemplate } from './template-database.js';

/** Stopped by the global teardown. */
export interface Started {
  cluster?: { stop: () => Promise<void> };
  dataDir?: string;
  pooler?: Pooler;
}

const CITUS_ROLE = 'delivery_test_service';

const started: Started = {};

/**
 * Starts PostgreSQL for the tests, unless DATABASE_URL is set, and migrates the template database. Does neither where
 * another program has announced its own. With TEST_POOLER=pgbouncer only the service connects through the pooler.
 */
export default async function setUp(): Promise<void> {
  if (isAnnounced()) return;
  const template = `delivery_template_${process.pid}`;
  const { CITUS_URL } = process.env;
  if (CITUS_URL) return setUpCitus(CITUS_URL, template);
  const pooled = poolerWanted();
  (globalThis as { startedForTests?: Started }).startedForTests = started;
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

/** The service connects to the coordinator, or to CITUS_SERVICE_NODE (`host:port`). */
async function setUpCitus(url: string, template: string): Promise<void> {
  const citusNodes = await findCitusNodes(url);
  const password = randomBytes(12).toString('hex');
  await createCitusRole(citusNodes, CITUS_ROLE, password);
  const host = process.env.CITUS_SERVICE_NODE ?? new URL(citusNodes[0]).host;
  const serviceUrl = Object.assign(new URL(url), { host, username: CITUS_ROLE, password }).href;
  const settings = { DATABASE_STATEMENTS: 'named' } as const;
  await createCitusDatabase(citusNodes, template);
  await migrate(withDatabase(url, template), withDatabase(serviceUrl, template), migrations);
  announce({ adminUrl: url, ownerUrl: url, serviceUrl, directUrl: serviceUrl, settings, template, citusNodes });
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
