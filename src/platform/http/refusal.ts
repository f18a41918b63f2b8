import { HttpException, Logger } from '@nestjs/common';
import { invalidRequest, notFound, ServiceError } from '../errors/service-error.js';
import { asServiceError } from '../persistence/database-errors.js';

const logger = new Logger('Refusal');

/** What a client is told of whatever was thrown. What the service did not foresee is logged and told to nobody. */
export function refusalOf(thrown: unknown, correlationId: string): ServiceError {
  if (thrown instanceof ServiceError) {
    if (thrown.status >= 500) log(thrown.options.cause ?? thrown, correlationId);
    return thrown;
  }
  // Neither finds a path that can't be decoded: Nest says so with 400, Express with a URIError.
  if (thrown instanceof HttpException && [400, 404].includes(thrown.getStatus())) return notFound();
  if (thrown instanceof URIError || (thrown as { status?: unknown } | null)?.status === 400) return notFound();
  if (thrown instanceof HttpException && thrown.getStatus() < 500) return invalidRequest('The request is invalid.');
  log(thrown, correlationId);
  return asServiceError(thrown) ?? new ServiceError('internal_error', 'Something went wrong on our side.');
}

function log(error: unknown, correlationId: string): void {
  logger.error({ correlationId, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}
