import { describe, expect, it } from '@jest/globals';
import { nextAttemptAt, readRetryAfter, SCHEDULE } from './retry-schedule.js';

const now = new Date('2030-01-15T09:00:00.000Z');
const delay = (attempts: number, retryAfter: string | null = null, random = 0.5) =>
  (nextAttemptAt(attempts, now, retryAfter, () => random)?.getTime() ?? NaN) - now.getTime();

describe('the retry schedule', () => {
  it('gives eight attempts over about 27 hours', () => {
    expect(SCHEDULE.map((_, attempts) => delay(attempts))).toEqual([...SCHEDULE]);
    expect(nextAttemptAt(8, now, null)).toBeNull();
    expect(SCHEDULE.reduce<number>((sum, part) => sum + part, 0) / 3_600_000).toBeCloseTo(27.6, 1);
  });

  it('spreads attempts by a fifth to both sides', () => {
    expect([delay(1, null, 0), delay(1, null, 1)]).toEqual([4_000, 6_000]);
  });

  it('waits longer where the receiver asks for it, never shorter, and a day at most', () => {
    expect(delay(1, '60')).toBe(60_000);
    expect(delay(2, '60')).toBe(300_000);
    expect(delay(1, 'Tue, 15 Jan 2030 10:00:00 GMT')).toBe(3_600_000);
    expect(delay(1, '999999999')).toBe(86_400_000);
  });

  it.each(['soon', '-5', '', '1e9', 'Tue, 15 Jan 2020 10:00:00 GMT'])('takes nothing from Retry-After: %s', (text) => {
    expect(readRetryAfter(text, now)).toBe(0);
  });
});
