import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { unavailable } from '#kernel/errors/service-error.js';
import type { Metrics } from '#kernel/metrics/metrics.js';
import type { Authenticator } from '#kernel/access/authenticator.js';
import { lineNameOf, type ConnectionQueue, type QueueOwner } from '#kernel/persistence/connection-queue.js';
import { refuseEarly } from './early-refusal.js';
import type { RefusalPace } from './refusal-pace.js';
import { RequestTurns } from './request-turns.js';

/** Health checks and metrics are always served. */
const EXEMPT = /^\/(health\/|metrics$)/;
const LOG_EVERY_MS = 1_000;

type Response = ServerResponse & { req: IncomingMessage };

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
    logger,
  }: {
    maxWaitMs: number;
    queue: ConnectionQueue;
    authenticator: Authenticator;
    metrics: Metrics;
    pace: RefusalPace;
    logger: Logger;
  },
): void {
  const [serve] = server.listeners('request') as RequestListener[];
  const log = summarized(logger);
  const ownerOf = ({ headers }: IncomingMessage): QueueOwner => {
    const key = headers['x-api-key'];
    return authenticator.queueOf(typeof key === 'string' ? key : undefined);
  };
  server.removeListener('request', serve);
  const turns = new RequestTurns();
  const refuse = (request: IncomingMessage, response: Response): void => {
    metrics.count('requests_refused_total', { reason: 'overload' });
    log();
    void pace.keep().then(() => refuseEarly(request, response, refusal));
  };
  const serveOrRefuse = (request: IncomingMessage, response: Response, waitedMs: number): boolean => {
    // Nobody waits, nobody is refused: the key is not even looked up.
    const isCalm = (waitedMs <= maxWaitMs && queue.waitingCount === 0) || EXEMPT.test(request.url ?? '');
    const isServed = isCalm || waitedMs + queue.expectedWaitMs(ownerOf(request)) <= maxWaitMs;
    (isServed ? serve : refuse)(request, response);
    return isServed;
  };
  server.on('request', (request: IncomingMessage, response: Response) => {
    if (turns.startsNow() || EXEMPT.test(request.url ?? '')) return void serveOrRefuse(request, response, 0);
    const owner = ownerOf(request);
    const line = lineNameOf(owner);
    if (turns.expectedWaitMs(line) + queue.expectedWaitMs(owner) > maxWaitMs) return refuse(request, response);
    // Its client may have disconnected meanwhile.
    turns.wait(line, (waitedMs) => !request.socket.destroyed && serveOrRefuse(request, response, waitedMs));
  });
}

/** Logs at most one line per second: a line would cost more than the refusal. */
function summarized(logger: Logger): () => void {
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
