import { createHash, timingSafeEqual } from 'node:crypto';

/** The WWW-Authenticate header of a 401. */
export const METRICS_CHALLENGE = 'Bearer';

/** Whether the Authorization header has the token; true where none is configured. */
export function mayReadMetrics(authorization: string | undefined, token: string | undefined): boolean {
  if (token === undefined) return true;
  const sent = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  return sent !== undefined && timingSafeEqual(digest(sent), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
