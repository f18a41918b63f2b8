import type { Socket } from 'node:net';
import pg from 'pg';

const COMMIT_MS = 250;

type Query = (...parameters: unknown[]) => unknown;

/** The fault: the server reports an error, or the connection is cut after the statement. */
export type Fault = 'error' | 'cut';

/**
 * Makes the n-th statement of the process fail, counted from 1 over all connections. Returns the result of `work`, and
 * whether there was an n-th statement.
 */
export async function withFaultAt<Result>(
  n: number,
  fault: Fault,
  work: () => Promise<Result>,
): Promise<{ result: Result; reached: boolean }> {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const original = prototype.query;
  let sent = 0;
  prototype.query = function (this: { connection: { stream: Socket } }, ...parameters: unknown[]) {
    sent += 1;
    if (sent !== n) return original.apply(this, parameters);
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
  };
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
