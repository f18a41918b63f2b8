import type { Type } from '@nestjs/common';
import { ServiceError, type FieldIssue } from '../errors/service-error.js';
import { readIdempotencyKey } from '../idempotency/idempotency-key.js';
import { pathParameters, type AnyOperation } from './operation.js';
import { idIssue, type OperationCall } from './operation-call.js';
import { NoFields, validated } from '../fields/validation.js';

/** Everything that is wrong with the input of a call. The runner stops at the first of path, Idempotency-Key and fields. */
export async function callFaults(
  operation: AnyOperation,
  call: Pick<OperationCall, 'params' | 'query' | 'readBody' | 'idempotencyKeys' | 'strict'>,
): Promise<FieldIssue[]> {
  const isWrite = operation.kind === 'write';
  const type = (isWrite ? operation.body : operation.query) ?? NoFields;
  const fields = isWrite ? ((await call.readBody()) ?? {}) : call.query;
  return [
    ...pathParameters(operation).flatMap((name) => idIssue(name, call.params[name]) ?? []),
    ...(isWrite ? issuesOf(() => readIdempotencyKey(call.idempotencyKeys)) : []),
    ...issuesOf(() => validated(type as Type<object>, fields, { strict: call.strict })),
  ];
}

function issuesOf(check: () => unknown): FieldIssue[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof ServiceError) return error.details;
    throw error;
  }
}
