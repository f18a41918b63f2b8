// Depends on undocumented properties of node:http (Node 20 to 24).
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The response that is next to be sent on a connection. */
export function nextResponse(connection: Duplex): (ServerResponse & { req: IncomingMessage }) | null {
  return (connection as { _httpMessage?: (ServerResponse & { req: IncomingMessage }) | null })._httpMessage ?? null;
}

/** Sets what is otherwise an option of `createServer`: how often the server checks for expired connections. */
export function checkConnectionsEvery(server: Server, milliseconds: number): void {
  (server as { connectionsCheckingInterval?: number }).connectionsCheckingInterval = milliseconds;
}
