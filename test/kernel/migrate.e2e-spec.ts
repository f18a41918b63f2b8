import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';
// The tables on which the contexts declare privileges.
import '../../src/app.module.js';
import { DatabaseSetupError, migrate } from '#kernel/persistence';
import { dataSourceOptions } from '../../src/kernel/persistence/data-source.js';
import { migrationChecksums, type SqlMigration } from '../../src/kernel/persistence/migration-history.js';
import { migrations } from '../../migrations/list.js';
import { announced, withDatabase } from '../support/database-server.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

let database: string;
let owner: string;
let service: string;
let rows: pg.Client;

beforeEach(async () => {
  await open();
});
afterEach(() => remove());

/** An empty database of the owner's, or a copy of one that is migrated already. */
async function open(template = 'template1'): Promise<void> {
  const { adminUrl, ownerUrl, serviceUrl } = announced();
  database = `delivery_migrate_${randomBytes(6).toString('hex')}`;
  await asAdmin(
    adminUrl,
    `create database ${database} template ${template} strategy file_copy owner "${decodeURIComponent(new URL(ownerUrl).username)}"`,
  );
  [owner, service] = [ownerUrl, serviceUrl].map((url) => withDatabase(url, database));
  rows = new pg.Client(owner);
  await rows.connect();
}

async function remove(): Promise<void> {
  await rows.end();
  await asAdmin(announced().adminUrl, `drop database if exists ${database} with (force)`);
}

/** As `migrate` left the template of all tests: a first start takes a second. */
async function openMigrated(): Promise<void> {
  await remove();
  await open(announced().template);
}

async function asAdmin(url: string, command: string): Promise<void> {
  const admin = new pg.Client(url);
  await admin.connect();
  try {
    await admin.query(command);
  } finally {
    await admin.end();
  }
}

/** Works with the migrations as TypeORM loads them, as its command line does. */
async function withMigrations<Result>(work: (dataSource: DataSource) => Promise<Result> | Result): Promise<Result> {
  const dataSource = await new DataSource({ ...dataSourceOptions(owner, 1), migrations }).initialize();
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

async function recorded(): Promise<Record<string, string | null>> {
  const { rows: found } = await rows.query<{ name: string; checksum: string | null }>(
    'select name, checksum from migrations',
  );
  return Object.fromEntries(found.map(({ name, checksum }) => [name, checksum]));
}

it('several that migrate an empty database at once wait for whoever migrates first, and find it done', async () => {
  const ran = await Promise.all(Array.from({ length: 4 }, () => migrate(owner, service, migrations)));
  const counts = ran.map((names) => names.length).sort((a, b) => a - b);
  expect(counts.slice(0, 3)).toEqual([0, 0, 0]);
  expect(counts[3]).toBeGreaterThan(0);
});

describe('a landed migration never changes', () => {
  it('has its checksum in migrations/checksums.json: `npm run migration:seal` adds that of a new one', async () => {
    const sealed = JSON.parse(readFileSync(join(root, 'migrations/checksums.json'), 'utf8')) as object;
    expect(await withMigrations(migrationChecksums)).toEqual(sealed);
  });

  it('is in migrations/list.ts', async () => {
    const files = readdirSync(join(root, 'migrations')).filter((name) => /^\d+-.*\.ts$/.test(name));
    const listed = await withMigrations(({ migrations }) => migrations.map(({ constructor }) => constructor.name));
    expect(listed.map((name) => /\d+$/.exec(name)?.[0])).toEqual(files.sort().map((name) => name.split('-')[0]));
  });

  it('runs the text that its checksum is made of, and nothing else', async () => {
    await withMigrations(async (dataSource) => {
      for (const migration of dataSource.migrations as SqlMigration[]) {
        const sent: unknown[] = [];
        await migration.up({ query: (...sql: unknown[]) => Promise.resolve(sent.push(sql)) } as unknown as QueryRunner);
        expect(sent).toEqual([[migration.sql]]);
        expect(migration.sql).not.toContain('\r');
      }
    });
  });

  it('leaves its checksum in the database, in the transaction that it runs in', async () => {
    await migrate(owner, service, migrations);
    expect(await recorded()).toEqual(await withMigrations(migrationChecksums));
    expect(await migrate(owner, service, migrations)).toEqual([]);
  });

  it('leaves nothing when it fails', async () => {
    await rows.query('create table webhook_delivery_attempts (id uuid)');
    await expect(migrate(owner, service, migrations)).rejects.toThrow(/already exists/);
    const { rows: tables } = await rows.query(`select tablename from pg_tables where schemaname = 'public'`);
    expect(tables).toEqual([{ tablename: 'webhook_delivery_attempts' }]);
  });

  it('that the TypeORM command line ran gets its checksum at the next start', async () => {
    await withMigrations((dataSource) => dataSource.runMigrations());
    expect(await migrate(owner, service, migrations)).toEqual([]);
    expect(await recorded()).toEqual(await withMigrations(migrationChecksums));
  });

  it('can be undone: it takes along everything that it made', async () => {
    await withMigrations(async (dataSource) => {
      await dataSource.runMigrations();
      for (let left = dataSource.migrations.length; left > 0; left -= 1) await dataSource.undoLastMigration();
    });
    const { rows: left } = await rows.query(
      `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
       union all select proname from pg_proc where pronamespace = 'public'::regnamespace`,
    );
    expect(left).toEqual([{ relname: 'migrations' }]);
  });
});

describe('the privileges of the role of the service', () => {
  /** Each table with its privileges, and the version of its row, which a grant replaces. */
  const tables = async (): Promise<{ name: string; acl: string | null; version: string }[]> => {
    const { rows: found } = await rows.query<{ name: string; acl: string | null; version: string }>(
      `select c.relname as name, concat_ws(' ', c.relacl, array_agg(t.attacl) filter (where t.attacl is not null)) as acl,
         c.xmin::text as version
       from pg_class c join pg_attribute t on t.attrelid = c.oid
       where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by c.oid, c.relname, c.relacl, c.xmin order by 1`,
    );
    return found;
  };

  it('are not granted anew by a start that finds them', async () => {
    await openMigrated();
    const before = await tables();
    await migrate(owner, service, migrations);
    expect(await tables()).toEqual(before);
  });

  it.each([
    ['one is missing', (role: string) => `revoke update on groups from ${role}`],
    ['there is one too many', (role: string) => `grant delete on events to ${role}`],
    ['there is one on a column', (role: string) => `grant select (checksum) on migrations to ${role}`],
    ['the schema cannot be used', (role: string) => `revoke usage on schema public from ${role}`],
  ])('are granted anew where %s', async (_, change) => {
    await openMigrated();
    const before = await tables();
    await rows.query(change(`"${decodeURIComponent(new URL(service).username)}"`));
    await migrate(owner, service, migrations);
    const after = await tables();
    expect(after.map(({ acl }) => acl)).toEqual(before.map(({ acl }) => acl));
    expect(after).not.toEqual(before);
  });
});

describe('a schema of another version of the program is refused, and not touched', () => {
  it.each([
    [
      'Rooms1999999999999',
      'The database is newer: start the version that migrated it, or restore the backup from before ' +
        '(docs/operations.md, "Upgrade, and going back").',
    ],
    [
      'Rooms1763000000000',
      'The database is of version 0.1, from which no migration leads here: start with an empty database and take the ' +
        'data over (docs/operations.md, "A database of version 0.1").',
    ],
  ])(
    'when it has the migration %s, which the program does not know: the message says what to do',
    async (name, advice) => {
      await openMigrated();
      await rows.query('insert into migrations (timestamp, name) values ($1, $2)', [name.slice(-13), name]);
      await expect(migrate(owner, service, migrations)).rejects.toThrow(
        new DatabaseSetupError(`The database has a migration that this program does not know: ${name}. ${advice}`),
      );
      const section = /"(.+)"/.exec(advice)?.[1] ?? '';
      expect(readFileSync('docs/operations.md', 'utf8')).toContain(`\n## ${section}\n`);
    },
  );

  it('when the database was migrated by another text', async () => {
    await openMigrated();
    const [name] = Object.keys(await recorded());
    await rows.query(`update migrations set checksum = repeat('0', 64) where name = $1`, [name]);
    await expect(migrate(owner, service, migrations)).rejects.toThrow(
      new DatabaseSetupError(
        `The database was migrated with another version of ${name}. Applied migrations must not be edited.`,
      ),
    );
    expect(await recorded()).toMatchObject({ [name]: '0'.repeat(64) });
  });
});
