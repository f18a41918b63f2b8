import { describe, expect, it } from '@jest/globals';
import type { AvailabilityColumns } from '../content/section-availability.js';
import { lockOfCourse, lockOfSection, type EnrollmentDates } from './section-opening.js';

const column = (columns: Partial<AvailabilityColumns>): AvailabilityColumns => ({
  availabilityKind: 'always',
  availableAt: null,
  availableDays: null,
  ...columns,
});
const afterStart = (availableDays: number) => column({ availabilityKind: 'after_start', availableDays });
const afterEnrollment = (availableDays: number) => column({ availabilityKind: 'after_enrollment', availableDays });

const dates = (given: Partial<EnrollmentDates> = {}): EnrollmentDates => ({
  timezone: 'Europe/Paris',
  startDate: '2030-03-30',
  enrolledAt: new Date('2030-03-29T23:30:00Z'),
  ...given,
});
/** When it opens; undefined where it is open at the beginning of time. */
const opening = (section: AvailabilityColumns, given: EnrollmentDates) =>
  lockOfSection(section, given, new Date('2000-01-01T00:00:00Z'))?.opensAt?.toISOString();

describe('a section opens', () => {
  it('always, or at an instant, from that instant on', () => {
    const at = new Date('2030-03-01T09:00:00Z');
    const section = column({ availabilityKind: 'at', availableAt: at });
    expect(lockOfSection(column({}), dates(), new Date(0))).toBeNull();
    expect(lockOfSection(section, dates(), new Date(at.getTime() - 1))).toEqual({
      reason: 'not_open_yet',
      opensAt: at,
    });
    expect(lockOfSection(section, dates(), at)).toBeNull();
  });

  it('at 00:00 of a calendar day of the zone, over both changes of the clocks', () => {
    // Clocks go forward on 2030-03-31 and back on 2030-10-27.
    expect([0, 1, 2].map((days) => opening(afterStart(days), dates()))).toEqual([
      '2030-03-29T23:00:00.000Z',
      '2030-03-30T23:00:00.000Z',
      '2030-03-31T22:00:00.000Z',
    ]);
    const autumn = dates({ startDate: '2030-10-26' });
    expect([1, 2].map((days) => opening(afterStart(days), autumn))).toEqual([
      '2030-10-26T22:00:00.000Z',
      '2030-10-27T23:00:00.000Z',
    ]);
  });

  it('at the half hour by which Lord Howe Island changes its clocks', () => {
    const island = dates({ timezone: 'Australia/Lord_Howe', startDate: '2030-04-06' });
    // +11:00 until 2030-04-07T02:00, then +10:30; back to +11:00 on 2030-10-06.
    expect([0, 1, 2].map((days) => opening(afterStart(days), island))).toEqual([
      '2030-04-05T13:00:00.000Z',
      '2030-04-06T13:00:00.000Z',
      '2030-04-07T13:30:00.000Z',
    ]);
    const spring = dates({ timezone: 'Australia/Lord_Howe', startDate: '2030-10-05' });
    expect([1, 2].map((days) => opening(afterStart(days), spring))).toEqual([
      '2030-10-05T13:30:00.000Z',
      '2030-10-06T13:00:00.000Z',
    ]);
  });

  it('after the date of the enrollment in the zone of the cohort', () => {
    // 2030-03-30, 00:30 in Paris.
    expect(opening(afterEnrollment(0), dates())).toBe('2030-03-29T23:00:00.000Z');
    expect(opening(afterEnrollment(7), dates())).toBe('2030-04-05T22:00:00.000Z');
    expect(opening(afterEnrollment(7), dates({ timezone: 'America/New_York' }))).toBe('2030-04-05T04:00:00.000Z');
  });

  it('at the last instant that there is, where the days lead beyond it', () => {
    expect(opening(afterStart(730), dates({ startDate: '9999-12-31' }))).toBe('9999-12-31T23:59:59.999Z');
  });

  it('not at all after the start of a cohort that has none', () => {
    const lock = lockOfSection(afterStart(0), dates({ startDate: null }), new Date('2100-01-01T00:00:00Z'));
    expect(lock).toEqual({ reason: 'start_date_missing', opensAt: null });
  });
});

describe('a course is locked', () => {
  const lock = (day: number) => ({ reason: 'not_open_yet' as const, opensAt: new Date(Date.UTC(2030, 0, day)) });
  const noDate = { reason: 'start_date_missing' as const, opensAt: null };

  it('while each of its sections is, until the first one opens', () => {
    expect(lockOfCourse([lock(9), lock(3), noDate])).toEqual(lock(3));
    expect(lockOfCourse([noDate])).toEqual(noDate);
    expect(lockOfCourse([lock(3), null])).toBeNull();
    expect(lockOfCourse([])).toBeNull();
  });
});
