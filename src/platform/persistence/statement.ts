import type { QueryConfig } from 'pg';

/** A named SQL statement: parsed and planned once for each connection. `Row` is the shape of what it returns. */
export interface Statement<Row = unknown> {
  readonly name: string;
  readonly text: string;
  readonly row?: Row;
}

/**
 * How statements are sent: `named` ones are planned once for each connection; `unnamed` ones anew each time, because a
 * pooler in transaction mode hands each transaction another connection, where a name would mean nothing or be taken.
 */
export type StatementForm = 'named' | 'unnamed';

/** What a statement is sent with; dates go as ISO strings, JSON as text. */
export type Value = string | number | boolean | null | Buffer | readonly string[];

const declared = new Map<string, string>();

/** Declares a statement. The name must be unique in the service and at most 63 bytes long, as PostgreSQL wants it. */
export function statement<Row = unknown>(name: string, text: string): Statement<Row> {
  if (Buffer.byteLength(name) > 63) throw new Error(`statement name too long: ${name}`);
  const known = declared.get(name);
  if (known !== undefined && known !== text) throw new Error(`two statements are named ${name}`);
  declared.set(name, text);
  return { name, text };
}

/** The statement as the driver takes it. */
export function asQuery(sent: Statement, values: readonly Value[], form: StatementForm): QueryConfig {
  return { name: form === 'named' ? sent.name : undefined, text: sent.text, values: [...values] };
}

/** Every statement declared so far, for tests that hold them against the rules of the database. */
export function declaredStatements(): ReadonlyMap<string, string> {
  return declared;
}
