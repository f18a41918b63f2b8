import pg from 'pg';
import '../../src/app.module.js';
import { migrate } from '#kernel/persistence';
import { migrations } from '../../migrations/list.js';
import { withDatabase, type DatabaseServer } from './database-server.js';

/** Makes the migrated template that the test files' databases are copied from. */
export async function makeTemplate(server: DatabaseServer): Promise<void> {
  const { adminUrl, ownerUrl, serviceUrl, template } = server;
  const admin = new pg.Client(adminUrl);
  await admin.connect();
  const owner = decodeURIComponent(new URL(ownerUrl).username);
  await admin.query(`create database ${template} owner "${owner}"`);
  await migrate(withDatabase(ownerUrl, template), withDatabase(serviceUrl, template), migrations);
  await admin.end();
}
