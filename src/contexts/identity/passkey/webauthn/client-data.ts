import { isPlainObject } from '#kernel/fields';
import { base64UrlBytes } from './base64url.js';

/**
 * The challenge that a browser signed; null for client data without one, or of a frame of another origin, which
 * @simplewebauthn/server accepts. The library checks everything else in it.
 */
export function challengeIn(clientDataJSON: string): string | null {
  const data = parsed(base64UrlBytes(clientDataJSON));
  if (!isPlainObject(data) || typeof data.challenge !== 'string') return null;
  const isOwnFrame = (data.crossOrigin === undefined || data.crossOrigin === false) && data.topOrigin === undefined;
  return isOwnFrame ? data.challenge : null;
}

function parsed(bytes: Buffer | null): unknown {
  try {
    return bytes && (JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown);
  } catch {
    return null;
  }
}
