import { Injectable } from '@nestjs/common';
import { DatabaseSettings } from './database.settings.js';
import { hasReplayed, positionIn, type PositionRow, type WalPosition } from './wal-position.js';

/** Samples are at least this fraction of READ_MAX_LAG_MS apart; kept are enough for twice that time. */
const SPACING = 1 / 32;
const KEPT = 64;

/** At the instant, every acknowledged commit was before the position. Instants are those of `performance.now()`. */
interface Sample {
  instant: number;
  position: WalPosition;
}

/**
 * Recent positions of the primary. They tell how old the data of a standby is, without comparing the clocks of servers.
 */
@Injectable()
export class PositionSamples {
  /** Whether there is a standby for which positions are asked. */
  readonly isEnabled: boolean;
  private readonly spacingMs: number;
  private readonly samples: Sample[] = [];

  constructor({ READ_DATABASE_URL, READ_MAX_LAG_MS }: DatabaseSettings) {
    this.isEnabled = READ_DATABASE_URL !== undefined;
    this.spacingMs = READ_MAX_LAG_MS * SPACING;
  }

  /** Keeps the answer to a question that was sent at the instant. Undefined when it came from a standby. */
  note(instant: number, row: PositionRow): WalPosition | undefined {
    const position = positionIn(row);
    if (position) this.keep({ instant, position });
    return position;
  }

  /** The latest instant whose commits a standby has that has replayed up to the position; undefined if none is known. */
  instantOf(replayed: WalPosition): number | undefined {
    return this.samples.findLast(({ position }) => hasReplayed(replayed, position))?.instant;
  }

  private keep(sample: Sample): void {
    const { instant } = sample;
    const timeline = this.samples.at(-1)?.position.timeline ?? 0;
    // An answer of the primary before the present one.
    if (sample.position.timeline < timeline) return;
    if (sample.position.timeline > timeline) this.samples.length = 0;
    const [previous, last] = [this.samples.at(-2), this.samples.at(-1)];
    if (last && instant <= last.instant) return;
    if (previous && instant - previous.instant < this.spacingMs) this.samples.pop();
    this.samples.push(sample);
    if (this.samples.length > KEPT) this.samples.shift();
  }
}
