import { createHmac, timingSafeEqual } from 'node:crypto';

const ENCODED_PREFIX = 'whsec_';

/** The headers of a Standard Webhooks message. */
export function signedHeaders(secret: string, id: string, sentAt: Date, payload: string): Record<string, string> {
  const timestamp = Math.floor(sentAt.getTime() / 1000);
  const signature = hmac(secret, `${id}.${timestamp}.${payload}`).toString('base64');
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'delivery-service-webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  };
}

/** The expected response to a challenge, which requires the secret. */
export function challengeResponse(secret: string, challenge: string): string {
  return hmac(secret, `verify.${challenge}`).toString('base64');
}

export function isSameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function hmac(secret: string, text: string): Buffer {
  return createHmac('sha256', keyOf(secret)).update(text).digest();
}

/**
 * The key bytes of a secret. After the prefix, only canonical base64 is decoded, with or without padding: Node.js
 * ignores invalid characters, so different secrets, or an empty one, could otherwise produce the same key.
 */
function keyOf(secret: string): Buffer {
  if (secret.startsWith(ENCODED_PREFIX)) {
    const encoded = secret.slice(ENCODED_PREFIX.length);
    const bytes = Buffer.from(encoded, 'base64');
    const spelling = bytes.toString('base64');
    if (bytes.length > 0 && (encoded === spelling || encoded === spelling.replace(/=+$/, ''))) return bytes;
  }
  return Buffer.from(secret, 'utf8');
}
