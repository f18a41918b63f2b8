/** The codes a failure body can carry, with their HTTP statuses. */
export const ERROR_STATUS = {
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** One field at fault: its path in the request (`phases.0.name`) and what is wrong with it, never its value. */
export interface FieldIssue {
  field: string;
  issue: string;
}

/** A refusal that a client is told about. Anything else that is thrown becomes a bare `internal_error`. */
export class ServiceError extends Error {
  readonly status: number;

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: FieldIssue[] = [],
    readonly options: { status?: number; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.status = options.status ?? ERROR_STATUS[code];
  }
}

/** 400: one field breaks a rule. */
export function invalidField(field: string, issue: string): ServiceError {
  return invalidFields([{ field, issue }]);
}

/** 400: several fields break rules. */
export function invalidFields(details: FieldIssue[]): ServiceError {
  return new ServiceError('invalid_request', 'The request is invalid.', details);
}

/** 400: the request as a whole, or the state it meets, breaks a rule that no single field is to blame for. */
export function invalidRequest(message: string, status?: number): ServiceError {
  return new ServiceError('invalid_request', message, [], { status });
}

/** 401, the same body whatever was wrong with the key. */
export function unauthorized(): ServiceError {
  return new ServiceError('unauthorized', 'A valid API key is required.');
}

export function forbidden(message = 'The caller is not allowed to do this.'): ServiceError {
  return new ServiceError('forbidden', message);
}

/** 404, the same body for an unknown resource, another organization's and one outside the caller's scope. */
export function notFound(): ServiceError {
  return new ServiceError('not_found', 'The resource was not found.');
}

export function conflict(message: string, retryAfterSeconds?: number): ServiceError {
  return new ServiceError('conflict', message, [], { retryAfterSeconds });
}

export function unavailable(message: string, cause?: unknown): ServiceError {
  return new ServiceError('unavailable', message, [], { retryAfterSeconds: 1, cause });
}
