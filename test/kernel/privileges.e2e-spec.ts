import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { declaredStatements } from '../../src/kernel/persistence/statement.js';
import { tablesOf } from '../../src/kernel/persistence/table-use.js';
import { announced } from '../support/database-server.js';
import { useApp } from '../support/use-school.js';

type Privileges = Record<string, string[]>;

const app = useApp();
const source = fileURLToPath(new URL('../../../src/', import.meta.url));

/** What the row methods of a unit of work need of an entity's table. */
const ROW_METHODS: Record<string, readonly string[]> = {
  insert: ['INSERT'],
  insertAll: ['INSERT'],
  replacementOf: ['INSERT'],
  changeAll: ['SELECT', 'UPDATE'],
  getAllForUpdate: ['SELECT', 'UPDATE'],
  change: ['SELECT', 'UPDATE'],
  patch: ['SELECT', 'UPDATE'],
  getForUpdate: ['SELECT', 'UPDATE'],
  get: ['SELECT'],
  find: ['SELECT'],
};
const ROW_CALL = new RegExp(`\\b(${Object.keys(ROW_METHODS).join('|')})\\(\\s*(?:\\w+,\\s*)?(\\w+Entity)\\b`, 'g');

class Needs {
  private readonly byTable = new Map<string, Set<string>>();

  add(table: string, ...privileges: string[]): void {
    const known = this.byTable.get(table) ?? new Set();
    for (const privilege of privileges) known.add(privilege);
    this.byTable.set(table, known);
  }

  /** A row lock needs UPDATE; so does DO UPDATE. Everything but a plain INSERT reads the table. */
  addSql(sql: string): void {
    const { reads, writes } = tablesOf(sql);
    // Everybody may read the views of the catalogue.
    for (const table of reads) if (!table.startsWith('pg_')) this.add(table, 'SELECT');
    const verbs = { INSERT: 'insert\\s+into', UPDATE: '(?<!for\\s|key\\s|do\\s)update', DELETE: 'delete\\s+from' };
    for (const table of writes) {
      for (const [privilege, verb] of Object.entries(verbs)) {
        if (!new RegExp(`\\b${verb}\\s+${table}\\b`, 'i').test(sql)) continue;
        this.add(table, privilege);
        if (privilege !== 'INSERT' || /returning|on\s+conflict\s*\(/i.test(sql)) this.add(table, 'SELECT');
        if (privilege === 'INSERT' && /do\s+update/i.test(sql)) this.add(table, 'UPDATE');
      }
    }
    const lock = /\bfor\s+(?:no\s+key\s+update|update|key\s+share|share)\b(?:\s+of\s+(\w+))?/i.exec(sql);
    if (!lock) return;
    const ofAlias = (table: string): boolean =>
      lock[1] === undefined || new RegExp(`\\b${table}\\s+(?:as\\s+)?${lock[1]}\\b`, 'i').test(sql);
    for (const table of reads.filter(ofAlias)) this.add(table, 'UPDATE');
  }

  toObject(): Privileges {
    const sorted = [...this.byTable].sort(([a], [b]) => a.localeCompare(b));
    return Object.fromEntries(sorted.map(([table, privileges]) => [table, [...privileges].sort()]));
  }
}

/** A function's text without `select … into` a variable and `raise … using errcode`, which name no tables. */
function plainSql(text: string): string {
  return text.replace(/\s+into\s+\w+\s+from\b/gi, ' from').replace(/\busing\s+errcode\b/gi, '');
}

async function needed(): Promise<Privileges> {
  const needs = new Needs();
  for (const statement of declaredStatements().values()) needs.addSql(statement.text);
  const { rows: functions } = await app.rows.query<{ sql: string }>(
    `select prosrc as sql from pg_proc where pronamespace = 'public'::regnamespace and not prosecdef`,
  );
  for (const { sql } of functions) needs.addSql(plainSql(sql));
  const tables = new Map(
    app.nest.get(DataSource, { strict: false }).entityMetadatas.map(({ name, tableName }) => [name, tableName]),
  );
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  for (const file of files) {
    for (const [, method, entity] of readFileSync(join(source, file), 'utf8').matchAll(ROW_CALL)) {
      const table = tables.get(entity);
      if (table !== undefined) needs.add(table, ...ROW_METHODS[method]);
    }
  }
  return needs.toObject();
}

async function granted(): Promise<Privileges> {
  const { rows } = await app.rows.query<{ table: string; privileges: string[] }>(
    `select table_name::text as table, array_agg(privilege_type::text order by privilege_type) as privileges
     from information_schema.role_table_grants
     where grantee = $1 and table_schema = 'public'
     group by 1 order by 1`,
    [decodeURIComponent(new URL(announced().serviceUrl).username)],
  );
  return Object.fromEntries(rows.map(({ table, privileges }) => [table, privileges]));
}

describe("the service's role", () => {
  it('has the privileges that a declared statement, a row method or a function uses, and no other', async () => {
    expect(await granted()).toEqual(await needed());
  });

  it('deletes neither organizations nor accounts, and updates no account', async () => {
    const { organizations, accounts } = await granted();
    expect([organizations, accounts]).toEqual([
      ['INSERT', 'SELECT', 'UPDATE'],
      ['INSERT', 'SELECT'],
    ]);
  });
});
