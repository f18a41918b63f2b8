import { createHmac, type KeyObject } from 'node:crypto';
import { invalidField } from '../errors/service-error.js';

const HEADER = 'Idempotency-Key';

/** Reads the header, given every time it was sent: 1 to 255 printable ASCII characters, once; else 400. */
export function readIdempotencyKey(sent: readonly string[]): string {
  if (sent.length > 1) throw invalidField(HEADER, 'must be sent once');
  // No more than what surrounds a header's value: another space is not printable ASCII.
  const key = (sent[0] ?? '').replace(/^[ \t]+|[ \t]+$/g, '');
  if (key === '') throw invalidField(HEADER, 'is required');
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) throw invalidField(HEADER, 'must be 1 to 255 printable ASCII characters');
  return key;
}

/** HMAC-SHA-256 over the canonical body: it tells two bodies apart and reveals neither. */
export function fingerprintBody(body: unknown, key: KeyObject): Buffer {
  return createHmac('sha256', key).update(canonicalJson(body)).digest();
}

/** JSON with sorted keys and without undefined members. */
function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_, member: unknown) =>
      typeof member === 'object' && member !== null && !Array.isArray(member)
        ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
        : member,
    ) ?? 'null'
  );
}
