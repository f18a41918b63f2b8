import { readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { dropCitusDatabase } from './citus.js';
import { announced, DATA_DIR_SUFFIX } from './database-server.js';
import type { Started } from './global-setup.js';
import { closeWorkerApp } from './worker-app.js';

/** Removes the tests' databases, and the pooler and the embedded cluster that the global setup has started. */
export default async function tearDown(): Promise<void> {
  const { startedForTests } = globalThis as { startedForTests?: Started };
  const { cluster, dataDir, pooler } = startedForTests ?? {};
  await closeWorkerApp();
  await pooler?.stop();
  const { adminUrl, template, citusNodes } = announced();
  removeDataDirs(template);
  if (cluster && dataDir) {
    await cluster.stop();
    rmSync(dataDir, { recursive: true, force: true });
    return;
  }
  if (citusNodes) return dropCitusDatabase(citusNodes, template);
  const admin = new pg.Client(adminUrl);
  await admin.connect();
  const { rows } = await admin.query<{ name: string }>(
    'select datname as name from pg_database where starts_with(datname, $1)',
    // The template is of whoever has made it.
    [startedForTests ? template : `${template}_`],
  );
  for (const { name } of rows) await admin.query(`drop database if exists ${name} with (force)`);
  await admin.end();
}

/** What the apps of workers leave: a worker just ends. */
function removeDataDirs(template: string): void {
  for (const name of readdirSync(tmpdir())) {
    const isOurs = name.startsWith(template) && name.endsWith(DATA_DIR_SUFFIX);
    if (isOurs) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}
