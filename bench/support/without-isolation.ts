import type { Client } from 'pg';

/** Two-column references to `(organization_id, id)`: all but the few that go through a parent of the parent. */
const REFERENCES = `
  select c.conname as name, c.conrelid::regclass::text as source, c.confrelid::regclass::text as target, a.attname as column
  from pg_constraint c
  join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
  join pg_constraint k on k.conrelid = c.confrelid and k.contype = 'p' and k.conindid = c.conindid
  where c.contype = 'f' and cardinality(c.conkey) = 2`;

/**
 * The schema as a service for one tenant would have it: no row-level security, and where a table's primary key or a
 * reference names the organization too, the id alone. Only to measure what those cost; nothing else runs on it.
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

/** Tables whose rows are inserted or updated by their primary key, which therefore keeps its columns. */
const UPSERTED = ['api_key_usages'];
