import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

// The service itself speaks plain HTTP: its pages must not send browsers to an https that is not there.
const setThem = helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } });
const none = (): void => undefined;

/** Names and values in turn, as `writeHead` takes them: the same for every answer, so they are made once. */
export const protectiveHeaders: readonly string[] = collected();

function collected(): string[] {
  const list: string[] = [];
  const response = { setHeader: (name: string, value: string) => list.push(name, value), removeHeader: none };
  setThem({} as IncomingMessage, response as unknown as ServerResponse, none);
  return list;
}

/** Gives every answer the protective headers. */
export function protect(_request: IncomingMessage, response: ServerResponse, next: () => void): void {
  for (let at = 0; at < protectiveHeaders.length; at += 2) {
    response.setHeader(protectiveHeaders[at], protectiveHeaders[at + 1]);
  }
  next();
}
