import { rmSync } from 'node:fs';
import pg from 'pg';
import type { EmbeddedCluster } from '../../src/platform/embedded-database/cluster.js';
import { announced } from './database-server.js';

/** Removes the databases that the tests made, and the cluster where it was theirs. */
export default async function tearDown(): Promise<void> {
  const own = (globalThis as { testCluster?: { cluster: EmbeddedCluster; dataDir: string } }).testCluster;
  if (own) {
    await own.cluster.stop();
    rmSync(own.dataDir, { recursive: true, force: true });
    return;
  }
  const { adminUrl, template } = announced();
  const admin = new pg.Client(adminUrl);
  await admin.connect();
  await admin.query(`drop database if exists ${template}`);
  await admin.end();
}
