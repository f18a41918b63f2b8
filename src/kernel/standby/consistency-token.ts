import { invalidField } from '../errors/service-error.js';
import type { WalPosition } from '../persistence/wal-position.js';

export const TOKEN_HEADER = 'Consistency-Token';

const VERSION = 2;
const BYTES = 13;

/** The token of a commit: base64url of a version, the timeline and the position in it. Clients send it back as it is. */
export function consistencyToken(position: WalPosition): string {
  const bytes = Buffer.alloc(BYTES);
  bytes.writeUInt8(VERSION);
  bytes.writeUInt32BE(position.timeline, 1);
  bytes.writeBigUInt64BE(position.lsn, 5);
  return bytes.toString('base64url');
}

/** Reads the values of the header; undefined without one. Throws 400. */
export function readConsistencyToken(sent: readonly string[]): WalPosition | undefined {
  if (sent.length === 0) return undefined;
  if (sent.length > 1) throw invalidField(TOKEN_HEADER, 'must be sent once');
  const text = sent[0].trim();
  const bytes = Buffer.from(text, 'base64url');
  const isToken = bytes.length === BYTES && bytes[0] === VERSION && bytes.toString('base64url') === text;
  if (!isToken) throw invalidField(TOKEN_HEADER, 'must be a token from the response to a write');
  return { timeline: bytes.readUInt32BE(1), lsn: bytes.readBigUInt64BE(5) };
}
