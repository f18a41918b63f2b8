import { createHash } from 'node:crypto';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { DatabaseSetupError } from './database-setup.error.js';

/** A migration, with the SQL that `up` runs. */
export interface SqlMigration extends MigrationInterface {
  readonly sql: string;
}

type Checksums = Record<string, string>;

interface AppliedMigration {
  name: string;
  /** Null if the TypeORM CLI ran the migration and the service has not started since. */
  checksum: string | null;
}

/** The SHA-256 of each migration's SQL, which does not depend on the compiler. */
export function migrationChecksums({ migrations }: Pick<DataSource, 'migrations'>): Checksums {
  return Object.fromEntries(
    migrations.map((migration) => [
      migration.name ?? migration.constructor.name,
      createHash('sha256')
        .update((migration as SqlMigration).sql)
        .digest('hex'),
    ]),
  );
}

/** Refuses a schema with migrations that this version does not have or that have changed. */
export async function checkHistory(runner: QueryRunner, checksums: Checksums): Promise<void> {
  if (!(await runner.hasTable('migrations'))) return;
  // to_jsonb: the column is missing if only the TypeORM CLI has migrated.
  const select = `select name, to_jsonb(m) ->> 'checksum' as checksum from migrations m order by id`;
  const applied = (await runner.query(select)) as AppliedMigration[];
  const unknown = applied.filter(({ name }) => !(name in checksums));
  if (unknown.length > 0) {
    throw new DatabaseSetupError(
      `The database has a migration that this program does not know: ${namesOf(unknown)}. ${adviceOn(unknown, checksums)}`,
    );
  }
  const changed = applied.filter(({ name, checksum }) => checksum !== null && checksum !== checksums[name]);
  if (changed.length > 0) {
    throw new DatabaseSetupError(
      `The database was migrated with another version of ${namesOf(changed)}. Applied migrations must not be edited.`,
    );
  }
}

/** Records missing checksums, in the transaction of the migrations. */
export async function recordChecksums(runner: QueryRunner, checksums: Checksums): Promise<void> {
  if (!(await runner.hasColumn('migrations', 'checksum'))) {
    await runner.query('alter table migrations add column checksum text');
  }
  await runner.query(
    `update migrations m set checksum = c.value from jsonb_each_text($1) c where c.key = m.name and m.checksum is null`,
    [JSON.stringify(checksums)],
  );
}

/** A migration's name ends with its time, by which it is newer than all known ones or from before the schema was frozen. */
function adviceOn(unknown: AppliedMigration[], known: Checksums): string {
  const newest = Math.max(...Object.keys(known).map(timeOf));
  const isNewer = unknown.some(({ name }) => !(timeOf(name) < newest));
  return isNewer
    ? 'The database is newer: start the version that migrated it, or restore the backup from before ' +
        '(docs/operations.md, "Upgrade, and going back").'
    : 'The database is of version 0.1, from which no migration leads here: start with an empty database and take the ' +
        'data over (docs/operations.md, "A database of version 0.1").';
}

function timeOf(name: string): number {
  return Number(/\d+$/.exec(name)?.[0]);
}

function namesOf(migrations: AppliedMigration[]): string {
  return migrations.map(({ name }) => name).join(', ');
}
