import pg from 'pg';
import { declaredStatements } from '../../src/platform/persistence/statement.js';

type Query = (...parameters: unknown[]) => unknown;

/**
 * The statements that the process sends while `work` is under way, by name where they have one, in order. `last` is
 * the one that ends them: what follows an answer, as a ROLLBACK does, is waited for.
 */
export async function statementsOf(last: string, work: () => Promise<unknown>): Promise<string[]> {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const original = prototype.query;
  const sent: string[] = [];
  prototype.query = function (...parameters: unknown[]) {
    const [query] = parameters as [string | { name?: string; text: string }];
    sent.push(typeof query === 'string' ? query : (query.name ?? nameOf(query.text)));
    return original.apply(this, parameters);
  };
  try {
    await work();
    for (let wait = 0; wait < 100 && sent.at(-1) !== last; wait += 1) await new Promise((done) => setTimeout(done, 5));
    return sent;
  } finally {
    prototype.query = original;
  }
}

/** A declared statement's name, also where it travels without. */
function nameOf(text: string): string {
  return [...declaredStatements()].find(([, declared]) => declared === text)?.[0] ?? text;
}
