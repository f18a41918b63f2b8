import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';
import { bytesOfId, ID_BYTES, idAt } from '../secrets/id-bytes.js';
import { tokenBytes, tokenText } from './token-text.js';

const PREFIX = 'dsession';
const EXPIRY_BYTES = 6;
const CONTENT_BYTES = 3 * ID_BYTES + EXPIRY_BYTES;
const SIGNATURE_BYTES = 32;

/** The content of a session key: the member that it acts for, the API key that made it, and its expiry. */
export interface SessionKeyParts {
  organizationId: string;
  memberId: string;
  /** The API key that made it. */
  apiKeyId: string;
  expiresAt: Date;
}

/** The text of a session key: `dsession_` and the base64url of its parts and their HMAC-SHA-256. Nothing is stored. */
export function signSessionKey(parts: SessionKeyParts, key: KeyObject): string {
  const { organizationId, memberId, apiKeyId, expiresAt } = parts;
  const expiry = Buffer.alloc(EXPIRY_BYTES);
  expiry.writeUIntBE(expiresAt.getTime(), 0, EXPIRY_BYTES);
  const content = Buffer.concat([...[organizationId, memberId, apiKeyId].map(bytesOfId), expiry]);
  return tokenText(PREFIX, Buffer.concat([content, signature(content, key)]));
}

/** The content of a session key; null unless it was signed by one of the keys. */
export function readSessionKey(text: string | undefined, keys: readonly KeyObject[]): SessionKeyParts | null {
  const bytes = tokenBytes(PREFIX, CONTENT_BYTES + SIGNATURE_BYTES, text);
  if (!bytes) return null;
  const content = bytes.subarray(0, CONTENT_BYTES);
  const signed = bytes.subarray(CONTENT_BYTES);
  if (!keys.some((key) => timingSafeEqual(signature(content, key), signed))) return null;
  const [organizationId, memberId, apiKeyId] = [0, 1, 2].map((place) => idAt(content, place * ID_BYTES));
  const expiresAt = new Date(content.readUIntBE(3 * ID_BYTES, EXPIRY_BYTES));
  return { organizationId, memberId, apiKeyId, expiresAt };
}

function signature(content: Buffer, key: KeyObject): Buffer {
  return createHmac('sha256', key).update(content).digest();
}
