import type { QueryRunner } from 'typeorm';

/** The tenant of the running transaction; NULL, which matches no row, when none was set. */
export const currentOrganization = `nullif(current_setting('app.organization_id', true), '')::uuid`;

/**
 * Creates a table that belongs to a tenant: primary key `(organization_id, id)` and a row-level security policy
 * that also binds the table's owner. `columns` are the remaining column and constraint definitions.
 */
export async function createTenantTable(runner: QueryRunner, name: string, columns: string): Promise<void> {
  await runner.query(`
    create table ${name} (
      organization_id uuid not null references organizations (id),
      id uuid not null,
      ${columns.trim()},
      primary key (organization_id, id)
    )`);
  await runner.query(`alter table ${name} enable row level security`);
  await runner.query(`alter table ${name} force row level security`);
  await runner.query(`
    create policy tenant on ${name}
      using (organization_id = ${currentOrganization})
      with check (organization_id = ${currentOrganization})`);
}

/**
 * For a table that every write adds to: autovacuum takes samples of it again and again, and sorting them by every column
 * is most of its work. A tenth of the usual sample tells enough; what is searched by nothing needs none.
 */
export async function sampleLittle(runner: QueryRunner, name: string, unsearched: string[] = []): Promise<void> {
  await runner.query(`
    do $$ declare named record; begin
      for named in select attname from pg_attribute where attrelid = '${name}'::regclass and attnum > 0 loop
        execute format('alter table ${name} alter %I set statistics 10', named.attname);
      end loop;
    end $$`);
  for (const column of unsearched) await runner.query(`alter table ${name} alter ${column} set statistics 0`);
}

/**
 * Lets a worker see which organizations have work in the table: read-only transactions that say so by `app.worker`,
 * and nothing else. Whatever it then does, it does as one organization, under the tenant's policy.
 */
export async function letWorkersList(runner: QueryRunner, name: string): Promise<void> {
  await runner.query(`
    create policy worker_list on ${name} for select using (current_setting('app.worker', true) = 'on')`);
}

/** A composite foreign key to another tenant table: a row of another organization can't be referenced. */
export function reference(column: string, table: string): string {
  return `foreign key (organization_id, ${column}) references ${table} (organization_id, id)`;
}

/** Drops tables in the order given. */
export async function dropTables(runner: QueryRunner, ...names: string[]): Promise<void> {
  for (const name of names) await runner.query(`drop table ${name}`);
}
