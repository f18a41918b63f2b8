import { v7 as uuidv7 } from 'uuid';
import type { Person } from './builders/person.js';
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

  /** Statements of a builder that have been sent and whose results it does not wait for. */
  private readonly sent?: Promise<unknown>[];

  constructor(readonly app: TestApp) {}

  /** Inserts a row of any tenant table. */
  async insert(table: string, row: Row): Promise<string> {
    const full: Row = { organization_id: this.id, id: uuidv7(), ...row };
    const names = Object.keys(full);
    await this.send(
      `insert into ${table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values(full),
    );
    return full.id as string;
  }

  /** Sends a write as this organization. In a builder it does not wait for the result: the builder ends after all of them. */
  async send(text: string, values: unknown[]): Promise<void> {
    this.app.rows.enter(this.id);
    const answer = this.app.rows.prepared(text, values);
    if (!this.sent) {
      await answer;
      return;
    }
    // The builder throws its error.
    answer.catch(() => undefined);
    this.sent.push(answer);
  }

  /** Runs SQL as this organization; `$1` is the organization. */
  async rows<T extends object>(sql: string, ...values: unknown[]): Promise<{ rows: T[] }> {
    this.app.rows.enter(this.id);
    return this.app.rows.query<T>(sql, [this.id, ...values]);
  }

  /** Calls `build`, whose writes are sent without waiting for one another, and waits for all of them. */
  protected async batch<Made>(build: (tenant: Tenant) => Promise<Made>): Promise<Made> {
    const sent: Promise<unknown>[] = [];
    try {
      return await build(Object.create(this, { sent: { value: sent } }) as Tenant);
    } finally {
      await Promise.all(sent);
    }
  }

  /** All rows of the organization, to detect writes, each in a line after its table: one prepared statement over all tables. */
  async digest(): Promise<string> {
    const text = (digests[this.app.databaseUrl] ??= await this.digestStatement());
    const { rows } = await this.prepared<{ digest: string }>(text);
    return rows
      .map(({ digest }) => digest.replaceAll('\n', '\\n'))
      .sort()
      .join('\n');
  }

  /** Like `rows`, for statements that are sent often: each is planned once. */
  prepared<T extends object>(sql: string, ...values: unknown[]): Promise<{ rows: T[] }> {
    this.app.rows.enter(this.id);
    return this.app.rows.prepared<T>(sql, [this.id, ...values]);
  }

  /** The ids of all rows of the organization. */
  async ids(): Promise<string[]> {
    const text = (unions[this.app.databaseUrl] ??= (await this.tables())
      .map((name) => `select id::text from ${name} where organization_id = $1`)
      .join(' union all '));
    const { rows } = await this.prepared<{ id: string }>(text);
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
    return tables
      .map((name) => `select '${name} ' || ${textOf(name)} as digest from ${name} t where organization_id = $1`)
      .join(' union all ');
  }

  /** The trail of the organization's writes, oldest first. */
  async trail(): Promise<{ audit: Row[]; events: Row[]; keys: number }> {
    const [audit, events, keys] = await Promise.all([
      this.prepared<Row>('select * from audit_entries where organization_id = $1 order by id'),
      this.prepared<Row>(`select * from events where organization_id = $1 and correlation_id <> 'built' order by id`),
      this.prepared<{ count: number }>(
        'select count(*)::integer as count from idempotency_keys where organization_id = $1',
      ),
    ]);
    return { audit: audit.rows, events: events.rows, keys: keys.rows[0].count };
  }
}
