import { DatabaseSetupError } from './database-setup.error.js';

interface Queryable {
  query: <Rows>(sql: string, values?: unknown[]) => Promise<Rows>;
}

/** The tenant is set with SET LOCAL, which must reach the shards. */
const OWNER_SETTINGS = ['citus.propagate_set_commands=local'];

/** The second: a change of a global table locks the tables that it references, for which Citus else asks for UPDATE. */
const SERVICE_SETTINGS = [...OWNER_SETTINGS, 'citus.skip_advisory_lock_permission_checks=on'];

/**
 * Refuses a Citus database whose current role lacks the settings that the service needs. Reads what ALTER ROLE and ALTER
 * DATABASE have set: only a superuser may see the current value of the second.
 */
export async function checkCitusRole(database: Queryable, kind: 'owner' | 'service'): Promise<void> {
  const wanted = kind === 'owner' ? OWNER_SETTINGS : SERVICE_SETTINGS;
  const [{ role, missing }] = await database.query<{ role: string; missing: string[] }[]>(
    `select quote_ident(current_user) as role, array(
       select w from unnest($1::text[]) w
       where to_regproc('pg_catalog.create_distributed_table') is not null and not exists (
         select from pg_db_role_setting s
         where s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
           and s.setrole in (0, (select oid from pg_roles where rolname = current_user)) and w = any(s.setconfig))) as missing`,
    [wanted],
  );
  if (missing.length === 0) return;
  const commands = missing.map((setting) => `alter role ${role} set ${setting};`);
  throw new DatabaseSetupError(
    `The database has Citus, for which the role ${role} lacks a setting. Run as a superuser, on every node: ${commands.join(' ')}`,
  );
}
