import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceError } from '#kernel/errors';
import { cacheHeaders } from './cache-headers.js';
import { correlationIdOf } from '../request/correlation.middleware.js';
import { failure } from './envelope.js';
import { protectiveHeaders } from './protective-headers.js';

/** Responds before Express has seen the request, with the headers that it would have set. */
export function refuseEarly(
  request: IncomingMessage,
  response: ServerResponse & { req: IncomingMessage },
  error: ServiceError,
  ...more: string[]
): void {
  const correlationId = correlationIdOf(request);
  const body = JSON.stringify(failure(error, correlationId));
  response.writeHead(error.status, [
    ...protectiveHeaders,
    ...cacheHeaders(request),
    ...['X-Correlation-Id', correlationId],
    ...['Retry-After', String(error.options.retryAfterSeconds)],
    ...['Content-Type', 'application/json; charset=utf-8'],
    ...['Content-Length', String(Buffer.byteLength(body))],
    ...more,
  ]);
  response.end(body);
}
