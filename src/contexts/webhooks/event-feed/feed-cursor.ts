const LAST_PLACE = 2 ** 31 - 1;
const CURSOR = /^[A-Za-z0-9_-]{32}$/;

/** The cursor behind a place of a feed: opaque to readers, and of no use in another feed. */
export function feedCursor(feedId: string, position: number): string {
  const bytes = Buffer.alloc(24);
  bytes.write(feedId.replaceAll('-', ''), 'hex');
  bytes.writeBigUInt64BE(BigInt(position), 16);
  return bytes.toString('base64url');
}

/** The place of a cursor; undefined where it is not one of this feed. */
export function placeOf(cursor: string, feedId: string): number | undefined {
  if (!CURSOR.test(cursor)) return undefined;
  const position = Number(Buffer.from(cursor, 'base64url').readBigUInt64BE(16));
  return position <= LAST_PLACE && feedCursor(feedId, position) === cursor ? position : undefined;
}
