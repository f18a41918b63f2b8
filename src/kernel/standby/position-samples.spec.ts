import { describe, expect, it } from '@jest/globals';
import { DatabaseSettings } from '../persistence/database.settings.js';
import { PositionSamples } from './position-samples.js';

function samples(...noted: [instant: number, lsn: string][]): PositionSamples {
  const kept = new PositionSamples(Object.assign(new DatabaseSettings(), { READ_MAX_LAG_MS: 1_000 }));
  for (const [instant, lsn] of noted) kept.note(instant, lsn);
  return kept;
}

describe('the positions of the primary', () => {
  it('date what a standby has replayed by the latest position before it', () => {
    const known = samples([100, '0/10'], [500, '0/20'], [900, '1/0']);
    expect([0xfn, 0x10n, 0x1fn, 0x20n, 0xffff_ffffn, 0x1_0000_0000n].map((at) => known.instantOf(at))).toEqual([
      undefined,
      100,
      100,
      500,
      500,
      900,
    ]);
  });

  it('are kept at intervals, the latest among them, for longer than a read may lag', () => {
    const known = samples(...Array.from({ length: 5_000 }, (_, at): [number, string] => [at, `0/${at.toString(16)}`]));
    const dated = new Set(Array.from({ length: 5_000 }, (_, at) => known.instantOf(BigInt(at))));
    expect(dated.size).toBeLessThan(100);
    expect(known.instantOf(4_999n)).toBe(4_999);
    for (let at = 3_999; at < 5_000; at += 1) expect(known.instantOf(BigInt(at))).toBeGreaterThan(at - 50);
  });

  it('of a standby are not positions of the primary', () => {
    const known = samples([100, '0/10']);
    expect(known.note(200, null)).toBeUndefined();
    expect(known.instantOf(0x10n)).toBe(100);
  });
});
