import { createHash } from 'node:crypto';
import { isPlainObject } from '../fields/plain-object.js';
import { invalidField, preconditionFailed } from '../errors/service-error.js';

/** The parts of a declaration that count here. */
interface Declared {
  kind: 'read' | 'write';
  name: string;
  method: string;
  path: string;
  response: unknown;
}

const reads = new Map<string, Declared>();
const changedPaths = new Set<string>();

/** Notes a declaration: a GET and a PATCH or PUT of the same path belong to the same resource. */
export function noteRepresentation<Operation extends Declared>(operation: Operation): Operation {
  const { kind, method, path } = operation;
  if (kind === 'read' && method === 'GET') reads.set(path, operation);
  if (method === 'PATCH' || method === 'PUT') changedPaths.add(path);
  return operation;
}

/** The read of the resource that the write changes. Where there is one, the write takes If-Match. */
export function representationOf({ method, path }: Declared): Declared | undefined {
  return method === 'PATCH' || method === 'PUT' ? reads.get(path) : undefined;
}

/** Whether a success has an ETag: its data are a resource that a conditional write changes, as the read of it shows it. */
export function hasEntityTag({ method, response }: Pick<Declared, 'method' | 'response'>): boolean {
  if (method === 'DELETE') return false;
  return [...changedPaths].some((path) => reads.get(path)?.response === response);
}

/**
 * A strong validator (RFC 9110, 8.8.3): data with the same JSON have the same tag, whatever the order of their fields. When
 * they were read, `asOf`, does not count.
 */
export function entityTag(data: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(data, sorted)).digest('base64url').slice(0, 22)}"`;
}

function sorted(name: string, value: unknown): unknown {
  if (name === 'asOf') return undefined;
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

const ENTITY_TAG = /^(W\/)?"[\x21\x23-\x7e]*"$/;

/** The tags of If-Match; `*` stands for any. Throws 400 for anything else, and where the write does not take the header. */
export function readIfMatch(operation: Declared, values: readonly string[] = []): readonly string[] | undefined {
  if (values.length === 0) return undefined;
  if (!representationOf(operation)) throw invalidField('If-Match', 'is not supported by this operation');
  const tags = values.flatMap((value) => value.split(',')).map((tag) => tag.trim());
  const isValid = tags.every((tag) => ENTITY_TAG.test(tag)) || (tags.length === 1 && tags[0] === '*');
  if (!isValid) throw invalidField('If-Match', 'must be * or a list of entity tags');
  return tags;
}

/** Throws 412 unless there are data, and the tags have theirs. Weak tags never match. */
export function checkMatch(tags: readonly string[], data: unknown): void {
  if (data === undefined || !(tags.includes('*') || tags.includes(entityTag(data)))) throw preconditionFailed();
}
