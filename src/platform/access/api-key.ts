import { createHash, createHmac, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto';

const PREFIX = 'dsk';
const ID_BYTES = 16;
const SECRET_BYTES = 24;
const CHECKSUM_BYTES = 4;
const PREFIX_CHARACTERS = 20;
const FORM = new RegExp(`^${PREFIX}_([A-Za-z0-9_-]{59})$`);

/** An API key's parts: the id under which it is stored and 192 secret bits. */
export interface ApiKeyParts {
  id: string;
  secret: Buffer;
}

/** Makes a key for the given id: `dsk_` and base64url of id, secret and checksum. */
export function issueApiKey(id: string): { text: string; parts: ApiKeyParts } {
  const parts = { id, secret: randomBytes(SECRET_BYTES) };
  const content = Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), parts.secret]);
  return { text: `${PREFIX}_${Buffer.concat([content, checksum(content)]).toString('base64url')}`, parts };
}

/** The beginning of a key's text, by which its owner recognises it. It comes from the id alone: no secret bit is in it. */
export function apiKeyPrefix(id: string): string {
  const text = Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
  return `${PREFIX}_${text.slice(0, PREFIX_CHARACTERS)}`;
}

/** Reads a key's parts; null when the form or the checksum is wrong, which needs no database to find out. */
export function parseApiKey(text: string | undefined): ApiKeyParts | null {
  const match = text === undefined ? null : FORM.exec(text);
  if (!match) return null;
  const bytes = Buffer.from(match[1], 'base64url');
  // The last character has two bits to spare: of the four spellings that decode alike, only the issued one counts.
  if (bytes.toString('base64url') !== match[1]) return null;
  const content = bytes.subarray(0, ID_BYTES + SECRET_BYTES);
  if (!checksum(content).equals(bytes.subarray(ID_BYTES + SECRET_BYTES))) return null;
  const hex = content.subarray(0, ID_BYTES).toString('hex');
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  return { id, secret: content.subarray(ID_BYTES) };
}

/** What is stored of a key: HMAC-SHA-256 of its secret under the service's pepper. */
export function hashApiKey(parts: ApiKeyParts, pepper: KeyObject): Buffer {
  return createHmac('sha256', pepper).update(parts.id).update(parts.secret).digest();
}

/** Compares in constant time; any of the peppers in use may have made the hash. */
export function apiKeyMatches(parts: ApiKeyParts, storedHash: Buffer, peppers: readonly KeyObject[]): boolean {
  return peppers.some((pepper) => {
    const hash = hashApiKey(parts, pepper);
    return hash.length === storedHash.length && timingSafeEqual(hash, storedHash);
  });
}

function checksum(content: Buffer): Buffer {
  return createHash('sha256').update(content).digest().subarray(0, CHECKSUM_BYTES);
}
