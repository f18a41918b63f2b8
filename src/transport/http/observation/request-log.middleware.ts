import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import type { UsageCounts } from '#kernel/authentication';
import { loggedCorrelationId, loggedPath } from '../request/logged-text.js';
import type { RequestDurations } from './request-durations.js';

/** Sent by load balancers and monitors several times a minute. */
const PROBE = /^\/(health\/|metrics$)/;

export function isProbe({ originalUrl }: Request): boolean {
  return PROBE.test(originalUrl.split('?', 1)[0]);
}

/**
 * Measures each request and logs one line for it, without headers and bodies, which may contain secrets. Probes are logged
 * at the level debug.
 */
export function watchRequests(logger: Logger, durations: RequestDurations, usage: UsageCounts) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const started = process.hrtime.bigint();
    response.once('close', () => {
      const { toolOutcome, operation = toolOutcome?.operation } = request;
      const status = response.writableFinished ? (toolOutcome?.status ?? response.statusCode) : 'aborted';
      const microseconds = Number((process.hrtime.bigint() - started) / 1000n);
      durations.observe(operation, status, microseconds / 1e6);
      countUsage(usage, request, response);
      const level = isProbe(request) ? 'debug' : 'info';
      if (!logger.isLevelEnabled(level)) return;
      const { caller } = request as Partial<Request>;
      logger[level]({
        method: request.method,
        path: loggedPath(request.originalUrl),
        route: toolOutcome ? undefined : operation?.path,
        operation: operation?.name,
        status,
        milliseconds: microseconds / 1000,
        correlationId: loggedCorrelationId(request.correlationId),
        traceId: request.traceId,
        organizationId: caller?.organizationId,
        apiKeyId: caller?.apiKeyId ?? undefined,
        signInId: caller?.signIn?.id,
      });
    });
    next();
  };
}

/** Counts a request with a valid key. */
function countUsage(usage: UsageCounts, request: Request, response: Response): void {
  const { caller, toolOutcome, operation = toolOutcome?.operation } = request as Partial<Request>;
  if (!caller) return;
  usage.count(caller, {
    kind: operation?.kind,
    status: response.writableFinished ? (toolOutcome?.status ?? response.statusCode) : undefined,
    replayed: toolOutcome ? toolOutcome.replayed : response.hasHeader('Idempotent-Replayed'),
  });
}
