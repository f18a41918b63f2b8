import type { IncomingMessage, ServerResponse } from 'node:http';
import { OF_AGENTS } from '../request/paths.js';

/** The reference and its document are the same for everybody and may be cached. */
const CACHEABLE = /^\/(docs(\/|\?|$)|openapi\.)/;

/** Keeps responses, which depend on the API key, out of every cache. */
export function keepOutOfCaches(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  const { url = '' } = request;
  if (!CACHEABLE.test(url)) {
    const keys = 'x-api-key, Authorization';
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Vary', OF_AGENTS.test(url) ? `${keys}, Accept, Origin` : keys);
  }
  next();
}
