import { HttpException } from '@nestjs/common';
import { invalidRequest, notFound, ServiceError } from '#kernel/errors';
import { FailureLog } from '#kernel/logging';
import { asServiceError } from '#kernel/persistence';
import { loggedCorrelationId } from '../request/logged-text.js';

const failures = new FailureLog('Refusal', 'error');

/** The client's error for any exception. Unexpected ones are logged and become an internal_error. */
export function refusalOf(thrown: unknown, correlationId: string): ServiceError {
  if (thrown instanceof ServiceError) {
    if (thrown.status >= 500)
      failures.note('request failed', thrown, { correlationId: loggedCorrelationId(correlationId) });
    return thrown;
  }
  if (thrown instanceof HttpException && thrown.getStatus() === 404) return notFound();
  if (isUndecodablePath(thrown)) return notFound();
  if (thrown instanceof HttpException && thrown.getStatus() < 500) return invalidRequest('The request is invalid.');
  failures.note('request failed', thrown, { correlationId: loggedCorrelationId(correlationId) });
  return asServiceError(thrown) ?? new ServiceError('internal_error', 'Something went wrong on our side.');
}

/** Express throws a URIError for a path parameter that cannot be decoded; Nest may wrap it. */
function isUndecodablePath(thrown: unknown): boolean {
  const failure = thrown instanceof HttpException ? thrown.cause : thrown;
  return failure instanceof URIError && failure.message.startsWith('Failed to decode param ');
}
