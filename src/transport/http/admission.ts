import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { unavailable } from '#kernel/errors/service-error.js';
import { FailureLog } from '#kernel/logging/failure-log.js';
import type { Metrics } from '#kernel/metrics/metrics.js';
import type { Authenticator } from '#kernel/access/authenticator.js';
import type { ConnectionQueue, QueueOwner } from '#kernel/persistence/connection-queue.js';
import { refuseEarly } from './early-refusal.js';
import type { RefusalPace } from './refusal-pace.js';

/** Health checks and metrics are always served. */
const EXEMPT = /^\/(health\/|metrics$)/;

const failures = new FailureLog('Admission');
const refusal = unavailable('The service is overloaded. Retry with the same Idempotency-Key.');

/**
 * Refuses requests, before they are parsed, while the expected wait of their organization for a database connection is too
 * long. Requests whose key is not known yet have a queue of their own.
 */
export function admitWithinCapacity(
  server: Server,
  {
    maxWaitMs,
    queue,
    authenticator,
    metrics,
    pace,
  }: {
    maxWaitMs: number;
    queue: ConnectionQueue;
    authenticator: Authenticator;
    metrics: Metrics;
    pace: RefusalPace;
  },
): void {
  const [serve] = server.listeners('request') as RequestListener[];
  const ownerOf = ({ headers }: IncomingMessage): QueueOwner => {
    const key = headers['x-api-key'];
    return authenticator.queueOf(typeof key === 'string' ? key : undefined);
  };
  server.removeListener('request', serve);
  server.on('request', (request: IncomingMessage, response: ServerResponse & { req: IncomingMessage }) => {
    // Nobody waits, nobody is refused: the key is not even looked up.
    const isCalm = queue.waitingCount === 0 || EXEMPT.test(request.url ?? '');
    if (isCalm || queue.expectedWaitMs(ownerOf(request)) <= maxWaitMs) return serve(request, response);
    metrics.count('requests_refused_total', { reason: 'overload' });
    failures.note('overloaded: requests were refused');
    void pace.keep().then(() => refuseEarly(request, response, refusal));
  });
}
