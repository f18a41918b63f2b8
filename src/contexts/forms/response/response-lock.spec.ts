import { describe, expect, it } from '@jest/globals';
import { ANONYMOUS_RESPONSE, responseLock, type ResponseTimes } from './response-lock.js';

const now = new Date('2030-01-01T12:00:00Z');
const later = new Date(now.getTime() + 3_600_000);
const earlier = new Date(now.getTime() - 3_600_000);
const open = { opensAt: null, closesAt: null, closedAt: null, editHours: 0 };
const draft: ResponseTimes = { status: 'draft', submittedAt: null, reopenedUntil: null, redactedAt: null };

const reasonOf = (assignment: object, response: ResponseTimes | null = null): string | undefined => {
  const locking = { assignment: { ...open, ...assignment }, enrollment: { status: 'active' }, response, lesson: null };
  return responseLock(locking, now)?.reason;
};

describe('a form', () => {
  it('is answered until it closes', () => {
    expect([reasonOf({}), reasonOf({ closesAt: later }, draft), reasonOf({ closesAt: earlier })]).toEqual([
      undefined,
      undefined,
      'closed',
    ]);
  });

  it('that was closed by hand takes nothing more, also of a request that began before and waited', () => {
    expect(reasonOf({ closedAt: later })).toBe('closed');
    expect(reasonOf({ closedAt: later, closesAt: new Date(later.getTime() + 1) }, draft)).toBe('closed');
    const reopened: ResponseTimes = { ...draft, status: 'submitted', submittedAt: earlier, reopenedUntil: later };
    expect(reasonOf({ closedAt: earlier }, reopened)).toBeUndefined();
  });

  it('that is anonymous is answered once', () => {
    expect(reasonOf({ editHours: 720 }, ANONYMOUS_RESPONSE)).toBe('not_editable');
  });
});
