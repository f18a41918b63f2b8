import type { ErrorCode, FieldIssue } from '#kernel/errors';
import type { OperationOutcome } from '#kernel/operations';

/** The body of every success; `replayed` on writes only. */
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
  /** The reason of a declared refusal. */
  reason?: string;
  message: string;
  details: readonly FieldIssue[];
  correlationId: string;
}

export function success({ data, replayed }: OperationOutcome, correlationId: string): SuccessEnvelope {
  return { success: true, data, correlationId, ...(replayed === undefined ? {} : { replayed }) };
}

export function failure(
  { code, reason, message, details }: Pick<FailureEnvelope, 'code' | 'reason' | 'message' | 'details'>,
  correlationId: string,
): FailureEnvelope {
  return { success: false, code, ...(reason === undefined ? {} : { reason }), message, details, correlationId };
}
