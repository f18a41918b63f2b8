import 'reflect-metadata';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedCluster } from '../../src/platform/embedded-database/cluster.js';
import { migrate } from '../../src/platform/persistence/migrate.js';
import { announce, withDatabase, type DatabaseServer } from './database-server.js';

/** Starts a PostgreSQL for the tests, unless DATABASE_URL names one, and migrates the template database once. */
export default async function setUp(): Promise<void> {
  const template = `delivery_template_${process.pid}`;
  const server = { ...(await findServer()), template };
  const admin = new pg.Client(server.adminUrl);
  await admin.connect();
  const owner = decodeURIComponent(new URL(server.ownerUrl).username);
  await admin.query(`create database ${template} owner "${owner}"`);
  await migrate(withDatabase(server.ownerUrl, template), withDatabase(server.serviceUrl, template));
  await admin.end();
  announce(server);
}

async function findServer(): Promise<Omit<DatabaseServer, 'template'>> {
  const { DATABASE_URL, MIGRATION_DATABASE_URL } = process.env;
  if (DATABASE_URL) {
    const ownerUrl = MIGRATION_DATABASE_URL ?? DATABASE_URL;
    return { adminUrl: ownerUrl, ownerUrl, serviceUrl: DATABASE_URL };
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'delivery-test-'));
  const cluster = await startEmbeddedCluster({ dataDir, durable: false, maxConnections: 200 });
  (globalThis as { testCluster?: object }).testCluster = { cluster, dataDir };
  return { adminUrl: cluster.adminUrl, ownerUrl: cluster.ownerUrl, serviceUrl: cluster.serviceUrl };
}
