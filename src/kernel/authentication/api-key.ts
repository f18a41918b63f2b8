import { createHash, createHmac, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto';
import { bytesOfId, ID_BYTES, idAt } from '../secrets/id-bytes.js';
import { tokenBytes, tokenText } from './token-text.js';

const PREFIX = 'dsk';
const SECRET_BYTES = 24;
const CHECKSUM_BYTES = 4;
const PREFIX_CHARACTERS = 20;

/** The id under which a key is stored, and its 192 secret bits. */
export interface ApiKeyParts {
  id: string;
  secret: Buffer;
}

/** Creates a key: `dsk_` and the base64url of id, secret and checksum. */
export function issueApiKey(id: string): { text: string; parts: ApiKeyParts } {
  const parts = { id, secret: randomBytes(SECRET_BYTES) };
  const content = Buffer.concat([bytesOfId(id), parts.secret]);
  return { text: tokenText(PREFIX, Buffer.concat([content, checksum(content)])), parts };
}

/** The beginning of the key's text, shown to its owner. It is derived from the id and contains no secret bits. */
export function apiKeyPrefix(id: string): string {
  return tokenText(PREFIX, bytesOfId(id)).slice(0, PREFIX.length + 1 + PREFIX_CHARACTERS);
}

/** Parses a key; null when its format or checksum is wrong, which is found out without the database. */
export function parseApiKey(text: string | undefined): ApiKeyParts | null {
  const bytes = tokenBytes(PREFIX, ID_BYTES + SECRET_BYTES + CHECKSUM_BYTES, text);
  if (!bytes) return null;
  const content = bytes.subarray(0, ID_BYTES + SECRET_BYTES);
  if (!checksum(content).equals(bytes.subarray(ID_BYTES + SECRET_BYTES))) return null;
  return { id: idAt(content, 0), secret: content.subarray(ID_BYTES) };
}

/** The stored hash of a key: HMAC-SHA-256 with the service's pepper. */
export function hashApiKey(parts: ApiKeyParts, pepper: KeyObject): Buffer {
  return createHmac('sha256', pepper).update(parts.id).update(parts.secret).digest();
}

/** Compares in constant time with the hash under each pepper in use. */
export function apiKeyMatches(parts: ApiKeyParts, storedHash: Buffer, peppers: readonly KeyObject[]): boolean {
  return peppers.some((pepper) => {
    const hash = hashApiKey(parts, pepper);
    return hash.length === storedHash.length && timingSafeEqual(hash, storedHash);
  });
}

function checksum(content: Buffer): Buffer {
  return createHash('sha256').update(content).digest().subarray(0, CHECKSUM_BYTES);
}
