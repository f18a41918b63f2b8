import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { DatabaseSettings } from './database.settings.js';
import { PositionSamples } from './position-samples.js';

function samples(...noted: [instant: number, lsn: string][]): PositionSamples {
  const positions = new PositionSamples(Object.assign(new DatabaseSettings(), { READ_MAX_LAG_MS: 1_000 }));
  for (const [instant, position] of noted) positions.note(instant, { position, timeline: 1 });
  return positions;
}

/** The instant of what a standby has replayed. */
const dated = (positions: PositionSamples, lsn: bigint, timeline = 1) => positions.instantOf({ timeline, lsn });

describe('the positions of the primary', () => {
  it('date what a standby has replayed by the latest position before it', () => {
    const positions = samples([100, '0/10'], [500, '0/20'], [900, '1/0']);
    expect([0xfn, 0x10n, 0x1fn, 0x20n, 0xffff_ffffn, 0x1_0000_0000n].map((at) => dated(positions, at))).toEqual([
      undefined,
      100,
      100,
      500,
      500,
      900,
    ]);
  });

  it('are positions at intervals, the latest among them, for longer than a read may lag', () => {
    const positions = samples(
      ...Array.from({ length: 5_000 }, (_, at): [number, string] => [at, `0/${at.toString(16)}`]),
    );
    const instants = new Set(Array.from({ length: 5_000 }, (_, at) => dated(positions, BigInt(at))));
    expect(instants.size).toBeLessThan(100);
    expect(dated(positions, 4_999n)).toBe(4_999);
    for (let at = 3_999; at < 5_000; at += 1) expect(dated(positions, BigInt(at))).toBeGreaterThan(at - 50);
  });

  it('of a standby are not positions of the primary', () => {
    const positions = samples([100, '0/10']);
    expect(positions.note(200, { position: null, timeline: 1 })).toBeUndefined();
    expect(dated(positions, 0x10n)).toBe(100);
  });

  it('of an earlier timeline are dropped with the first of a new one, and not positions after it', () => {
    const positions = samples([100, '0/10'], [500, '0/20']);
    positions.note(900, { position: '0/18', timeline: 2 });
    positions.note(950, { position: '0/30', timeline: 1 });
    expect([0x20n, 0x40n].map((lsn) => dated(positions, lsn))).toEqual([undefined, undefined]);
    expect([0x17n, 0x18n, 0x40n].map((lsn) => dated(positions, lsn, 2))).toEqual([undefined, 900, 900]);
  });
});
