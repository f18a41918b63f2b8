import { HttpException, Logger } from '@nestjs/common';
import { invalidRequest, notFound, ServiceError } from '#kernel/errors/service-error.js';
import { asServiceError } from '#kernel/persistence/database-errors.js';

const logger = new Logger('Refusal');

/** The client's error for any exception. Unexpected ones are logged and become an internal_error. */
export function refusalOf(thrown: unknown, correlationId: string): ServiceError {
  if (thrown instanceof ServiceError) {
    if (thrown.status >= 500) log(thrown.options.cause ?? thrown, correlationId);
    return thrown;
  }
  if (thrown instanceof HttpException && thrown.getStatus() === 404) return notFound();
  if (isUndecodablePath(thrown)) return notFound();
  if (thrown instanceof HttpException && thrown.getStatus() < 500) return invalidRequest('The request is invalid.');
  log(thrown, correlationId);
  return asServiceError(thrown) ?? new ServiceError('internal_error', 'Something went wrong on our side.');
}

/** Express throws a URIError for a path parameter that cannot be decoded; Nest may wrap it. */
function isUndecodablePath(thrown: unknown): boolean {
  const failure = thrown instanceof HttpException ? thrown.cause : thrown;
  return failure instanceof URIError && failure.message.startsWith('Failed to decode param ');
}

function log(error: unknown, correlationId: string): void {
  logger.error({ correlationId, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}
