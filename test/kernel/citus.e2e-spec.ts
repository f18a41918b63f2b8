import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { checkDatabase, migrate } from '#kernel/persistence';
import { GLOBAL_TABLES } from '../../src/kernel/persistence/tables.js';
import { migrations } from '../../migrations/list.js';
import { makeExternalDatabase, type ExternalDatabase } from '../support/external-database.js';

/** The functions of Citus that the migrations call. They note what they are called for, and with which foreign keys. */
const STAND_IN = `
  set allow_system_table_mods = on;
  create table public.distributed (
    number integer generated always as identity, name text, by text, beside text, foreign_keys integer);
  grant all on public.distributed to public;
  create function pg_catalog.create_distributed_table(name regclass, by text, colocate_with text) returns void
    language sql as $$
      insert into public.distributed (name, by, beside, foreign_keys)
      select name, by, colocate_with, (select count(*) from pg_constraint where conrelid = name and contype = 'f') $$;
  create function pg_catalog.create_reference_table(name regclass) returns void
    language sql as $$
      insert into public.distributed (name, foreign_keys)
      select name, (select count(*) from pg_constraint where conrelid = name and contype = 'f') $$;`;

let database: ExternalDatabase;
let admin: pg.Client;
let service: string;

beforeEach(async () => {
  database = await makeExternalDatabase();
  admin = new pg.Client(database.adminUrl);
  await admin.connect();
  await admin.query(STAND_IN);
  service = decodeURIComponent(new URL(database.serviceUrl).username);
});
afterEach(async () => {
  await admin.end();
  await database.drop();
});

function check(): Promise<void> {
  return checkDatabase(database.serviceUrl, { allowSuperuser: false, statements: 'named' });
}

async function set(role: string, setting: string, value: string): Promise<void> {
  const name = new URL(database.adminUrl).pathname.slice(1);
  await admin.query(`alter role ${role} in database ${name} set ${setting} = '${value}'`);
}

describe('a database with Citus', () => {
  it('is refused, with the command that is to be run, until the role of the service has its setting', async () => {
    const advice = `The database has Citus, for which the role ${service} lacks a setting. Run as a superuser, on every node:`;
    const tenant = `alter role ${service} set citus.propagate_set_commands=local;`;
    await expect(check()).rejects.toThrow(`${advice} ${tenant}`);
    await set(service, 'citus.propagate_set_commands', 'none');
    await expect(check()).rejects.toThrow(`${advice} ${tenant}`);
    await set(service, 'citus.propagate_set_commands', 'local');
    await check();
  });

  it('is not migrated by a role without the setting', async () => {
    await expect(migrate(database.ownerUrl, database.serviceUrl, migrations)).rejects.toThrow(
      'set citus.propagate_set_commands=local;',
    );
  });

  it('gets every table distributed when it is created, before its foreign keys', async () => {
    const owner = decodeURIComponent(new URL(database.ownerUrl).username);
    await set(owner, 'citus.propagate_set_commands', 'local');
    await migrate(database.ownerUrl, database.serviceUrl, migrations);
    const { rows } = await admin.query<{
      name: string;
      by: string | null;
      beside: string | null;
      foreign_keys: number;
    }>('select name, by, beside, foreign_keys from distributed order by number');
    const { rows: tables } = await admin.query<{ name: string }>(
      `select relname as name from pg_class
       where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not in ('migrations', 'distributed')`,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual(tables.map(({ name }) => name).sort());
    expect(rows.filter(({ foreign_keys: keys }) => keys > 0)).toEqual([]);
    expect(rows.flatMap(({ name, by }) => (by === null ? [name] : []))).toEqual(GLOBAL_TABLES);
    const [first, ...others] = rows.filter(({ by }) => by === 'organization_id');
    expect([first.name, first.beside]).toEqual(['idempotency_keys', 'none']);
    expect(new Set(others.map(({ beside }) => beside))).toEqual(new Set(['idempotency_keys']));
  });
});
