const SEQUENCE = 0x30;
const INTEGER = 0x02;
const MAX_INTEGER_BYTES = 33;

/**
 * Whether bytes are an ECDSA signature over P-256 in DER: two positive integers in the shortest form, and nothing else.
 * @simplewebauthn/server accepts further tags and lengths, so that other bytes would verify like the signed ones.
 */
export function isStrictSignature(bytes: Uint8Array): boolean {
  if (bytes.length < 2 || bytes[0] !== SEQUENCE || bytes[1] !== bytes.length - 2) return false;
  const second = endOfInteger(bytes, 2);
  return second !== null && endOfInteger(bytes, second) === bytes.length;
}

/** The place after the integer; null where no positive integer in the shortest form begins. */
function endOfInteger(bytes: Uint8Array, start: number): number | null {
  const [tag, length, first, second] = bytes.subarray(start);
  const end = start + 2 + length;
  if (tag !== INTEGER || !(length >= 1 && length <= MAX_INTEGER_BYTES) || end > bytes.length) return null;
  // A leading zero stands only before a byte whose first bit would be read as the sign.
  const isShortest = first !== 0 || (length > 1 && second >= 0x80);
  return first < 0x80 && isShortest ? end : null;
}
