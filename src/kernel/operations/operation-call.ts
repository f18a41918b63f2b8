import type { Caller } from '../access/caller.js';
import { invalidFields, notFound, type FieldIssue } from '../errors/service-error.js';
import { isUuid } from '../fields/identifiers.js';
import { pathParameters, type AnyOperation } from './operation.js';

export interface OperationCall {
  caller: Caller;
  /** Reads the caller from the database; present where the caller may be a remembered one. */
  authenticate?: () => Promise<Caller>;
  correlationId: string;
  /** The instant of the call, by default the present. */
  at?: Date;
  /** False turns synchronous_commit off: for writes that are of use together only, as far as a later one is flushed. */
  flush?: boolean;
  /** The beginning of addresses of the service, as the caller reaches it. */
  baseUrl: string;
  params: Record<string, unknown>;
  query: unknown;
  /** Whether unknown fields are refused, not ignored. */
  strict?: boolean;
  /** Called after authentication, role and Idempotency-Key were checked. Resolves to undefined without a body. */
  readBody: () => Promise<unknown>;
  idempotencyKeys: readonly string[];
  /** The values of the If-Match header. */
  ifMatch?: readonly string[];
  /** The values of the Consistency-Token header, for an operation that may lag. Without it only the primary answers. */
  consistencyTokens?: readonly string[];
}

export interface OperationOutcome {
  status: number;
  data: unknown;
  replayed?: boolean;
  /** The key was first used with another body. */
  bodyDiffers?: boolean;
  /** The validator of the data: see `hasEntityTag`. A replay has none, as it need not be the current state. */
  entityTag?: string;
  /** For reads that must include this write. */
  consistencyToken?: string;
}

/** The ids in the path, in lower case. Throws 404 for one that is not a UUID, 400 for one that is no string or that an agent left out. */
export function pathIds(operation: AnyOperation, call: OperationCall): Record<string, string> {
  return Object.fromEntries(
    pathParameters(operation).map((name) => {
      const id = call.params[name];
      const issue = idIssue(name, id);
      if (issue) throw invalidFields([issue]);
      if (!isUuid(id)) throw notFound();
      return [name, id.toLowerCase()];
    }),
  );
}

/** The issue with an argument of an agent that stands for an id in the path. */
export function idIssue(field: string, id: unknown): FieldIssue | undefined {
  if (typeof id === 'string') return undefined;
  return { field, issue: id === undefined ? 'is required' : 'must be a string' };
}
