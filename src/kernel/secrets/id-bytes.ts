/** Ids in the bytes of tokens. */
export const ID_BYTES = 16;

export function bytesOfId(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

export function idAt(bytes: Buffer, place: number): string {
  const hex = bytes.subarray(place, place + ID_BYTES).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
