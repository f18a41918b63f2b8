import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import type { AuthenticatedRequest } from './api-key.guard.js';
import type { CorrelatedRequest } from './correlation.middleware.js';

/** Logs one line per request, without headers and bodies, which may contain secrets. */
export function logRequests(logger: Logger) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (!logger.isLevelEnabled('info')) return next();
    const started = process.hrtime.bigint();
    response.once('close', () => {
      const { caller } = request as Partial<AuthenticatedRequest>;
      logger.info({
        method: request.method,
        path: request.originalUrl.split('?', 1)[0],
        status: response.writableFinished ? response.statusCode : 'aborted',
        milliseconds: Number((process.hrtime.bigint() - started) / 1000n) / 1000,
        correlationId: (request as CorrelatedRequest).correlationId,
        organizationId: caller?.organizationId,
        apiKeyId: caller?.apiKeyId,
      });
    });
    next();
  };
}
