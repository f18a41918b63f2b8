import type { Socket } from 'node:net';
import pg from 'pg';

const COMMIT_MS = 250;

type Query = (...parameters: unknown[]) => unknown;

/** What happens instead of a statement: the server answers with an error, or the connection is cut behind it. */
export type Fault = 'error' | 'cut';

/**
 * Lets the n-th statement that the process sends fail, counted from 1 over all connections.
 * Answers what `work` gave, and whether there was an n-th statement at all.
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
    // What was gathered so far leaves, and reaches the server; what was to travel with it does not.
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
 * Loses the answer to the next COMMIT: the connection ends before it arrives. `reached` says whether the server gets the
 * COMMIT, so that the change is there, or not.
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
    // The server has time to commit; what it answers is never read.
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
