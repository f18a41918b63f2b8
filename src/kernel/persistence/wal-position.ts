import { kernelTables } from './kernel.tables.js';

/**
 * A position in the write-ahead log. A standby that has replayed up to it has every commit before it. Positions can only be
 * compared within one timeline: each promotion begins a new one, which need not contain all of the one before.
 */
export interface WalPosition {
  timeline: number;
  lsn: bigint;
}

/** A position as a server tells it; null where it has none. */
export interface PositionRow {
  position: string | null;
  timeline: number | null;
}

/** The primary's position; null where the server is a standby. */
export const walPosition = kernelTables
  .statement('wal_position', {}, 'select app_wal_position() as position, app_timeline() as timeline')
  .returning<PositionRow>();

export function positionIn({ position, timeline }: PositionRow): WalPosition | undefined {
  if (position === null || timeline === null) return undefined;
  return { timeline, lsn: readLsn(position) };
}

export function hasReplayed(replayed: WalPosition, wanted: WalPosition): boolean {
  return replayed.timeline === wanted.timeline && replayed.lsn >= wanted.lsn;
}

/** A standby of another timeline may lack commits of the primary, and have others. */
export function checkTimeline(primary: number | null, standby: number | null): void {
  if (primary === standby) return;
  throw new Error(`the standby is on timeline ${standby}, the primary on timeline ${primary}`);
}

/** Reads the text of a `pg_lsn`, such as `16/B374D848`. */
export function readLsn(text: string): bigint {
  const [high, low] = text.split('/').map((part) => BigInt(`0x${part}`));
  return (high << 32n) | low;
}
