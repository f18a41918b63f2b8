import type { components } from './schema.js';

/** The codes of the service, and `unexpected_response` for an answer that is not in the service's format. */
export type ErrorCode = components['schemas']['FailureBody']['code'] | 'unexpected_response';

/** Which rule refused a write: names of rules never change, and a newer service may have more. */
export type RefusalReason = NonNullable<components['schemas']['FailureBody']['reason']> | (string & {});

/** An invalid field of the request: its path, such as `phases.0.name`, and what is wrong with it. */
export type ErrorDetail = components['schemas']['FailureDetail'];

export interface ApiErrorFields {
  code: ErrorCode;
  reason: RefusalReason | undefined;
  status: number;
  message: string;
  details: readonly ErrorDetail[];
  correlationId: string | undefined;
  retryAfter: number | undefined;
  idempotencyKey: string | undefined;
  lostAttempts: number;
}

/** The service, or a proxy in front of it, refused the request or failed. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  /** Such as `seat_taken`, where the state of resources refuses the write. Decide by it, not by the message. */
  readonly reason: RefusalReason | undefined;
  readonly status: number;
  /** Invalid fields; may be empty. */
  readonly details: readonly ErrorDetail[];
  readonly correlationId: string | undefined;
  /** Seconds to wait before the next attempt, from `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** The key of the write. After a 5xx the outcome may be unknown: send the write again with this key to find out. */
  readonly idempotencyKey: string | undefined;
  /**
   * How many earlier attempts at this request got no answer, or 502, 503 or 504. Above 0, a write may have been carried out
   * although this answer refuses it, as where the caller lost access in between.
   */
  readonly lostAttempts: number;

  constructor(fields: ApiErrorFields) {
    super(described(fields));
    this.code = fields.code;
    this.reason = fields.reason;
    this.status = fields.status;
    this.details = fields.details;
    this.correlationId = fields.correlationId;
    this.retryAfter = fields.retryAfter;
    this.idempotencyKey = fields.idempotencyKey;
    this.lostAttempts = fields.lostAttempts;
  }
}

/** No attempt got a complete answer. The outcome of a write is unknown: send it again with the same key to find out. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(
    readonly attempts: number,
    readonly idempotencyKey: string | undefined,
    cause: unknown,
  ) {
    const times = attempts === 1 ? 'one attempt' : `${attempts} attempts`;
    super(`The service did not answer: ${times}. The cause has the last error.`, { cause });
  }
}

const MAX_NAMED = 5;

/** The message with the invalid fields, which are all that a log may show of the error. */
function described({ message, details }: ApiErrorFields): string {
  if (details.length === 0) return message;
  const named = details.slice(0, MAX_NAMED).map(({ field, issue }) => `${field} ${issue}`);
  const more = details.length > MAX_NAMED ? [`${details.length - MAX_NAMED} more`] : [];
  return `${message} (${[...named, ...more].join('; ')})`;
}
