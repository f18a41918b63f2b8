import type { QueryRunner } from 'typeorm';
import { declaredTables } from './tables.js';

/** Lists what a role holds on the tables of the schema, on a column alone too. */
const HELD = `
  select c.relname as table, array_agg(distinct lower(a.privilege_type) order by lower(a.privilege_type)) as privileges
  from pg_class c
  cross join lateral (
    select grantee, privilege_type from aclexplode(c.relacl)
    union all
    select g.grantee, g.privilege_type || ' of a column'
    from pg_attribute t cross join lateral aclexplode(t.attacl) g where t.attrelid = c.oid) a
  where c.relnamespace = 'public'::regnamespace and a.grantee = to_regrole($1)
  group by c.relname`;

/**
 * Grants a role the privileges that the contexts declare, and revokes every other one on the tables of the schema, such as
 * `migrations`. Without a difference it changes nothing: on Citus a grant needs every node. The program must have loaded
 * its contexts.
 */
export async function grantPrivileges(runner: QueryRunner, role: string): Promise<void> {
  const grantee = `"${role.replaceAll('"', '""')}"`;
  const owned = [...declaredTables().values()].flatMap(({ owns }) => Object.entries(owns));
  if (await isGranted(runner, grantee, owned)) return;
  await runner.query(`grant usage on schema public to ${grantee}`);
  await runner.query(`revoke all on all tables in schema public from ${grantee}`);
  for (const [table, privileges] of owned) await runner.query(`grant ${privileges} on ${table} to ${grantee}`);
}

async function isGranted(
  runner: QueryRunner,
  grantee: string,
  owned: readonly (readonly [table: string, privileges: string])[],
): Promise<boolean> {
  const schema = `select 1 from pg_namespace, aclexplode(nspacl) where oid = 'public'::regnamespace and grantee = to_regrole($1)`;
  if (((await runner.query(schema, [grantee])) as unknown[]).length === 0) return false;
  const held = (await runner.query(HELD, [grantee])) as { table: string; privileges: string[] }[];
  const form = (rows: readonly (readonly [string, readonly string[]])[]): string =>
    rows
      .map(([table, privileges]) => `${table}: ${[...privileges].sort().join()}`)
      .toSorted()
      .join('\n');
  return (
    form(held.map(({ table, privileges }) => [table, privileges])) ===
    form(owned.map(([table, privileges]) => [table, privileges.split(', ')]))
  );
}
