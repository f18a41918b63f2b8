import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceError } from '#kernel/errors';
import { keepOutOfCaches } from './cache-headers.js';
import { correlationIdOf } from '../request/correlation.middleware.js';
import { failure } from './envelope.js';
import { protect } from './protective-headers.js';

const noop = (): void => undefined;

/** Responds before Express has seen the request, with the headers that it would have set. */
export function refuseEarly(request: IncomingMessage, response: ServerResponse, error: ServiceError): void {
  const correlationId = correlationIdOf(request);
  const body = JSON.stringify(failure(error, correlationId));
  protect(request, response, noop);
  keepOutOfCaches(request, response, noop);
  response.setHeader('X-Correlation-Id', correlationId);
  response.setHeader('Retry-After', String(error.options.retryAfterSeconds));
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.writeHead(error.status).end(body);
}
