import { describe, expect, it } from '@jest/globals';
import { consistencyToken, readConsistencyToken } from './consistency-token.js';
import { readPosition } from './wal-position.js';

describe('a Consistency-Token', () => {
  it.each(['0/0', '0/14D8F18', '16/B374D848', 'FFFFFFFF/FFFFFFFF'])('of the position %s stands for it', (lsn) => {
    const position = readPosition(lsn);
    expect(readConsistencyToken([consistencyToken(position)])).toBe(position);
    expect(consistencyToken(position)).toMatch(/^[A-Za-z0-9_-]{12}$/);
  });

  it('orders positions as the server does', () => {
    expect(readPosition('1/0')).toBeGreaterThan(readPosition('0/FFFFFFFF'));
  });

  it('is optional', () => {
    expect(readConsistencyToken([])).toBeUndefined();
  });
});
