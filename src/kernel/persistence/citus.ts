import { DatabaseSetupError } from './database-setup.error.js';

interface Queryable {
  query: <Rows>(sql: string) => Promise<Rows>;
}

/** Refuses a Citus database in which `SET LOCAL`, which sets the tenant, does not reach the shards. */
export async function checkCitusRole(database: Queryable): Promise<void> {
  const [{ role, has }] = await database.query<{ role: string; has: boolean }[]>(
    `select quote_ident(current_user) as role,
       to_regproc('pg_catalog.create_distributed_table') is null
         or coalesce(current_setting('citus.propagate_set_commands', true), '') = 'local' as has`,
  );
  if (has) return;
  throw new DatabaseSetupError(
    `The database has Citus, for which the role ${role} lacks a setting. Run as a superuser, on every node: ` +
      `alter role ${role} set citus.propagate_set_commands=local;`,
  );
}
