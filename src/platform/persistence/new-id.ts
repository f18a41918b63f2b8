import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const RANDOM_BYTES = 16;

// Random bytes are asked for by the page: asking the system for each id costs more than the id.
const page = new Uint8Array(256 * RANDOM_BYTES);
let used = page.length;
let milliseconds = 0;
let sequence = 0;

/** A new id: UUIDv7, so that rows made later sort later, within a millisecond too. */
export function newId(): string {
  if (used === page.length) {
    randomFillSync(page);
    used = 0;
  }
  const random = page.subarray(used, (used += RANDOM_BYTES));
  const now = Date.now();
  if (now > milliseconds) {
    milliseconds = now;
    // 31 bits, so that counting up within the millisecond does not overflow.
    sequence = new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 1;
  } else sequence += 1;
  return v7({ random, msecs: milliseconds, seq: sequence });
}
