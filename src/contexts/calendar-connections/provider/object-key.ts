import { createHash } from 'node:crypto';

/** A digest in the place of an address or id, which may tell something about an entry. */
export function keyOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url').slice(0, 27);
}
