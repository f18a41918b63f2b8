import { kernelTables } from '../persistence/kernel.tables.js';

/** A position in the write-ahead log. A standby that has replayed up to it has every commit before it. */
export type WalPosition = bigint;

/** The primary's position; null where the server is a standby. */
export const walPosition = kernelTables
  .statement('wal_position', {}, 'select app_wal_position() as position')
  .returning<{ position: string | null }>();

/** Reads the text of a `pg_lsn`, such as `16/B374D848`. */
export function readPosition(lsn: string): WalPosition {
  const [high, low] = lsn.split('/').map((part) => BigInt(`0x${part}`));
  return (high << 32n) | low;
}
