import type { WriteOperation } from '#kernel/operations';
import type { Client } from '../support/client.js';
import type { School } from '../support/school.js';

/** A valid call of a write, with whatever it needs built in the given school. */
export interface Call {
  /** The ids of the path, in its order. */
  params?: string[];
  body?: unknown;
}

/** What the conformance test needs to know of a write; the rest stands in its declaration. */
export interface Sample {
  operation: WriteOperation;
  arrange: (school: School) => Promise<Call>;
  /** Where the response can't be the same twice, for instance because it is the current state. */
  replayDiffers?: boolean;
  /** How often it records each event of `alsoEvents`, with its audit entry. */
  also?: Readonly<Record<string, number>>;
  /** The same of events that have no audit entry of their own. */
  facts?: Readonly<Record<string, number>>;
}

/** Declares the sample of a write: one is all that a new operation needs to be covered. */
export function sample(operation: WriteOperation, arrange: Sample['arrange'], options: Partial<Sample> = {}): Sample {
  return { operation, arrange, ...options };
}

/** The path of a call, below /api/v1. */
export function pathOf(operation: { path: string }, params: readonly string[] = []): string {
  const rest = [...params];
  return operation.path.replace(/:\w+/g, () => rest.shift() ?? '');
}

/** The body with the present revision, where a write names the one that was read. */
export async function withPresentRevision(client: Client, path: string, body: unknown): Promise<unknown> {
  if (typeof body !== 'object' || body === null || !('revision' in body)) return body;
  const { data } = (await client.get(path.replace(/\/(publish|submit)$/, ''))).body as { data: Revised };
  return { ...body, revision: data.revision ?? data.response?.revision ?? 0 };
}

interface Revised {
  revision?: number;
  response?: { revision: number } | null;
}

/** The data of a first answer as a replay repeats them. */
export function withoutShownOnce({ shownOnce = [] }: WriteOperation, data: unknown): unknown {
  const once = new Set(shownOnce.map((field) => field.replace(/^.*\./, '')));
  return JSON.parse(JSON.stringify(data ?? null, (field, value: unknown) => (once.has(field) ? null : value)));
}

/** The number of audit entries and of events that the sample leaves. */
export function trailLengths({ operation, also = {}, facts = {} }: Sample): [entries: number, events: number] {
  const further = repeated(also).length;
  return [1 + further, (operation.event ? 1 : 0) + further + repeated(facts).length];
}

/** Each name as often as it is counted. */
export function repeated(counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(counts).flatMap(([name, count]) => Array<string>(count).fill(name));
}
