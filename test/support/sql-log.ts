import pg from 'pg';

type Query = (...parameters: unknown[]) => unknown;

/** Every SQL text that the process sends while `work` runs. */
export async function withSqlLog(work: () => Promise<void>): Promise<Set<string>> {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const original = prototype.query;
  const texts = new Set<string>();
  prototype.query = function (this: unknown, ...parameters: unknown[]) {
    const [sent] = parameters as [string | { text: string }];
    texts.add(typeof sent === 'string' ? sent : sent.text);
    return original.apply(this, parameters);
  };
  try {
    await work();
  } finally {
    prototype.query = original;
  }
  return texts;
}
