import type { Socket } from 'node:net';
import pg from 'pg';
import { Rows } from './rows.js';

const COMMIT_MS = 250;

type Query = (...parameters: unknown[]) => unknown;

interface ServiceClient {
  connection: { stream: Socket };
}

/** The fault: the server reports an error, or the connection is cut after the statement. */
export type Fault = 'error' | 'cut';

/**
 * Makes the n-th statement of the service fail, counted from 1 over all connections. Returns the result of `work`, and
 * whether there was an n-th statement. The COMMIT of a write waits for `beforeCommit`, whether or not it is the one that
 * fails.
 */
export async function withFaultAt<Result>(
  n: number,
  fault: Fault,
  work: () => Promise<Result>,
  beforeCommit?: () => Promise<unknown>,
): Promise<{ result: Result; reached: boolean }> {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const original = prototype.query;
  let sent = 0;
  const writers = new Set<unknown>();
  prototype.query = function (this: ServiceClient, ...parameters: unknown[]) {
    // The test's own.
    if (this instanceof Rows) return original.apply(this, parameters);
    sent += 1;
    const [query] = parameters as [unknown];
    if ((query as { text?: string }).text?.includes('claim_idempotency_key')) writers.add(this);
    const ask = sent === n ? failing : original;
    if (!beforeCommit || query !== 'commit' || !writers.has(this)) return ask.apply(this, parameters);
    return beforeCommit().then(() => ask.apply(this, parameters));
  };
  function failing(this: ServiceClient, ...parameters: unknown[]): unknown {
    if (fault === 'error') {
      const callback = parameters.find((parameter) => typeof parameter === 'function');
      return original.apply(this, callback ? ['select 1/0', callback] : ['select 1/0']);
    }
    const answer = original.apply(this, parameters);
    // Buffered statements are sent; those behind the fault are not.
    const { stream } = this.connection;
    while (stream.writableCorked > 0) stream.uncork();
    stream.destroy();
    return answer;
  }
  try {
    const result = await work();
    return { result, reached: sent >= n };
  } finally {
    prototype.query = original;
  }
}

/**
 * Cuts the connection before the response to the next COMMIT. `reached` tells whether the server receives the COMMIT.
 */
export async function withLostCommit<Result>(reached: boolean, work: () => Promise<Result>): Promise<Result> {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const original = prototype.query;
  let lost = false;
  prototype.query = function (this: { connection: { stream: Socket } }, ...parameters: unknown[]) {
    if (lost || parameters[0] !== 'commit') return original.apply(this, parameters);
    lost = true;
    const { stream } = this.connection;
    if (!reached) {
      stream.destroy();
      return original.apply(this, parameters);
    }
    // Gives the server time to commit; its response is never read.
    stream.pause();
    setTimeout(() => stream.destroy(), COMMIT_MS);
    return original.apply(this, parameters);
  };
  try {
    return await work();
  } finally {
    prototype.query = original;
  }
}
