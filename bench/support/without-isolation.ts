import type { Client } from 'pg';

/** References to `(organization_id, id)` with two columns. */
const REFERENCES = `
  select c.conname as name, c.conrelid::regclass::text as source, c.confrelid::regclass::text as target, a.attname as column
  from pg_constraint c
  join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
  join pg_constraint k on k.conrelid = c.confrelid and k.contype = 'p' and k.conindid = c.conindid
  where c.contype = 'f' and cardinality(c.conkey) = 2`;

/**
 * Converts the schema to that of a single-tenant service: no row-level security, and single-column primary and foreign
 * keys. Only to measure their cost.
 */
export async function dropIsolation(admin: Client): Promise<void> {
  const { rows: tables } = await admin.query<{ name: string }>(
    `select relname as name from pg_class where relrowsecurity and relkind = 'r'`,
  );
  const { rows: references } = await admin.query<{ name: string; source: string; target: string; column: string }>(
    REFERENCES,
  );
  for (const { name } of tables) {
    await admin.query(`alter table ${name} no force row level security, disable row level security`);
  }
  for (const { name, source } of references) await admin.query(`alter table ${source} drop constraint ${name}`);
  const { rows: keys } = await admin.query<{ name: string; source: string }>(
    `select c.conname as name, c.conrelid::regclass::text as source from pg_constraint c
     where c.contype = 'p' and cardinality(c.conkey) = 2 and c.conrelid::regclass::text = any($1)
       and not exists (select 1 from pg_constraint f where f.contype = 'f' and f.conindid = c.conindid)`,
    [tables.map(({ name }) => name).filter((name) => !UPSERTED.includes(name))],
  );
  for (const { name, source } of keys) {
    await admin.query(`alter table ${source} drop constraint ${name}, add primary key (id)`);
  }
  for (const { source, target, column } of references) {
    await admin.query(`alter table ${source} add foreign key (${column}) references ${target} (id)`);
  }
}

/** Tables with upserts by the primary key, which therefore keeps its columns. */
const UPSERTED = ['api_key_usages'];
