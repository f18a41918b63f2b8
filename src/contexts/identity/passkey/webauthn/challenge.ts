import { createHash, createHmac, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto';
import { base64UrlBytes } from './base64url.js';

const RANDOM_BYTES = 16;
const EXPIRY_BYTES = 6;
const CONTENT_BYTES = RANDOM_BYTES + EXPIRY_BYTES;
const SIGNATURE_BYTES = 32;

export const CHALLENGE_LIFE_MS = 5 * 60_000;

/** The only use that a challenge serves: signing in, one invitation (by its hash), or one member's own passkeys. */
export type ChallengePurpose = 'sign-in' | `invitation:${string}` | `member:${string}:${string}`;

/** A proof that can be used once: until it expires, its hash is kept. */
export interface Proof {
  hash: Buffer;
  expiresAt: Date;
}

export interface Challenging {
  purpose: ChallengePurpose;
  now: Date;
  /** The first one signs; each of them verifies, for rotation. */
  keys: readonly KeyObject[];
}

/** Makes a challenge: random bytes, expiry, and their HMAC with the purpose. Nothing is stored. */
export function issueChallenge({ purpose, now, keys }: Challenging): Buffer {
  const expiry = Buffer.alloc(EXPIRY_BYTES);
  expiry.writeUIntBE(now.getTime() + CHALLENGE_LIFE_MS, 0, EXPIRY_BYTES);
  const content = Buffer.concat([randomBytes(RANDOM_BYTES), expiry]);
  return Buffer.concat([content, signature(content, purpose, keys[0])]);
}

/** The proof that a challenge is; null for one that is expired, of another purpose, or not signed by one of the keys. */
export function checkChallenge(text: string, { purpose, now, keys }: Challenging): Proof | null {
  const bytes = base64UrlBytes(text);
  if (bytes?.length !== CONTENT_BYTES + SIGNATURE_BYTES) return null;
  const content = bytes.subarray(0, CONTENT_BYTES);
  const signed = bytes.subarray(CONTENT_BYTES);
  if (!keys.some((key) => timingSafeEqual(signature(content, purpose, key), signed))) return null;
  const expiresAt = new Date(content.readUIntBE(RANDOM_BYTES, EXPIRY_BYTES));
  return expiresAt > now ? { hash: createHash('sha256').update(bytes).digest(), expiresAt } : null;
}

function signature(content: Buffer, purpose: ChallengePurpose, key: KeyObject): Buffer {
  return createHmac('sha256', key).update(content).update(purpose).digest();
}
