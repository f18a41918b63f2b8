import pg from 'pg';
import { declaredStatements } from '../../src/platform/persistence/statement.js';
import { until } from './until.js';

type Sent = string | { name?: string; text: string };
type Query = (...parameters: unknown[]) => unknown;

/** Every SQL text that the process sends while `work` runs. */
export async function textsOf(work: () => Promise<unknown>): Promise<Set<string>> {
  const texts = new Set<string>();
  await listen((query) => texts.add(typeof query === 'string' ? query : query.text), work);
  return texts;
}

/**
 * The statements that the process sends while `work` is under way, by name where they have one, in order. `last` is
 * the one that ends them: what follows an answer, as a ROLLBACK does, is waited for.
 */
export async function statementsOf(last: string, work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const note = (query: Sent) => sent.push(typeof query === 'string' ? query : (query.name ?? nameOf(query.text)));
  await listen(note, async () => {
    await work();
    // Where something else came last, the list tells what.
    await until(() => sent.at(-1) === last, { withinMs: 500 }).catch(() => undefined);
  });
  return sent;
}

async function listen(note: (query: Sent) => unknown, work: () => Promise<unknown>): Promise<void> {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const original = prototype.query;
  prototype.query = function (this: unknown, ...parameters: unknown[]) {
    note(parameters[0] as Sent);
    return original.apply(this, parameters);
  };
  try {
    await work();
  } finally {
    prototype.query = original;
  }
}

/** A declared statement's name, also where it travels without. */
function nameOf(text: string): string {
  return [...declaredStatements()].find(([, declared]) => declared === text)?.[0] ?? text;
}
