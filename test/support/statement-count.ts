import pg from 'pg';

type Query = (...parameters: unknown[]) => unknown;

/** The number of statements that the process sends while `work` runs. */
export async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const original = prototype.query;
  let sent = 0;
  prototype.query = function (...parameters: unknown[]) {
    sent += 1;
    return original.apply(this, parameters);
  };
  try {
    await work();
    return sent;
  } finally {
    prototype.query = original;
  }
}
