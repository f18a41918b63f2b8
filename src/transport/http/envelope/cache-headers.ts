import type { IncomingMessage, ServerResponse } from 'node:http';
import { OF_AGENTS } from '../request/paths.js';

/** The reference and its document are the same for everybody and may be cached. */
const CACHEABLE = /^\/(docs(\/|\?|$)|openapi\.)/;

/** Keeps responses, which depend on the API key, out of every cache. Alternating names and values. */
export function cacheHeaders({ url = '' }: IncomingMessage): string[] {
  if (CACHEABLE.test(url)) return [];
  const keys = 'x-api-key, Authorization';
  return ['Cache-Control', 'no-store', 'Vary', OF_AGENTS.test(url) ? `${keys}, Accept, Origin` : keys];
}

export function keepOutOfCaches(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  const headers = cacheHeaders(request);
  for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at], headers[at + 1]);
  next();
}
