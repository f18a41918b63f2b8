import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { unavailable } from '#kernel/errors';
import { FailureLog } from '#kernel/logging';
import type { Metrics } from '#kernel/metrics';
import type { Authenticator } from '#kernel/authentication';
import { type ConnectionQueue, lineNameOf, type QueueOwner } from '#kernel/persistence';
import { apiKeyOf } from '../request/api-key-header.js';
import { refuseEarly } from '../envelope/early-refusal.js';
import type { RefusalPace } from '../limits/refusal-pace.js';
import { refusedRequests } from '../limits/refused-requests.js';
import { RequestTurns } from './request-turns.js';

/** Health checks and metrics are always served. */
const EXEMPT = /^\/(health\/|metrics$)/;

const failures = new FailureLog('Admission');
const refusal = unavailable('The service is overloaded. Retry with the same Idempotency-Key.');

/**
 * Starts a few requests in each turn of the event loop, by organization in turn. Refuses them, before they are parsed, while
 * the wait so far and the expected one for a database connection are too long. Unknown keys have a line of their own.
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
  const ownerOf = ({ headers }: IncomingMessage): QueueOwner => authenticator.queueOf(apiKeyOf(headers));
  server.removeListener('request', serve);
  const turns = new RequestTurns();
  const refuse = (request: IncomingMessage, response: ServerResponse): void => {
    metrics.count(refusedRequests, { reason: 'overload' });
    failures.note('overloaded: requests were refused');
    void pace.keep().then(() => refuseEarly(request, response, refusal));
  };
  const serveOrRefuse = (request: IncomingMessage, response: ServerResponse, waitedMs: number): boolean => {
    // Nobody waits, nobody is refused: the key is not even looked up.
    const isCalm = (waitedMs <= maxWaitMs && queue.waitingCount === 0) || EXEMPT.test(request.url ?? '');
    const isServed = isCalm || waitedMs + queue.expectedWaitMs(ownerOf(request)) <= maxWaitMs;
    (isServed ? serve : refuse)(request, response);
    return isServed;
  };
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (turns.startsNow() || EXEMPT.test(request.url ?? '')) return void serveOrRefuse(request, response, 0);
    const owner = ownerOf(request);
    const line = lineNameOf(owner);
    if (turns.expectedWaitMs(line) + queue.expectedWaitMs(owner) > maxWaitMs) return refuse(request, response);
    // Its client may have disconnected meanwhile.
    turns.wait(line, (waitedMs) => !request.socket.destroyed && serveOrRefuse(request, response, waitedMs));
  });
}
