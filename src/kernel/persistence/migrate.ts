import type { Client } from 'pg';
import { DataSource, MigrationExecutor, type DataSourceOptions, type QueryRunner } from 'typeorm';
import { checkCitusRole } from './citus.js';
import { connectionOptions, dataSourceOptions } from './data-source.js';
import { isReadOnlyServer } from './database-errors.js';
import { DatabaseSetupError } from './database-setup.error.js';
import { parseDatabaseUrl } from './database-url.js';
import type { DatabaseSettings } from './database.settings.js';
import { checkHistory, migrationChecksums, recordChecksums } from './migration-history.js';
import { grantPrivileges } from './privileges.js';

const MIGRATION_LOCK = 7_301_225;

const MINIMUM_VERSION = 150_000;
const INSUFFICIENT_PRIVILEGE = '42501';
/** duplicate_prepared_statement and invalid_sql_statement_name. */
const PREPARED_STATEMENT_LOST = new Set(['42P05', '26000']);

/**
 * Runs pending migrations as the owner of the schema and grants its privileges to the service's role, in one transaction
 * and one process at a time. Returns the names of the migrations that ran. `onPending` is called before the first of them.
 */
export async function migrate(
  ownerUrl: string,
  serviceUrl: string,
  migrations: DataSourceOptions['migrations'],
  onPending: () => void = () => undefined,
): Promise<string[]> {
  const dataSource = await connect(ownerUrl, { migrations });
  const runner = dataSource.createQueryRunner();
  try {
    // A transaction-level lock: behind a pooler the session is shared.
    await runner.startTransaction();
    await checkCitusRole(runner);
    await runner.query('set local idle_in_transaction_session_timeout = 0');
    await runner.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    const ran = await runMigrations(dataSource, runner, onPending);
    const [owner, service] = [ownerUrl, serviceUrl].map((url) => parseDatabaseUrl(url).username);
    if (service !== '' && service !== owner) await grantPrivileges(runner, service);
    await runner.commitTransaction();
    return ran;
  } catch (error) {
    await runner.rollbackTransaction().catch(() => undefined);
    throw asSetupError(error);
  } finally {
    await runner.release();
    await dataSource.destroy();
  }
}

async function runMigrations(dataSource: DataSource, runner: QueryRunner, onPending: () => void): Promise<string[]> {
  const checksums = migrationChecksums(dataSource);
  await checkHistory(runner, checksums);
  const executor = new MigrationExecutor(dataSource, runner);
  executor.transaction = 'none';
  if ((await executor.getPendingMigrations()).length > 0) onPending();
  const ran = await executor.executePendingMigrations();
  await recordChecksums(runner, checksums);
  return ran.map((migration) => migration.name);
}

/** Refuses an old server, a role that bypasses row-level security or lacks settings, and a pooler that loses prepared statements. */
export async function checkDatabase(
  serviceUrl: string,
  { allowSuperuser, statements }: { allowSuperuser: boolean; statements: DatabaseSettings['DATABASE_STATEMENTS'] },
): Promise<void> {
  const dataSource = await connect(serviceUrl);
  try {
    const [row] = await dataSource.query<{ version: string; unbound: boolean }[]>(
      `select current_setting('server_version_num') as version, rolsuper or rolbypassrls as unbound
       from pg_roles where rolname = current_user`,
    );
    if (Number(row.version) < MINIMUM_VERSION) throw new DatabaseSetupError('PostgreSQL 15 or newer is required.');
    if (row.unbound && !allowSuperuser) {
      throw new DatabaseSetupError(
        'DATABASE_URL names a superuser or a role with BYPASSRLS: row-level security would not apply. Use a plain role.',
      );
    }
    await checkCitusRole(dataSource);
    if (statements === 'named') await checkPreparedStatements(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

/** Behind a pooler in transaction mode, two clients may share a connection and conflict on the statement's name. */
async function checkPreparedStatements(dataSource: DataSource): Promise<void> {
  const runners = [dataSource.createQueryRunner(), dataSource.createQueryRunner()];
  const clients = (await Promise.all(runners.map((runner) => runner.connect()))) as Client[];
  try {
    for (const client of [...clients, clients[0]])
      await client.query({ name: 'check_prepared_statements', text: 'select 1' });
  } catch (error) {
    if (!PREPARED_STATEMENT_LOST.has((error as { code?: string }).code ?? '')) throw error;
    throw new DatabaseSetupError(
      'DATABASE_URL leads through a pooler that does not keep prepared statements: set DATABASE_STATEMENTS=unnamed.',
      { cause: error },
    );
  } finally {
    await Promise.all(runners.map((runner) => runner.release()));
  }
}

async function connect(url: string, options: Pick<DataSourceOptions, 'migrations'> = {}): Promise<DataSource> {
  try {
    const extra = connectionOptions(parseDatabaseUrl(url));
    return await new DataSource({ ...dataSourceOptions(url, 2), ...options, extra }).initialize();
  } catch (error) {
    const { message, code } = error as { message: string; code: string };
    throw new DatabaseSetupError(`The database can't be reached: ${message || code}`, { cause: error });
  }
}

/** The most likely mistakes are a role that may not create tables, and a standby. */
function asSetupError(error: unknown): unknown {
  const { code, message } = error as { code?: string; message: string };
  const isStandby = isReadOnlyServer(error);
  if (code !== INSUFFICIENT_PRIVILEGE && !isStandby) return error;
  const advice = isStandby ? 'lead to a server that accepts writes' : 'name its owner';
  return new DatabaseSetupError(
    `The schema can't be migrated: ${message}. MIGRATION_DATABASE_URL (or else DATABASE_URL) must ${advice}.`,
    { cause: error },
  );
}
