import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

// The service itself speaks plain HTTP: its pages must not upgrade requests to https.
const setHeaders = helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } });
const noop = (): void => undefined;

/** Alternating names and values, as `writeHead` takes them; computed once, as they never change. */
export const protectiveHeaders: readonly string[] = collected();

function collected(): string[] {
  const list: string[] = [];
  const response = { setHeader: (name: string, value: string) => list.push(name, value), removeHeader: noop };
  setHeaders({} as IncomingMessage, response as unknown as ServerResponse, noop);
  return list;
}

export function protect(_request: IncomingMessage, response: ServerResponse, next: () => void): void {
  for (let at = 0; at < protectiveHeaders.length; at += 2) {
    response.setHeader(protectiveHeaders[at], protectiveHeaders[at + 1]);
  }
  next();
}
