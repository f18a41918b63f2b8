import type { Request } from 'express';
import type { AnyOperation, OperationOutcome } from '#kernel/operations';

/** The outcome with an absolute URL in the field that the declaration names; a replay has none. */
export function withAbsoluteUrl(
  operation: AnyOperation,
  outcome: OperationOutcome,
  request: Request,
  publicUrl: string | undefined,
): OperationOutcome {
  const field = operation.kind === 'write' ? operation.urlField : undefined;
  const path = field && (outcome.data as Record<string, unknown>)[field];
  if (typeof path !== 'string') return outcome;
  const base = publicUrl ?? `${request.protocol}://${request.get('host') ?? ''}`;
  return { ...outcome, data: { ...(outcome.data as object), [String(field)]: base + path } };
}
