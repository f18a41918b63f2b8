import { randomBytes } from 'node:crypto';
import { expect, it } from '@jest/globals';
import pg from 'pg';
import { migrate } from '../../src/platform/persistence/migrate.js';
import { announced, withDatabase } from '../support/database-server.js';

it('several that migrate an empty database at once wait for whoever migrates first, and find it done', async () => {
  const { adminUrl, ownerUrl, serviceUrl } = announced();
  const database = `delivery_migrate_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client(adminUrl);
  await admin.connect();
  try {
    await admin.query(`create database ${database} owner "${decodeURIComponent(new URL(ownerUrl).username)}"`);
    const [owner, service] = [ownerUrl, serviceUrl].map((url) => withDatabase(url, database));
    const ran = await Promise.all(Array.from({ length: 4 }, () => migrate(owner, service)));
    const counts = ran.map((names) => names.length).sort((a, b) => a - b);
    expect(counts.slice(0, 3)).toEqual([0, 0, 0]);
    expect(counts[3]).toBeGreaterThan(0);
  } finally {
    await admin.query(`drop database if exists ${database} with (force)`);
    await admin.end();
  }
}, 60_000);
