import { createHmac, timingSafeEqual } from 'node:crypto';

const ENCODED_PREFIX = 'whsec_';

/** The headers of Standard Webhooks for a message sent at `sentAt`. */
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

/** What only somebody who holds the secret can answer to a challenge. */
export function challengeResponse(secret: string, challenge: string): string {
  return hmac(secret, `verify.${challenge}`).toString('base64');
}

export function isSameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function hmac(secret: string, text: string): Buffer {
  const key = secret.startsWith(ENCODED_PREFIX)
    ? Buffer.from(secret.slice(ENCODED_PREFIX.length), 'base64')
    : Buffer.from(secret, 'utf8');
  return createHmac('sha256', key).update(text).digest();
}
