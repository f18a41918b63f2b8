import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/kernel/persistence/data-source.js';
import { grantPrivileges } from '../../src/kernel/persistence/privileges.js';
import { migrations } from '../../migrations/list.js';
import { announced, withDatabase } from './database-server.js';
import type { TestApp } from './test-app.js';

/** Undoes the migration whose name begins so, and runs it on the rows that there are. */
export async function migrateAgain(app: TestApp, name: string): Promise<void> {
  const url = withDatabase(announced().ownerUrl, new URL(app.databaseUrl).pathname.slice(1));
  const dataSource = await new DataSource({ ...dataSourceOptions(url, 1), migrations }).initialize();
  const runner = dataSource.createQueryRunner();
  try {
    const migration = dataSource.migrations.find(({ constructor }) => constructor.name.startsWith(name));
    await migration?.down(runner);
    await migration?.up(runner);
    await grantPrivileges(runner, decodeURIComponent(new URL(announced().serviceUrl).username));
  } finally {
    await runner.release();
    await dataSource.destroy();
  }
}
