import { createHmac, type KeyObject } from 'node:crypto';
import { isPlainObject } from '../fields/plain-object.js';
import { invalidField } from '../errors/service-error.js';

const HEADER = 'Idempotency-Key';

/** Reads the values of the header: one of 1 to 255 printable ASCII characters. Throws 400. */
export function readIdempotencyKey(sent: readonly string[]): string {
  if (sent.length > 1) throw invalidField(HEADER, 'must be sent once');
  // Only what HTTP allows around a header's value; other white space is not printable ASCII.
  const key = (sent[0] ?? '').replace(/^[ \t]+|[ \t]+$/g, '');
  if (key === '') throw invalidField(HEADER, 'is required');
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) throw invalidField(HEADER, 'must be 1 to 255 printable ASCII characters');
  return key;
}

/** HMAC-SHA-256 of the canonical body: it distinguishes bodies and reveals none. */
export function fingerprintBody(body: unknown, key: KeyObject): Buffer {
  return createHmac('sha256', key).update(canonicalJson(body)).digest();
}

/** JSON with sorted keys and without undefined members. */
function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_, member: unknown) =>
      isPlainObject(member) ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1))) : member,
    ) ?? 'null'
  );
}
