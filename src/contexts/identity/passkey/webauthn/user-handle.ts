const ID_BYTES = 16;

/** The member whom a user handle names. It is not signed: whoever presents a passkey can send any. */
export interface HandledMember {
  organizationId: string;
  memberId: string;
}

/** The user handle of a passkey: the bytes of both ids. */
export function userHandleOf({ organizationId, memberId }: HandledMember): Buffer {
  return Buffer.from(`${organizationId}${memberId}`.replaceAll('-', ''), 'hex');
}

/** The ids in a user handle; null for bytes of another length. */
export function readUserHandle(bytes: Buffer): HandledMember | null {
  if (bytes.length !== 2 * ID_BYTES) return null;
  return { organizationId: idIn(bytes, 0), memberId: idIn(bytes, ID_BYTES) };
}

function idIn(bytes: Buffer, place: number): string {
  const hex = bytes.subarray(place, place + ID_BYTES).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
