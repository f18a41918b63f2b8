import { createHmac, randomBytes, type KeyObject } from 'node:crypto';
import { bytesOfId, ID_BYTES, idAt } from '../secrets/id-bytes.js';
import { tokenBytes, tokenText } from './token-text.js';

const PREFIX = 'dsignin';
const SECRET_BYTES = 24;

/** The organization that a sign-in key names, and all of its bytes. */
export interface SignInKeyParts {
  organizationId: string;
  bytes: Buffer;
}

/** Creates the key of a sign-in: `dsignin_` and the base64url of the organization's id and 192 random bits. */
export function issueSignInKey(organizationId: string): { text: string; parts: SignInKeyParts } {
  const bytes = Buffer.concat([bytesOfId(organizationId), randomBytes(SECRET_BYTES)]);
  return { text: tokenText(PREFIX, bytes), parts: { organizationId, bytes } };
}

/** Parses a key; null when its form is wrong, which is found out without the database. */
export function parseSignInKey(text: string | undefined): SignInKeyParts | null {
  const bytes = tokenBytes(PREFIX, ID_BYTES + SECRET_BYTES, text);
  return bytes && { organizationId: idAt(bytes, 0), bytes };
}

/** The stored hash of a key: HMAC-SHA-256 with the service's pepper. */
export function hashSignInKey({ bytes }: SignInKeyParts, pepper: KeyObject): Buffer {
  return createHmac('sha256', pepper).update(PREFIX).update(bytes).digest();
}
