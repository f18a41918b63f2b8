import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { unavailable } from '../errors/service-error.js';
import type { Metrics } from '../metrics/metrics.js';
import type { ConnectionQueue } from '../persistence/connection-queue.js';
import { correlationIdOf } from './correlation.middleware.js';
import { failure } from './envelope.js';
import { protectiveHeaders } from './protective-headers.js';

/** Those who watch the process are always served. */
const EXEMPT = /^\/(health\/|metrics$)/;
const LOG_EVERY_MS = 1_000;

const refusal = unavailable('The service is overloaded. Try again with the same Idempotency-Key.');

export interface Admission {
  maxWaitMs: number;
  queue: ConnectionQueue;
  metrics: Metrics;
  logger: Logger;
}

/**
 * Refuses requests at once while the database is waited for too long: before anything is parsed, validated or looked
 * up, so that refusing costs next to nothing and what was admitted is served at full speed.
 */
export function admitWithinCapacity(server: Server, { maxWaitMs, queue, metrics, logger }: Admission): void {
  const [serve] = server.listeners('request') as RequestListener[];
  const log = summaryOf(logger);
  server.removeListener('request', serve);
  server.on('request', (request: IncomingMessage, response: ServerResponse & { req: IncomingMessage }) => {
    if (queue.expectedWaitMs() <= maxWaitMs || EXEMPT.test(request.url ?? '')) return serve(request, response);
    metrics.count('requests_refused_total', { reason: 'overload' });
    log();
    refuse(request, response);
  });
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  const correlationId = correlationIdOf(request);
  const body = JSON.stringify(failure(refusal, correlationId));
  response.writeHead(refusal.status, [
    ...protectiveHeaders,
    'X-Correlation-Id',
    correlationId,
    'Retry-After',
    String(refusal.options.retryAfterSeconds),
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    String(Buffer.byteLength(body)),
  ]);
  response.end(body);
}

/** One line a second: a line for each refusal would cost more than the refusal. */
function summaryOf(logger: Logger): () => void {
  let refused = 0;
  return () => {
    refused += 1;
    if (refused > 1) return;
    setTimeout(() => {
      logger.warn({ msg: 'overloaded: requests were refused', refused });
      refused = 0;
    }, LOG_EVERY_MS).unref();
  };
}
