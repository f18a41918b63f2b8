import { v7 as uuidv7 } from 'uuid';
import type { Person } from './builders/person.js';
import { announced } from './database-server.js';
import type { TestApp } from './test-app.js';

export type Row = Record<string, unknown>;

/** The statements of `digest` and `ids` by database. */
const digests: Record<string, string> = {};
const unions: Record<string, string> = {};

/** The text of a row `t`. Like the use of API keys, when a sign-in was last seen is no write. */
function textOf(table: string): string {
  return table === 'sign_ins' ? `(to_jsonb(t) - 'last_seen_at')::text` : 't::text';
}

/** An organization in the database of a test app: its rows and its trail. */
export class Tenant {
  id = uuidv7();
  owner: Person;

  constructor(readonly app: TestApp) {}

  /** Inserts a row of any tenant table. */
  async insert(table: string, row: Row): Promise<string> {
    const full: Row = { organization_id: this.id, id: uuidv7(), ...row };
    const names = Object.keys(full);
    await this.use();
    await this.app.rows.query(
      `insert into ${table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values(full),
    );
    return full.id as string;
  }

  /** Runs SQL as this organization; `$1` is the organization. */
  async rows<T extends object>(sql: string, ...values: unknown[]): Promise<{ rows: T[] }> {
    await this.use();
    return this.app.rows.query<T>(sql, [this.id, ...values]);
  }

  /** All rows of the organization, to detect writes, each in a line after its table: one prepared statement over all tables. */
  async digest(): Promise<string> {
    const text = (digests[this.app.databaseUrl] ??= await this.digestStatement());
    await this.use();
    // Citus has no generic plan of so many sub-queries.
    const name = announced().citusNodes ? undefined : 'digest';
    const { rows } = await this.app.rows.query<{ digest: string }>({ name, text, values: [this.id] });
    return rows
      .map(({ digest }) => digest.replaceAll('\n', '\\n'))
      .sort()
      .join('\n');
  }

  /** The ids of all rows of the organization. */
  async ids(): Promise<string[]> {
    const text = (unions[this.app.databaseUrl] ??= (await this.tables())
      .map((name) => `select id::text from ${name} where organization_id = $1`)
      .join(' union all '));
    const { rows } = await this.rows<{ id: string }>(text);
    return rows.map(({ id }) => id);
  }

  private async tables(): Promise<string[]> {
    const { rows } = await this.app.rows.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
       where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not in ('api_key_usages', 'api_usages') order by 1`,
    );
    return rows.map(({ name }) => name);
  }

  private async digestStatement(): Promise<string> {
    const tables = await this.tables();
    // The statement is planned once: planning takes longer than running it.
    if (!announced().citusNodes) await this.app.rows.query('set plan_cache_mode = force_generic_plan');
    return tables
      .map((name) => `select '${name} ' || ${textOf(name)} as digest from ${name} t where organization_id = $1`)
      .join(' union all ');
  }

  /** The trail of the organization's writes, oldest first. */
  async trail(): Promise<{ audit: Row[]; events: Row[]; keys: number }> {
    const audit = await this.rows<Row>('select * from audit_entries where organization_id = $1 order by id');
    const events = await this.rows<Row>(
      `select * from events where organization_id = $1 and correlation_id <> 'built' order by id`,
    );
    const keyCount = await this.rows<{ count: number }>(
      'select count(*)::integer as count from idempotency_keys where organization_id = $1',
    );
    return { audit: audit.rows, events: events.rows, keys: keyCount.rows[0].count };
  }

  private async use(): Promise<void> {
    await this.app.rows.query(`select set_config('app.organization_id', $1, false)`, [this.id]);
  }
}
