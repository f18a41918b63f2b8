import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { announced, withDatabase } from './database-server.js';

/** An empty database on the tests' server, without the pooler. */
export interface ExternalDatabase {
  adminUrl: string;
  ownerUrl: string;
  serviceUrl: string;
  drop: () => Promise<void>;
}

export async function makeExternalDatabase(): Promise<ExternalDatabase> {
  const { adminUrl, ownerUrl, directUrl } = announced();
  const database = `delivery_process_${randomBytes(6).toString('hex')}`;
  const owner = decodeURIComponent(new URL(ownerUrl).username);
  await asAdmin(`create database ${database} owner "${owner}"`);
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
