import type { Caller } from '../access/caller.js';
import { notFound } from '../errors/service-error.js';
import { isUuid } from '../fields/identifiers.js';
import type { Scope } from '../persistence/scope.js';
import { pathParameters, type AnyOperation, type Input } from './operation.js';

/** A call of an operation, whatever door it came through. */
export interface OperationCall {
  caller: Caller;
  /** Reads the caller anew; there where the caller may be a remembered one. */
  authenticate?: () => Promise<Caller>;
  correlationId: string;
  params: Record<string, string>;
  query: unknown;
  /** Read only when authentication, role and Idempotency-Key have passed. Undefined where no body was sent. */
  readBody: () => Promise<unknown>;
  /** The Idempotency-Key header, as often as it was sent. */
  idempotencyKeys: readonly string[];
}

export interface OperationOutcome {
  status: number;
  data: unknown;
  /** Absent on reads. */
  replayed?: boolean;
  /** The key was first used with another body. */
  bodyDiffers?: boolean;
}

/** The controller method of an operation, or what stands for it at a door. */
export type Run = (scope: Scope, input: Input) => Promise<unknown>;

/** The path's ids in lower case; one that is no UUID names nothing. */
export function pathIds(operation: AnyOperation, call: OperationCall): Record<string, string> {
  return Object.fromEntries(
    pathParameters(operation).map((name) => {
      const id = call.params[name];
      if (!isUuid(id)) throw notFound();
      return [name, id.toLowerCase()];
    }),
  );
}
