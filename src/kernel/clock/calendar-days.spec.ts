import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addCalendarDays, calendarDaysBetween, instantOf } from './calendar-days.js';

const ZONES = ['UTC', 'Europe/Paris', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia'];

/** The wall clock in a time zone, by another way than the code under test. */
const shown = (instant: Date, timeZone: string) =>
  instant.toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });

describe('adding calendar days', () => {
  // The deadline, the time zone, the days, and the deadline afterwards.
  it.each([
    // The clocks go forward: 18:00 stays 18:00, an hour less.
    ['2026-03-28T17:00:00.000Z', 'Europe/Paris', 1, '2026-03-29T16:00:00.000Z'],
    ['2026-03-07T23:00:00.000Z', 'America/New_York', 7, '2026-03-14T22:00:00.000Z'],
    ['2026-10-03T07:30:00.000Z', 'Australia/Lord_Howe', 1, '2026-10-04T07:00:00.000Z'],
    // They go back: an hour, or half an hour, more.
    ['2026-10-24T16:00:00.000Z', 'Europe/Paris', 1, '2026-10-25T17:00:00.000Z'],
    ['2026-10-31T22:00:00.000Z', 'America/New_York', 1, '2026-11-01T23:00:00.000Z'],
    ['2026-04-04T07:00:00.000Z', 'Australia/Lord_Howe', 1, '2026-04-05T07:30:00.000Z'],
    // 02:30 does not exist: the first instant after the gap, 03:00.
    ['2026-03-28T01:30:00.000Z', 'Europe/Paris', 1, '2026-03-29T01:00:00.000Z'],
    ['2026-03-07T07:30:00.000Z', 'America/New_York', 1, '2026-03-08T07:00:00.000Z'],
    // 02:15 does not exist in Lord Howe, where the gap is half an hour.
    ['2026-10-02T15:45:00.000Z', 'Australia/Lord_Howe', 1, '2026-10-03T15:30:00.000Z'],
    // 02:30 and 01:30 exist twice: the earlier one.
    ['2026-10-24T00:30:00.000Z', 'Europe/Paris', 1, '2026-10-25T00:30:00.000Z'],
    ['2026-10-31T05:30:00.000Z', 'America/New_York', 1, '2026-11-01T05:30:00.000Z'],
    ['2026-04-03T14:45:00.000Z', 'Australia/Lord_Howe', 1, '2026-04-04T14:45:00.000Z'],
    // From a time that exists twice to one that exists once.
    ['2026-10-25T01:30:00.000Z', 'Europe/Paris', 1, '2026-10-26T01:30:00.000Z'],
    ['2026-10-25T00:30:00.000Z', 'Europe/Paris', 1, '2026-10-26T01:30:00.000Z'],
    // Samoa skipped the 30th of December 2011.
    ['2011-12-29T22:00:00.000Z', 'Pacific/Apia', 1, '2011-12-30T10:00:00.000Z'],
    ['2011-12-29T22:00:00.000Z', 'Pacific/Apia', 2, '2011-12-30T22:00:00.000Z'],
    // Milliseconds, leap days and the ends of years.
    ['2028-02-28T23:59:59.999Z', 'UTC', 1, '2028-02-29T23:59:59.999Z'],
    ['2026-12-31T23:30:00.001Z', 'Asia/Kathmandu', 365, '2027-12-31T23:30:00.001Z'],
    ['2026-06-15T10:00:00.000Z', 'Europe/Paris', -180, '2025-12-17T11:00:00.000Z'],
    ['0001-06-15T10:00:00.000Z', 'UTC', 1, '0001-06-16T10:00:00.000Z'],
  ])('%s in %s and %i days is %s', (from, zone, days, to) => {
    expect(addCalendarDays(new Date(from), days, zone).toISOString()).toBe(to);
  });

  it('in another time zone keeps the time of day there', () => {
    const to = addCalendarDays(new Date('2026-03-27T17:00:00.000Z'), 2, 'Europe/Paris', 'America/New_York');
    expect(to.toISOString()).toBe('2026-03-29T22:00:00.000Z');
    const early = addCalendarDays(new Date('2026-03-28T17:00:00.000Z'), -1, 'Europe/Paris', 'Asia/Kathmandu');
    expect(early.toISOString()).toBe('2026-03-27T12:15:00.000Z');
  });

  it('keeps the time of day wherever it exists, and is later by as many dates', () => {
    const instants = fc.date({ min: new Date('1990-01-01'), max: new Date('2037-12-31'), noInvalidDate: true });
    const cases = fc.tuple(instants, fc.integer({ min: 1, max: 365 }), fc.constantFrom(...ZONES));
    fc.assert(
      fc.property(cases, ([from, days, zone]) => {
        const to = addCalendarDays(from, days, zone);
        expect(to.getTime()).toBeGreaterThan(from.getTime());
        const [date, time] = shown(from, zone).split(' ');
        const expectedDate = new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
        if (shown(to, zone) === `${expectedDate} ${time}`) {
          expect(calendarDaysBetween(from, to, zone)).toBe(days);
          // The earlier one of two such instants.
          for (const minutes of [30, 60, 120])
            expect(shown(new Date(to.getTime() - minutes * 60_000), zone)).not.toBe(`${expectedDate} ${time}`);
        } else {
          // The time does not exist: just before, the clock showed an earlier one; it is the first instant after the gap.
          const before = new Date(to.getTime() - 1);
          expect(shown(before, zone) < `${expectedDate} ${time}` && shown(to, zone) > `${expectedDate} ${time}`).toBe(
            true,
          );
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('finds the instant of each wall clock that an instant has', () => {
    const instants = fc.date({ min: new Date('1990-01-01'), max: new Date('2037-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(instants, fc.constantFrom(...ZONES), (instant, zone) => {
        const wall = Date.parse(`${shown(instant, zone).replace(' ', 'T')}Z`) + instant.getUTCMilliseconds();
        expect(shown(instantOf(wall, zone), zone)).toBe(shown(instant, zone));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the calendar days between two instants', () => {
  it.each([
    ['2026-03-28T22:59:59.999Z', '2026-03-28T23:00:00.000Z', 'Europe/Paris', 1],
    ['2026-03-28T00:00:00.000Z', '2026-03-28T22:59:59.999Z', 'Europe/Paris', 0],
    ['2026-03-28T12:00:00.000Z', '2026-03-30T11:00:00.000Z', 'Europe/Paris', 2],
    ['2026-10-25T12:00:00.000Z', '2026-10-24T12:00:00.000Z', 'Europe/Paris', -1],
  ])('from %s to %s in %s are %i', (from, to, zone, days) => {
    expect(calendarDaysBetween(new Date(from), new Date(to), zone)).toBe(days);
  });
});
