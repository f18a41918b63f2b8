import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const RANDOM_BYTES = 16;

// Random bytes are requested in pages: a system call for each id would cost more than the id.
const page = new Uint8Array(256 * RANDOM_BYTES);
let used = page.length;
let milliseconds = 0;
let sequence = 0;

/** A new UUIDv7. Later ids sort later, also within a millisecond. */
export function newId(): string {
  if (used === page.length) {
    randomFillSync(page);
    used = 0;
  }
  const random = page.subarray(used, (used += RANDOM_BYTES));
  const now = Date.now();
  if (now > milliseconds) {
    milliseconds = now;
    // 31 bits, so that incrementing within the millisecond does not overflow.
    sequence = new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 1;
  } else sequence += 1;
  return v7({ random, msecs: milliseconds, seq: sequence });
}

/** The smallest UUIDv7 of an instant in Unix milliseconds. */
export function firstIdAt(milliseconds: number): string {
  const hex = milliseconds.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Sorts before every id. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Sorts after every UUIDv7. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
