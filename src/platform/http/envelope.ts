import type { ErrorCode, FieldIssue } from '../errors/service-error.js';
import type { OperationOutcome } from '../operations/operation-call.js';

/** The body of every success. `replayed` is present on writes only. */
export interface SuccessEnvelope {
  success: true;
  data: unknown;
  correlationId: string;
  replayed?: boolean;
}

/** The body of every failure. */
export interface FailureEnvelope {
  success: false;
  code: ErrorCode;
  message: string;
  details: readonly FieldIssue[];
  correlationId: string;
}

export function success(outcome: OperationOutcome, correlationId: string): SuccessEnvelope {
  const { data, replayed } = outcome;
  return replayed === undefined
    ? { success: true, data, correlationId }
    : { success: true, data, correlationId, replayed };
}

export function failure(
  error: { code: ErrorCode; message: string; details: readonly FieldIssue[] },
  correlationId: string,
): FailureEnvelope {
  return { success: false, code: error.code, message: error.message, details: error.details, correlationId };
}
