import type { Client } from 'pg';
import { DataSource } from 'typeorm';
import type { Settings } from '../config/settings.js';
import { dataSourceOptions, migrations } from './data-source.js';
import { DatabaseSetupError } from './database-setup.error.js';

/** One number for everybody who migrates this service's schema. */
const MIGRATION_LOCK = 7_301_225;

/** Tables that are only ever added to. */
const APPEND_ONLY = ['audit_entries', 'events', 'program_status_changes'];

const MINIMUM_VERSION = 150_000;
const INSUFFICIENT_PRIVILEGE = '42501';
/** A prepared statement that is there already, and one that is not. */
const LOST_NAMES = new Set(['42P05', '26000']);

/**
 * Brings the schema up to date as its owner, one process at a time, and lets the service's role use it: rows only,
 * no definitions. Returns the names of the migrations that ran.
 */
export async function migrate(ownerUrl: string, serviceUrl: string): Promise<string[]> {
  const dataSource = await connect(ownerUrl);
  const lock = dataSource.createQueryRunner();
  try {
    // Held by a transaction and not by the session, which a pooler would share with others.
    await lock.startTransaction();
    await lock.query('set local idle_in_transaction_session_timeout = 0');
    await lock.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    const ran = await dataSource.runMigrations({ transaction: 'each' });
    await grantUse(dataSource, ownerUrl, serviceUrl);
    return ran.map((migration) => migration.name);
  } catch (error) {
    throw asSetupError(error);
  } finally {
    await lock.rollbackTransaction().catch(() => undefined);
    await lock.release();
    await dataSource.destroy();
  }
}

/** Refuses a server that is too old, a role that row-level security would not bind, and a pooler that names confuse. */
export async function checkDatabase(serviceUrl: string, settings: Settings): Promise<void> {
  const dataSource = await connect(serviceUrl);
  try {
    const [row] = await dataSource.query<{ version: string; unbound: boolean }[]>(
      `select current_setting('server_version_num') as version, rolsuper or rolbypassrls as unbound
       from pg_roles where rolname = current_user`,
    );
    if (Number(row.version) < MINIMUM_VERSION) throw new DatabaseSetupError('PostgreSQL 15 or newer is needed.');
    if (row.unbound && settings.NODE_ENV !== 'development') {
      throw new DatabaseSetupError(
        'DATABASE_URL names a superuser or a role with BYPASSRLS: row-level security would not bind it. Use a plain role.',
      );
    }
    if (settings.DATABASE_STATEMENTS === 'named') await checkNames(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

/** A pooler that shares connections by transaction gives the same one to both: the second finds its name taken. */
async function checkNames(dataSource: DataSource): Promise<void> {
  const runners = [dataSource.createQueryRunner(), dataSource.createQueryRunner()];
  const clients = (await Promise.all(runners.map((runner) => runner.connect()))) as Client[];
  try {
    for (const client of [...clients, clients[0]]) await client.query({ name: 'check_names', text: 'select 1' });
  } catch (error) {
    if (!LOST_NAMES.has((error as { code?: string }).code ?? '')) throw error;
    throw new DatabaseSetupError(
      'DATABASE_URL leads through a pooler that does not keep named statements: set DATABASE_STATEMENTS=unnamed.',
      { cause: error },
    );
  } finally {
    await Promise.all(runners.map((runner) => runner.release()));
  }
}

async function connect(url: string): Promise<DataSource> {
  const options = dataSourceOptions(url, 2);
  try {
    return await new DataSource({
      ...options,
      migrations,
      extra: { connectionTimeoutMillis: 5_000 },
    }).initialize();
  } catch (error) {
    const reason =
      error instanceof Error && error.message !== '' ? error.message : String((error as { code?: unknown }).code);
    throw new DatabaseSetupError(`The database can't be reached: ${reason}`, { cause: error });
  }
}

/** A role that may not make tables is the likeliest mistake, and the user's to mend. */
function asSetupError(error: unknown): unknown {
  const { code, message } = error as { code?: string; message: string };
  if (code !== INSUFFICIENT_PRIVILEGE) return error;
  return new DatabaseSetupError(
    `The schema can't be migrated: ${message}. MIGRATION_DATABASE_URL (or else DATABASE_URL) must name its owner.`,
    { cause: error },
  );
}

async function grantUse(dataSource: DataSource, ownerUrl: string, serviceUrl: string): Promise<void> {
  const role = decodeURIComponent(new URL(serviceUrl).username);
  if (role === '' || role === decodeURIComponent(new URL(ownerUrl).username)) return;
  const grantee = `"${role.replaceAll('"', '""')}"`;
  await dataSource.query(`grant usage on schema public to ${grantee}`);
  await dataSource.query(`grant select, insert, update, delete on all tables in schema public to ${grantee}`);
  await dataSource.query(`revoke all on migrations from ${grantee}`);
  await dataSource.query(`revoke update, delete on ${APPEND_ONLY.join(', ')} from ${grantee}`);
}
