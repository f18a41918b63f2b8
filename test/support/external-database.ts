import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { announced, withDatabase } from './database-server.js';

/** A database on the tests' server, without the pooler. */
export interface ExternalDatabase {
  adminUrl: string;
  ownerUrl: string;
  serviceUrl: string;
  drop: () => Promise<void>;
}

/** An empty database, or a migrated one. */
export async function makeExternalDatabase({ isMigrated = false } = {}): Promise<ExternalDatabase> {
  const { adminUrl, ownerUrl, directUrl, template, citusNodes } = announced();
  const database = `delivery_process_${randomBytes(6).toString('hex')}`;
  const owner = decodeURIComponent(new URL(ownerUrl).username);
  // Citus cannot copy a database: there the service migrates it.
  const source = isMigrated && !citusNodes ? `template ${template} strategy file_copy` : '';
  await asAdmin(`create database ${database} ${source} owner "${owner}"`);
  return {
    adminUrl: withDatabase(adminUrl, database),
    ownerUrl: withDatabase(ownerUrl, database),
    serviceUrl: withDatabase(directUrl, database),
    drop: () => asAdmin(`drop database if exists ${database} with (force)`),
  };
}

async function asAdmin(command: string): Promise<void> {
  const admin = new pg.Client(announced().adminUrl);
  await admin.connect();
  try {
    await admin.query(command);
  } finally {
    await admin.end();
  }
}
