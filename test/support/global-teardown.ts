import { rmSync } from 'node:fs';
import pg from 'pg';
import { dropCitusDatabase } from './citus.js';
import { announced } from './database-server.js';
import type { Started } from './global-setup.js';

/** Removes the tests' databases, the pooler and the embedded cluster. */
export default async function tearDown(): Promise<void> {
  const { cluster, dataDir, pooler } = (globalThis as { startedForTests?: Started }).startedForTests ?? {};
  await pooler?.stop();
  if (cluster && dataDir) {
    await cluster.stop();
    rmSync(dataDir, { recursive: true, force: true });
    return;
  }
  const { adminUrl, template, citusNodes } = announced();
  if (citusNodes) return dropCitusDatabase(citusNodes, template);
  const admin = new pg.Client(adminUrl);
  await admin.connect();
  await admin.query(`drop database if exists ${template}`);
  await admin.end();
}
