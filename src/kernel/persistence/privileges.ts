import type { QueryRunner } from 'typeorm';
import { declaredTables } from './tables.js';

/**
 * Grants a role the privileges that the contexts declare, and revokes every other one on the tables of the schema, such as
 * `migrations`. The program must have loaded its contexts.
 */
export async function grantPrivileges(runner: QueryRunner, role: string): Promise<void> {
  const grantee = `"${role.replaceAll('"', '""')}"`;
  await runner.query(`grant usage on schema public to ${grantee}`);
  await runner.query(`revoke all on all tables in schema public from ${grantee}`);
  const owned = [...declaredTables().values()].flatMap(({ owns }) => Object.entries(owns));
  for (const [table, privileges] of owned) await runner.query(`grant ${privileges} on ${table} to ${grantee}`);
}
