import pg from 'pg';
import { declaredStatements } from '../../src/kernel/persistence/statement.js';
import { until } from './until.js';

type Sent = string | { name?: string; text: string };
type Query = (...parameters: unknown[]) => unknown;

/** The SQL texts that the process sends while `work` runs. */
export async function textsOf(work: () => Promise<unknown>): Promise<Set<string>> {
  const texts = new Set<string>();
  await listen((query) => texts.add(typeof query === 'string' ? query : query.text), work);
  return texts;
}

/**
 * The statements that the process sends while `work` runs, by name if they have one, in order. Waits for the statement
 * `last`, such as a ROLLBACK after the response.
 */
export async function statementsOf(last: string, work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const note = (query: Sent) => sent.push(textOf(query));
  await listen(note, async () => {
    await work();
    // If another statement came last, the list shows it.
    await until(() => sent.at(-1) === last, { withinMs: 500 }).catch(() => undefined);
  });
  return sent;
}

/** The statements of the connection on which a write runs, in order: the service may use others meanwhile. */
export async function statementsOfWrite(work: () => Promise<unknown>): Promise<string[]> {
  const sent = new Map<unknown, string[]>();
  const ofWrite = () => [...sent.values()].find((names) => names.includes('claim_idempotency_key')) ?? [];
  const note = (query: Sent, client: unknown) => {
    sent.set(client, [...(sent.get(client) ?? []), textOf(query)]);
  };
  await listen(note, async () => {
    await work();
    await until(() => ofWrite().at(-1) === 'commit', { withinMs: 500 });
  });
  return ofWrite();
}

const textOf = (query: Sent): string => (typeof query === 'string' ? query : (query.name ?? nameOf(query.text)));

async function listen(note: (query: Sent, client: unknown) => unknown, work: () => Promise<unknown>): Promise<void> {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const original = prototype.query;
  prototype.query = function (this: unknown, ...parameters: unknown[]) {
    note(parameters[0] as Sent, this);
    return original.apply(this, parameters);
  };
  try {
    await work();
  } finally {
    prototype.query = original;
  }
}

/** The name of a declared statement, also if it is sent unnamed. */
function nameOf(text: string): string {
  return [...declaredStatements().values()].find((declared) => declared.text === text)?.name ?? text;
}
