import { ApiError, type ErrorCode, type ErrorDetail } from './errors.js';
import { lostAttemptsBefore, retryAfterOf } from './retry.js';

export interface Success<Data> {
  success: true;
  data: Data;
  correlationId: string;
  /** On writes only. */
  replayed?: boolean;
}

interface Failure {
  success: false;
  code: ErrorCode;
  reason?: string;
  message: string;
  details: ErrorDetail[];
  correlationId: string;
}

/** The success that an answer holds. Throws an ApiError for anything else. */
export function successOf<Data>(
  response: Response,
  answer: unknown,
  idempotencyKey: string | undefined,
): Success<Data> {
  const body = answer as Partial<Success<Data> | Failure> | null | undefined;
  if (response.ok && body?.success === true) return body as Success<Data>;
  const { status, headers } = response;
  const shared = {
    status,
    retryAfter: retryAfterOf(headers),
    idempotencyKey,
    lostAttempts: lostAttemptsBefore(response),
  };
  if (!response.ok && body?.success === false) {
    const refused = body as Failure;
    throw new ApiError({ ...refused, reason: refused.reason, ...shared });
  }
  throw new ApiError({
    ...shared,
    code: 'unexpected_response',
    reason: undefined,
    message: `The answer, with status ${status}, does not have the format of the service.`,
    details: [],
    correlationId: headers.get('x-correlation-id') ?? undefined,
  });
}
