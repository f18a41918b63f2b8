import { describe, expect, it } from '@jest/globals';
import { consistencyToken, readConsistencyToken } from './consistency-token.js';
import { hasReplayed, readLsn } from '../persistence/wal-position.js';

describe('a Consistency-Token', () => {
  it.each([
    [1, '0/0'],
    [2, '0/14D8F18'],
    [300, '16/B374D848'],
    [0x7fff_ffff, 'FFFFFFFF/FFFFFFFF'],
  ])('of timeline %i and the position %s stands for them', (timeline, text) => {
    const position = { timeline, lsn: readLsn(text) };
    expect(readConsistencyToken([consistencyToken(position)])).toEqual(position);
    expect(consistencyToken(position)).toMatch(/^[A-Za-z0-9_-]{18}$/);
  });

  it('orders positions as the server does', () => {
    expect(readLsn('1/0')).toBeGreaterThan(readLsn('0/FFFFFFFF'));
  });

  it('is never replayed on another timeline', () => {
    const token = { timeline: 2, lsn: 5n };
    expect([1, 2, 3].map((timeline) => hasReplayed({ timeline, lsn: 9n }, token))).toEqual([false, true, false]);
    expect([4n, 5n].map((lsn) => hasReplayed({ timeline: 2, lsn }, token))).toEqual([false, true]);
  });

  it('is optional', () => {
    expect(readConsistencyToken([])).toBeUndefined();
  });
});
