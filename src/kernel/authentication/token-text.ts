/** The text of a token: its prefix and the base64url of its bytes. */
export function tokenText(prefix: string, bytes: Buffer): string {
  return `${prefix}_${bytes.toString('base64url')}`;
}

/** The bytes of a token; null when its form is wrong. Of several spellings that decode alike, only the issued one is accepted. */
export function tokenBytes(prefix: string, length: number, text = ''): Buffer | null {
  const bytes = Buffer.from(text.slice(prefix.length + 1), 'base64url');
  return bytes.length === length && tokenText(prefix, bytes) === text ? bytes : null;
}

export const ID_BYTES = 16;

export function bytesOfId(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

export function idAt(bytes: Buffer, place: number): string {
  const hex = bytes.subarray(place, place + ID_BYTES).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
