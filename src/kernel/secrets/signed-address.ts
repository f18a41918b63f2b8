import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';
import { bytesOfId, ID_BYTES, idAt } from './id-bytes.js';

const NUMBER_BYTES = 4;
const EXPIRY_BYTES = 6;
const SIGNATURE_BYTES = 32;

/** The access that an address gives, and until when. Nothing is stored: whoever has the address has the access. */
export interface SignedClaim {
  organizationId: string;
  /** The resource. */
  id: string;
  /** The member who was shown the address: it ends with their membership. */
  memberId: string;
  /** The part of the resource; 0 where there are none. */
  number: number;
  expiresAt: Date;
}

/** The token of a signed address: the base64url of its claim and its HMAC-SHA-256. */
export function signAddress({ organizationId, id, memberId, number, expiresAt }: SignedClaim, key: KeyObject): string {
  const rest = Buffer.alloc(NUMBER_BYTES + EXPIRY_BYTES);
  rest.writeUInt32BE(number, 0);
  rest.writeUIntBE(expiresAt.getTime(), NUMBER_BYTES, EXPIRY_BYTES);
  const content = Buffer.concat([...[organizationId, id, memberId].map(bytesOfId), rest]);
  return Buffer.concat([content, signature(content, key)]).toString('base64url');
}

const CONTENT_BYTES = 3 * ID_BYTES + NUMBER_BYTES + EXPIRY_BYTES;

/** The claim of a token; null unless one of the keys has signed it. Whether it has expired is up to the caller. */
export function readSignedAddress(token: string, keys: readonly KeyObject[]): SignedClaim | null {
  const bytes = Buffer.from(token, 'base64url');
  // Several spellings decode alike; only the issued one is accepted.
  if (bytes.length !== CONTENT_BYTES + SIGNATURE_BYTES || bytes.toString('base64url') !== token) return null;
  const content = bytes.subarray(0, CONTENT_BYTES);
  const signed = bytes.subarray(CONTENT_BYTES);
  if (!keys.some((key) => timingSafeEqual(signature(content, key), signed))) return null;
  const [organizationId, id, memberId] = [0, 1, 2].map((place) => idAt(content, place * ID_BYTES));
  return {
    ...{ organizationId, id, memberId },
    number: content.readUInt32BE(3 * ID_BYTES),
    expiresAt: new Date(content.readUIntBE(3 * ID_BYTES + NUMBER_BYTES, EXPIRY_BYTES)),
  };
}

function signature(content: Buffer, key: KeyObject): Buffer {
  return createHmac('sha256', key).update(content).digest();
}
