import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Request } from 'express';
import { unavailable } from '#kernel/errors';
import { declareCounter, type Metrics } from '#kernel/metrics';
import { apiKeyOf } from '../request/api-key-header.js';
import { refuseEarly } from '../envelope/early-refusal.js';
import { refuseConnection } from './hardening.js';

/** The share of all connections that may be open without having authenticated. The rest is kept for others. */
const STRANGERS_SHARE = 0.8;
const MAX_REFUSED = 1_000;
const HEALTH = /^\/health\//;

const refusedConnections = declareCounter({
  name: 'connections_refused_total',
  help: 'Connections that were closed, or not accepted, because of MAX_CONNECTIONS.',
});

const refusal = unavailable('Too many connections are open. Retry with the same Idempotency-Key.');

/**
 * Limits open connections. Beyond the strangers' share a new one is on trial: its request must be a health check or
 * authenticate, else its response closes it. At the limit the oldest idle one on trial makes room, or the new one is refused.
 */
export function limitConnections(server: Server, { max, metrics }: { max: number; metrics: Metrics }): void {
  const open = new Set<Socket>();
  const strangers = new Set<Socket>();
  const onTrial = new Set<Socket>();
  const busy = new Set<Socket>();
  const refused = new Set<Socket>();

  const refuse = (socket: Socket): void => {
    metrics.count(refusedConnections);
    for (const set of [open, strangers, onTrial]) set.delete(socket);
    // A refused connection lingers for its response; not when there are many.
    if (refused.size >= MAX_REFUSED) return void socket.destroy();
    refused.add(socket);
    refuseConnection(socket, refusal);
  };

  server.on('connection', (socket: Socket) => {
    socket.once('close', () => {
      for (const set of [open, strangers, onTrial, busy, refused]) set.delete(socket);
    });
    if (open.size >= max) {
      const idle = first(onTrial, (other) => !busy.has(other));
      refuse(idle ?? socket);
      if (!idle) return;
    }
    open.add(socket);
    strangers.add(socket);
    if (strangers.size > Math.floor(max * STRANGERS_SHARE)) onTrial.add(socket);
  });

  const [serve] = server.listeners('request') as RequestListener[];
  server.removeListener('request', serve);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    // Its connection was refused while the request arrived.
    if (refused.has(socket) || socket.destroyed) return void request.resume();
    if (!strangers.has(socket)) return serve(request, response);
    if (onTrial.has(socket)) {
      if (apiKeyOf(request.headers) === undefined && !HEALTH.test(request.url ?? '')) {
        metrics.count(refusedConnections);
        response.shouldKeepAlive = false;
        return refuseEarly(request, response, refusal);
      }
      busy.add(socket);
      closeUnlessAuthenticated(request, response);
    }
    response.once('close', () => {
      if (isAuthenticated(request, response)) for (const set of [strangers, onTrial, busy]) set.delete(socket);
    });
    serve(request, response);
  });
}

function first<Item>(items: Iterable<Item>, fits: (item: Item) => boolean): Item | undefined {
  for (const item of items) if (fits(item)) return item;
  return undefined;
}

function isAuthenticated(request: IncomingMessage, { statusCode }: ServerResponse): boolean {
  return (request as Partial<Request>).caller !== undefined && statusCode !== 401;
}

function closeUnlessAuthenticated(request: IncomingMessage, response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = (...args: unknown[]) => {
    response.statusCode = args[0] as number;
    if (!isAuthenticated(request, response)) response.shouldKeepAlive = false;
    return writeHead(...args);
  };
}
