import type { IncomingHttpHeaders } from 'node:http';

const BEARER = /^Bearer +(\S+) *$/i;

/** The API key of a request: the header `x-api-key`, or else `Authorization: Bearer`. */
export function apiKeyOf(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['x-api-key'];
  if (key !== undefined) return Array.isArray(key) ? key.join(', ') : key;
  return BEARER.exec(headers.authorization ?? '')?.[1];
}
