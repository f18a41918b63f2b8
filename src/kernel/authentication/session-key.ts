import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';

const PREFIX = 'dsession';
const ID_BYTES = 16;
const EXPIRY_BYTES = 6;
const CONTENT_BYTES = 3 * ID_BYTES + EXPIRY_BYTES;
const FORM = new RegExp(`^${PREFIX}_([A-Za-z0-9_-]{115})$`);

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
  const content = Buffer.concat([...[organizationId, memberId, apiKeyId].map(bytesOf), expiry]);
  return `${PREFIX}_${Buffer.concat([content, signature(content, key)]).toString('base64url')}`;
}

/** The bytes of a session key; null when its format is wrong. The signature is not checked. */
function parseSessionKey(text: string | undefined): Buffer | null {
  const match = text === undefined ? null : FORM.exec(text);
  if (!match) return null;
  const bytes = Buffer.from(match[1], 'base64url');
  // The last character has unused bits: of the spellings that decode alike, only the issued one is accepted.
  return bytes.toString('base64url') === match[1] ? bytes : null;
}

/** The content of a session key; null unless it was signed by one of the keys. */
export function readSessionKey(text: string | undefined, keys: readonly KeyObject[]): SessionKeyParts | null {
  const bytes = parseSessionKey(text);
  if (!bytes) return null;
  const content = bytes.subarray(0, CONTENT_BYTES);
  const signed = bytes.subarray(CONTENT_BYTES);
  if (!keys.some((key) => timingSafeEqual(signature(content, key), signed))) return null;
  const [organizationId, memberId, apiKeyId] = [0, 1, 2].map((place) => uuidAt(content, place * ID_BYTES));
  const expiresAt = new Date(content.readUIntBE(3 * ID_BYTES, EXPIRY_BYTES));
  return { organizationId, memberId, apiKeyId, expiresAt };
}

function signature(content: Buffer, key: KeyObject): Buffer {
  return createHmac('sha256', key).update(content).digest();
}

function bytesOf(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

function uuidAt(content: Buffer, place: number): string {
  const hex = content.subarray(place, place + ID_BYTES).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
