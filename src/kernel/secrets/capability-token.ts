import { createHash, randomBytes } from 'node:crypto';
import { bytesOfId, idAt } from './id-bytes.js';

const SECRET_BYTES = 24;
const FORM = /^[A-Za-z0-9_-]{54}$/;

/** The organization and the hash of a token. */
export interface Capability {
  organizationId: string;
  /** SHA-256 of the token. Only this is stored: the token has 192 random bits, so that no key is needed. */
  hash: Buffer;
}

/** Makes the token of a capability URL: the base64url of the organization's id and 192 random bits. */
export function issueCapability(organizationId: string): { token: string; hash: Buffer } {
  const token = Buffer.concat([bytesOfId(organizationId), randomBytes(SECRET_BYTES)]).toString('base64url');
  return { token, hash: hashOf(token) };
}

/** Parses a token; null when it has another form, which is found out without the database. */
export function parseCapability(token: string): Capability | null {
  if (!FORM.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  // Several spellings decode alike; only the issued one is accepted.
  if (bytes.toString('base64url') !== token) return null;
  return { organizationId: idAt(bytes, 0), hash: hashOf(token) };
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
