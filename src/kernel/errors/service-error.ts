/** The codes of a failure body, with their HTTP statuses. */
export const ERROR_STATUS = {
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  precondition_failed: 412,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** An invalid field: its path in the request (`phases.0.name`) and the issue, which never quotes the value. */
export interface FieldIssue {
  field: string;
  issue: string;
}

/** An error that is reported to the client. Anything else that is thrown becomes an `internal_error`. */
export class ServiceError extends Error {
  readonly status: number;
  readonly reason: string | undefined;

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: FieldIssue[] = [],
    readonly options: {
      status?: number;
      /** The reason of a declared refusal. */
      reason?: string;
      retryAfterSeconds?: number;
      challenge?: string;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.status = options.status ?? ERROR_STATUS[code];
    this.reason = options.reason;
  }
}

export function invalidField(field: string, issue: string): ServiceError {
  return invalidFields([{ field, issue }]);
}

export function invalidFields(details: FieldIssue[]): ServiceError {
  return new ServiceError('invalid_request', 'The request is invalid.', details);
}

/** 400: the request breaks a rule that concerns no single field. */
export function invalidRequest(message: string, status?: number): ServiceError {
  return new ServiceError('invalid_request', message, [], { status });
}

/** 401, with the same body whatever is wrong with the key. */
export function unauthorized(): ServiceError {
  return new ServiceError('unauthorized', 'A valid API key is required.', [], { challenge: 'ApiKey, Bearer' });
}

/** 401 of a sign-in, with the same body whatever is wrong. */
export function signInFailed(): ServiceError {
  return new ServiceError('unauthorized', 'The sign-in failed.');
}

export function forbidden(message = 'The caller is not allowed to do this.'): ServiceError {
  return new ServiceError('forbidden', message);
}

/** 404, with the same body for an unknown resource, another organization's, and one outside of the caller's scope. */
export function notFound(): ServiceError {
  return new ServiceError('not_found', 'The resource was not found.');
}

/** 412: the resource is not as the caller's If-Match says. */
export function preconditionFailed(): ServiceError {
  return new ServiceError('precondition_failed', 'The resource has changed since it was read.');
}

export function unavailable(message: string, cause?: unknown): ServiceError {
  return new ServiceError('unavailable', message, [], { retryAfterSeconds: 1, cause });
}
