import pg, { type Client, type Pool, type Query, type QueryResult } from 'pg';

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

/** What the driver answers a query object through; its types leave it out. */
type Ask<Row> = (query: Query, answered: (error: Error | null, result: QueryResult<Row & object>) => void) => void;

/**
 * Sends a statement by a connection, or by the pool where it stands alone. As a query object: a configuration would do,
 * but the driver copies each property by property.
 */
export function ask<Row>(
  by: Client | Pool,
  sent: Statement<Row>,
  values: readonly Value[],
  form: StatementForm,
): Promise<QueryResult<Row & object>> {
  const query = new pg.Query(sent.text, [...values]);
  if (form === 'named') Object.assign(query, { name: sent.name });
  return new Promise((resolve, reject) => {
    (by as unknown as { query: Ask<Row> }).query(query, (error, result) => {
      if (error) reject(error);
      else resolve(result);
    });
  });
}

/** Every statement declared so far, for tests that hold them against the rules of the database. */
export function declaredStatements(): ReadonlyMap<string, string> {
  return declared;
}
