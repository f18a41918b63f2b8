import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ServiceError } from '#kernel/errors';
import { checkConnectionsEvery, nextResponse } from '../../internals/node-http.js';
import { failure } from '../envelope/envelope.js';

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** How often Node checks for expired connections; 30 s by default. */
const TIMEOUT_CHECK_MS = 1_000;
/** How long a refused connection stays open for its response. */
const LINGER_MS = 1_000;

const STATUS_LINES: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Limits the resources that slow or broken clients hold, and responds to what cannot be parsed as a request. */
export function harden(server: Server): void {
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  checkConnectionsEvery(server, TIMEOUT_CHECK_MS);
  // Unlimited, as their size is limited: Node silently drops headers beyond the limit, even Content-Length.
  server.maxHeadersCount = 0;
  // Node would refuse both without a body: refuseHostless handles the first, and Expect headers are ignored.
  (server as { requireHostHeader?: boolean }).requireHostHeader = false;
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, connection: Duplex) => {
    // Node has removed its listeners: without one, a connection reset would crash the process.
    connection.on('error', () => undefined);
    afterResponses(connection, () => refuse(connection, '400 Bad Request'));
  });
  const broken = new WeakSet<Duplex>();
  server.on('clientError', (error: NodeJS.ErrnoException, connection: Duplex) => {
    if (!connection.writable || error.code === 'ECONNRESET') return void connection.destroy();
    // Every further chunk is reported as another error.
    if (broken.has(connection)) return;
    broken.add(connection);
    afterResponses(connection, () => refuse(connection, STATUS_LINES[error.code ?? ''] ?? '400 Bad Request'));
  });
}

/** Waits for the responses to earlier requests on the connection, which may be writes. */
function afterResponses(connection: Duplex, then: () => void): void {
  const response = nextResponse(connection);
  if (!response?.req.complete) return then();
  response.once('close', () => afterResponses(connection, then));
}

function refuse(connection: Duplex, statusLine: string): void {
  respond(connection, statusLine, { code: 'invalid_request', message: 'The request cannot be parsed.', details: [] });
}

/** Responds on a connection without waiting for a request. */
export function refuseConnection(connection: Duplex, error: ServiceError): void {
  respond(connection, `503 Service Unavailable\r\nRetry-After: ${error.options.retryAfterSeconds}`, error);
}

function respond(connection: Duplex, statusLine: string, error: Parameters<typeof failure>[0]): void {
  if (!connection.writable) return void connection.destroy();
  const correlationId = crypto.randomUUID();
  const body = JSON.stringify(failure(error, correlationId));
  connection.end(
    `HTTP/1.1 ${statusLine}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `Cache-Control: no-store\r\nX-Correlation-Id: ${correlationId}\r\nConnection: close\r\n\r\n${body}`,
  );
  // Discard further input, so that the response arrives; do not wait for a client that never ends its side.
  connection.resume();
  setTimeout(() => connection.destroy(), LINGER_MS).unref();
}
