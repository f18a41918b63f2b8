// Depends on pg 8.23: `query` takes a Query object with a callback, `client.connection.stream` is the socket, `connect`
// reads `host` and `port`, `_activeQuery` is the one that is answered next, `processID` comes from the server, and a pool
// closes a client of its set `_expired` instead of keeping it.
import type { Socket } from 'node:net';
import pg, { Client, type Pool, type Query, type QueryResult } from 'pg';
import { tracedStatement } from '../tracing/tracing.js';

export type Value = string | number | boolean | null | Buffer | readonly (string | null)[];

/**
 * `named` prepared statements are planned once per connection. `unnamed` ones are planned each time: for a pooler in
 * transaction mode, behind which the name may be unknown or taken on the next connection.
 */
export type StatementForm = 'named' | 'unnamed';

/** The signature of `query` for Query objects, which the driver's types lack. */
type Ask<Row> = (query: Query, answered: (error: Error | null, result: QueryResult<Row & object>) => void) => void;

/** Sends a statement on a connection or the pool, as a Query object: the driver copies configurations by property. */
export function ask<Row>(
  by: Client | Pool,
  { name, text }: { name: string; text: string },
  values: readonly Value[],
  form: StatementForm,
): Promise<QueryResult<Row & object>> {
  const query = new pg.Query(text, [...values]);
  if (form === 'named') Object.assign(query, { name });
  const answered = (): Promise<QueryResult<Row & object>> =>
    new Promise((resolve, reject) => {
      (by as unknown as { query: Ask<Row> }).query(query, (error, result) => {
        if (error) reject(error);
        else resolve(result);
      });
    });
  return tracedStatement(name, answered);
}

function socketOf(client: Client): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}

/** A class for the clients of a pool, which ask where to connect to. A client whose pool gives up meanwhile fails. */
export function clientThatFinds(find: () => Promise<{ host: string; port: number }>): typeof Client {
  return class extends Client {
    override connect(): Promise<this>;
    override connect(connected: (error: Error) => void): void;
    override connect(connected?: (error: Error) => void): Promise<this> | void {
      const connecting = find().then(({ host, port }) => {
        if (socketOf(this).destroyed) throw new Error('timeout expired');
        Object.assign(this, { host, port });
        return super.connect();
      });
      if (!connected) return connecting.then(() => this);
      connecting.then(() => (connected as () => void)(), connected);
    }
  };
}

/** Buffers the client's writes until the next tick, so that they are sent in one packet. */
export function gatherWrites(client: Client, then: () => void): void {
  const stream = socketOf(client);
  stream.cork();
  process.nextTick(() => {
    stream.uncork();
    then();
  });
}

interface PoolParts {
  _clients: readonly Client[];
  _idle: readonly { client: Client }[];
  _expired: WeakSet<Client>;
  _remove: (client: Client) => void;
}

/** Closes the pool's connections: idle ones at once, those in use when they are released. */
export function retireConnections(pool: Pool): void {
  const parts = pool as unknown as PoolParts;
  for (const client of parts._clients) parts._expired.add(client);
  for (const { client } of [...parts._idle]) parts._remove(client);
}

/** A client of a pool. The process is that of its server, or a number that a pooler made up; null while it connects. */
export type PoolClient = Client & { processID: number | null };

export function clientsOf(pool: Pool): readonly PoolClient[] {
  return (pool as unknown as PoolParts)._clients as readonly PoolClient[];
}

/** The number of bytes that a client has received while it waits for an answer; undefined while it waits for none. */
export function progressOf(client: Client): number | undefined {
  const { _activeQuery: query } = client as unknown as { _activeQuery: unknown };
  return query ? socketOf(client).bytesRead : undefined;
}

/** Ends a connection at once, without a word to a server that does not answer. */
export function destroy(client: Client): void {
  socketOf(client).destroy();
}

/**
 * Asks the server that a new connection of the pool leads to for the processes among these that it runs for this role.
 * Undefined behind a pooler, which does not name the processes.
 */
export async function backendsKnown(
  pool: Pool,
  pids: readonly number[],
  timeoutMs: number,
): Promise<number[] | undefined> {
  // The pool hides the password from copies of its options.
  const { Client: PooledClient = Client, password } = pool.options as { Client?: typeof Client; password?: string };
  const timeouts = { connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs };
  const client = new PooledClient({ ...pool.options, ...timeouts, password });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ own: number; known: number[] }>(
      `select pg_backend_pid() as own, array(
         select pid from pg_stat_activity where usename = current_user and pid = any('{${pids.join()}}'::integer[])) as known`,
    );
    return rows[0].own === (client as PoolClient).processID ? rows[0].known : undefined;
  } finally {
    client.end().catch(() => undefined);
  }
}
