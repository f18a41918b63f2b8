import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { failure } from './envelope.js';

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** How often Node looks for connections whose time is over; its own default is half a minute. */
const TIMEOUT_CHECK_MS = 1_000;

/** How long the answer to what is no request may take to arrive. */
const LINGER_MS = 1_000;

const STATUS_LINES: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** A connection, and the answer that is next to be sent on it. */
type Connection = Duplex & { _httpMessage?: (ServerResponse & { req: IncomingMessage }) | null };

/** Bounds what slow or broken clients can hold, and answers what never becomes a request. */
export function harden(server: Server): void {
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  // Takes effect because the server does not listen yet.
  (server as { connectionsCheckingInterval?: number }).connectionsCheckingInterval = TIMEOUT_CHECK_MS;
  // Their size is bounded; Node would leave out those beyond a number without a word, a Content-Length for instance.
  server.maxHeadersCount = 0;
  // Node would refuse both by itself, without a body: the one is left to refuseHostless, the other is none of our business.
  (server as { requireHostHeader?: boolean }).requireHostHeader = false;
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, connection: Connection) => {
    // Node has taken its own listeners away: without one, a client that resets the connection would end the process.
    connection.on('error', () => undefined);
    afterAnswers(connection, () => refuse(connection, '400 Bad Request'));
  });
  const broken = new WeakSet<Connection>();
  server.on('clientError', (error: NodeJS.ErrnoException, connection: Connection) => {
    if (!connection.writable || error.code === 'ECONNRESET') return void connection.destroy();
    // Whatever follows what can't be read can't be read either.
    if (broken.has(connection)) return;
    broken.add(connection);
    afterAnswers(connection, () => refuse(connection, STATUS_LINES[error.code ?? ''] ?? '400 Bad Request'));
  });
}

/** Complete requests before the broken one get their answers first: a write may have been among them. */
function afterAnswers(connection: Connection, then: () => void): void {
  const answer = connection._httpMessage;
  if (!answer?.req.complete) return then();
  answer.once('close', () => afterAnswers(connection, then));
}

function refuse(connection: Connection, statusLine: string): void {
  if (!connection.writable) return void connection.destroy();
  const error = { code: 'invalid_request', message: 'The request can not be read.', details: [] } as const;
  const correlationId = crypto.randomUUID();
  const body = JSON.stringify(failure(error, correlationId));
  connection.end(
    `HTTP/1.1 ${statusLine}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `X-Correlation-Id: ${correlationId}\r\nConnection: close\r\n\r\n${body}`,
  );
  // What else is sent is read away, so that the answer arrives; a client that never ends its side is not waited for.
  connection.resume();
  setTimeout(() => connection.destroy(), LINGER_MS).unref();
}
