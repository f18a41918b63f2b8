import { createHash, createHmac, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto';

const PREFIX = 'dsk';
const ID_BYTES = 16;
const SECRET_BYTES = 24;
const CHECKSUM_BYTES = 4;
const PREFIX_CHARACTERS = 20;
const FORM = new RegExp(`^${PREFIX}_([A-Za-z0-9_-]{59})$`);

/** The id under which a key is stored, and its 192 secret bits. */
export interface ApiKeyParts {
  id: string;
  secret: Buffer;
}

/** Creates a key: `dsk_` and the base64url of id, secret and checksum. */
export function issueApiKey(id: string): { text: string; parts: ApiKeyParts } {
  const parts = { id, secret: randomBytes(SECRET_BYTES) };
  const content = Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), parts.secret]);
  return { text: `${PREFIX}_${Buffer.concat([content, checksum(content)]).toString('base64url')}`, parts };
}

/** The beginning of the key's text, shown to its owner. It is derived from the id and contains no secret bits. */
export function apiKeyPrefix(id: string): string {
  const text = Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
  return `${PREFIX}_${text.slice(0, PREFIX_CHARACTERS)}`;
}

/** Parses a key; null when its format or checksum is wrong, which is found out without the database. */
export function parseApiKey(text: string | undefined): ApiKeyParts | null {
  const match = text === undefined ? null : FORM.exec(text);
  if (!match) return null;
  const bytes = Buffer.from(match[1], 'base64url');
  // The last character has two unused bits: of the four spellings that decode alike, only the issued one is accepted.
  if (bytes.toString('base64url') !== match[1]) return null;
  const content = bytes.subarray(0, ID_BYTES + SECRET_BYTES);
  if (!checksum(content).equals(bytes.subarray(ID_BYTES + SECRET_BYTES))) return null;
  const hex = content.subarray(0, ID_BYTES).toString('hex');
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  return { id, secret: content.subarray(ID_BYTES) };
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
