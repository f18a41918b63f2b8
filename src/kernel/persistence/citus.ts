import { DatabaseSetupError } from './database-setup.error.js';

interface Queryable {
  query: <Rows>(sql: string, values?: unknown[]) => Promise<Rows>;
}

/** The tenant is set with SET LOCAL, which must reach the shards. */
const OWNER_SETTINGS = { 'citus.propagate_set_commands': 'local' };

/** The second: a change of a global table locks what it references, which asks for UPDATE without the setting. */
const SERVICE_SETTINGS = { ...OWNER_SETTINGS, 'citus.skip_advisory_lock_permission_checks': 'on' };

/** Refuses a Citus database whose current role lacks the settings that the service needs. */
export async function checkCitusRole(database: Queryable, kind: 'owner' | 'service'): Promise<void> {
  const wanted = kind === 'owner' ? OWNER_SETTINGS : SERVICE_SETTINGS;
  const [{ role, missing }] = await database.query<{ role: string; missing: string[] }[]>(
    `select quote_ident(current_user) as role, array(
       select w.key from jsonb_each_text($1) w
       where to_regproc('pg_catalog.create_distributed_table') is not null
         and current_setting(w.key, true) is distinct from w.value order by 1) as missing`,
    [JSON.stringify(wanted)],
  );
  if (missing.length === 0) return;
  const commands = Object.entries(wanted).map(([name, value]) => `alter role ${role} set ${name} = '${value}';`);
  throw new DatabaseSetupError(
    `The role ${role} lacks ${missing.join(' and ')}, without which the service can't use Citus. As a superuser, on every node: ${commands.join(' ')}`,
  );
}
