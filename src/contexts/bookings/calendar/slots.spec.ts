import { describe, expect, it } from '@jest/globals';
import { findSlots, isWithinHours, type BookableHours, type BusyTime, type SlotTerms } from './slots.js';

const TERMS: SlotTerms = {
  durationMinutes: 60,
  stepMinutes: 60,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  minNoticeHours: 0,
  maxDaysAhead: 180,
};
const HOUR_MS = 3_600_000;
const at = (instant: string): Date => new Date(instant);

/** Hours that are the same on every day. */
const daily = (timezone: string, ...windows: [from: string, to: string][]): BookableHours => ({
  timezone,
  weekly: [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => windows.map(([from, to]) => ({ weekday, from, to }))),
  exceptions: [],
});

interface Asked {
  hours: BookableHours;
  terms?: Partial<SlotTerms>;
  busy?: BusyTime[];
  from: string;
  to: string;
  now?: string;
}

/** The starts of the slots. */
const starts = ({ hours, terms, busy = [], from, to, now = from }: Asked): string[] =>
  findSlots(hours, { ...TERMS, ...terms }, busy, { from: at(from), to: at(to), now: at(now) }).map(({ startsAt }) =>
    startsAt.toISOString().slice(0, 16),
  );

const taken = (from: string, until: string): BusyTime => ({ busyFrom: at(from), busyUntil: at(until) });

describe('slots', () => {
  const day = { from: '2026-06-01T00:00:00Z', to: '2026-06-02T00:00:00Z' };

  it('begin at every step of a window and end within it', () => {
    const hours = daily('UTC', ['09:00', '11:00']);
    const terms = { durationMinutes: 45, stepMinutes: 30 };
    expect(starts({ hours, terms, ...day })).toEqual(['2026-06-01T09:00', '2026-06-01T09:30', '2026-06-01T10:00']);
  });

  it('fill a window that is as long as one', () => {
    expect(starts({ hours: daily('UTC', ['09:00', '10:00']), ...day })).toEqual(['2026-06-01T09:00']);
    expect(starts({ hours: daily('UTC', ['09:00', '09:59']), ...day })).toEqual([]);
  });

  it('begin within the period, whose end does not belong to it', () => {
    const hours = daily('UTC', ['09:00', '12:00']);
    const period = { from: '2026-06-01T10:00:00Z', to: '2026-06-01T11:00:00Z' };
    expect(starts({ hours, ...period })).toEqual(['2026-06-01T10:00']);
  });

  it('end at 24:00 at the latest, also on the next date in UTC', () => {
    const hours = daily('America/New_York', ['22:00', '24:00']);
    expect(starts({ hours, ...day })).toEqual(['2026-06-01T02:00', '2026-06-01T03:00']);
  });

  it('are those of the weekday, where 1 is Monday, in the time zone of the windows', () => {
    const hours = { ...daily('Pacific/Auckland'), weekly: [{ weekday: 1, from: '08:00', to: '09:00' }] };
    const week = { from: '2026-06-01T00:00:00Z', to: '2026-06-08T00:00:00Z' };
    expect(starts({ hours, ...week })).toEqual(['2026-06-07T20:00']);
  });

  it('are those of an exception on its date, and none where it has no windows', () => {
    const hours = {
      ...daily('UTC', ['09:00', '10:00']),
      exceptions: [
        { date: '2026-06-02', windows: [] },
        { date: '2026-06-03', windows: [{ from: '15:00', to: '16:00' }] },
      ],
    };
    const days = { from: '2026-06-01T00:00:00Z', to: '2026-06-05T00:00:00Z' };
    expect(starts({ hours, ...days })).toEqual(['2026-06-01T09:00', '2026-06-03T15:00', '2026-06-04T09:00']);
  });

  it('come soonest first, whatever the order of the windows', () => {
    const hours = daily('UTC', ['14:00', '15:00'], ['09:00', '10:00']);
    expect(starts({ hours, ...day })).toEqual(['2026-06-01T09:00', '2026-06-01T14:00']);
  });

  it('keep the notice to the instant, and the days ahead as so many times 24 hours', () => {
    const hours = daily('UTC', ['00:00', '24:00']);
    const terms = { minNoticeHours: 2, maxDaysAhead: 1 };
    const period = { from: '2026-06-01T00:00:00Z', to: '2026-06-05T00:00:00Z' };
    const found = starts({ hours, terms, ...period, now: '2026-06-01T08:00:00Z' });
    expect([found[0], found.at(-1), found.length]).toEqual(['2026-06-01T10:00', '2026-06-02T08:00', 23]);
    const later = starts({ hours, terms, ...period, now: '2026-06-01T08:00:00.001Z' });
    expect([later[0], later.at(-1)]).toEqual(['2026-06-01T11:00', '2026-06-02T08:00']);
  });

  it('touch no booking, but follow one at once', () => {
    const hours = daily('UTC', ['09:00', '13:00']);
    const busy = [taken('2026-06-01T10:00:00Z', '2026-06-01T11:00:00Z')];
    expect(starts({ hours, busy, ...day })).toEqual(['2026-06-01T09:00', '2026-06-01T11:00', '2026-06-01T12:00']);
    const longer = [taken('2026-06-01T10:00:00Z', '2026-06-01T11:00:00.001Z')];
    expect(starts({ hours, busy: longer, ...day })).toEqual(['2026-06-01T09:00', '2026-06-01T12:00']);
  });

  it('keep their own buffers free, too', () => {
    const hours = daily('UTC', ['08:00', '14:00']);
    const busy = [taken('2026-06-01T10:00:00Z', '2026-06-01T11:00:00Z')];
    expect(starts({ hours, busy, terms: { bufferBeforeMinutes: 1 }, ...day })).not.toContain('2026-06-01T11:00');
    expect(starts({ hours, busy, terms: { bufferBeforeMinutes: 1 }, ...day })).toContain('2026-06-01T09:00');
    expect(starts({ hours, busy, terms: { bufferAfterMinutes: 1 }, ...day })).not.toContain('2026-06-01T09:00');
    expect(starts({ hours, busy, terms: { bufferAfterMinutes: 60 }, ...day })).toContain('2026-06-01T08:00');
  });
});

describe('where the clocks change', () => {
  it('a time that they skip gives no slot', () => {
    const hours = daily('Europe/Paris', ['01:00', '05:00']);
    const night = { from: '2026-03-28T22:00:00Z', to: '2026-03-29T12:00:00Z' };
    // 02:00 does not exist: 01:00 is 00:00Z, 03:00 is 01:00Z.
    expect(starts({ hours, ...night })).toEqual(['2026-03-29T00:00', '2026-03-29T01:00', '2026-03-29T02:00']);
  });

  it('a time that they show twice gives the first only', () => {
    const hours = daily('Europe/Paris', ['01:00', '05:00']);
    const night = { from: '2026-10-24T20:00:00Z', to: '2026-10-25T12:00:00Z' };
    const twoIsFirst = ['2026-10-24T23:00', '2026-10-25T00:00', '2026-10-25T02:00', '2026-10-25T03:00'];
    expect(starts({ hours, ...night })).toEqual(twoIsFirst);
  });

  it('a slot fits if it ends by the instant of the end of its window', () => {
    // From 02:00 the clocks skip to 03:00: the window has one hour, of which 01:30 leaves half an hour.
    const skipped = daily('Europe/Paris', ['01:00', '03:00']);
    const spring = { from: '2026-03-28T22:00:00Z', to: '2026-03-29T12:00:00Z' };
    expect(starts({ hours: skipped, terms: { stepMinutes: 30 }, ...spring })).toEqual(['2026-03-29T00:00']);
    // At 03:00 they go back to 02:00: 02:00 begins an hour and a half before the second 02:30.
    const doubled = daily('Europe/Paris', ['02:00', '03:00']);
    const autumn = { from: '2026-10-24T20:00:00Z', to: '2026-10-25T12:00:00Z' };
    expect(starts({ hours: doubled, terms: { durationMinutes: 120 }, ...autumn })).toEqual(['2026-10-25T00:00']);
  });

  it('half an hour is skipped and shown twice on Lord Howe Island', () => {
    const hours = daily('Australia/Lord_Howe', ['01:00', '03:00']);
    const terms = { durationMinutes: 30, stepMinutes: 30 };
    const spring = { from: '2026-10-03T12:00:00Z', to: '2026-10-03T17:00:00Z' };
    expect(starts({ hours, terms, ...spring })).toEqual(['2026-10-03T14:30', '2026-10-03T15:00', '2026-10-03T15:30']);
    const autumn = { from: '2026-04-04T12:00:00Z', to: '2026-04-04T17:00:00Z' };
    expect(starts({ hours, terms, ...autumn })).toEqual([
      ...['2026-04-04T14:00', '2026-04-04T14:30'],
      ...['2026-04-04T15:30', '2026-04-04T16:00'],
    ]);
  });

  interface HalfHour {
    instant: number;
    /** The minute of the day that the clock shows then. */
    minute: number;
  }

  /** The clock of Intl at every half hour of a year, by date. No wall time is ever turned into an instant. */
  function clockOfYear(timezone: string): Map<string, HalfHour[]> {
    const shown = { dateStyle: 'short', timeStyle: 'short' } as const;
    const format = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, hourCycle: 'h23', ...shown });
    const dates = new Map<string, HalfHour[]>();
    for (let instant = Date.UTC(2025, 11, 29); instant < Date.UTC(2027, 0, 4); instant += HOUR_MS / 2) {
      const [date, time] = format.format(instant).split(', ');
      const [hours, minutes] = time.split(':').map(Number);
      dates.set(date, [...(dates.get(date) ?? []), { instant, minute: hours * 60 + minutes }]);
    }
    return dates;
  }

  /** Looks every minute up in what the clock has shown. */
  function reference(dates: Map<string, HalfHour[]>, { weekly }: BookableHours, terms: SlotTerms): string[] {
    const firstAt = (date: string, minute: number): number | undefined => {
      const half = dates.get(date)?.find((one) => one.minute <= minute && minute < one.minute + 30);
      return half && half.instant + (minute - half.minute) * 60_000;
    };
    const days = [...dates.keys()].sort();
    const begins = days.slice(0, -1).flatMap((date, index) => {
      const weekday = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'].indexOf(new Date(date).toUTCString().slice(0, 2)) || 7;
      return weekly
        .filter((window) => window.weekday === weekday)
        .flatMap(({ from, to }) => {
          const [first, end] = [from, to].map((text) => +text.slice(0, 2) * 60 + +text.slice(3));
          const [last, minute] = end === 1440 ? [days[index + 1], 0] : [date, end];
          const until = firstAt(last, minute) ?? dates.get(last)?.find((one) => one.minute > minute)?.instant;
          const all = Array.from({ length: end - first }, (_, after) => first + after);
          return all
            .filter((one) => (one - first) % terms.stepMinutes === 0)
            .flatMap((one) => firstAt(date, one) ?? [])
            .filter((begin) => begin + terms.durationMinutes * 60_000 <= (until ?? 0));
        });
    });
    return begins
      .filter((begin) => new Date(begin).getUTCFullYear() === 2026)
      .sort((one, other) => one - other)
      .map((begin) => new Date(begin).toISOString().slice(0, 16));
  }

  it.each(['Europe/Paris', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago'])(
    'the slots of a year in %s are those of a search through all its minutes',
    (timezone) => {
      const hours: BookableHours = {
        timezone,
        weekly: [
          { weekday: 1, from: '09:00', to: '12:10' },
          { weekday: 3, from: '13:15', to: '18:00' },
          { weekday: 6, from: '22:00', to: '24:00' },
          { weekday: 7, from: '00:00', to: '02:15' },
          { weekday: 7, from: '02:20', to: '05:00' },
        ],
        exceptions: [],
      };
      const dates = clockOfYear(timezone);
      for (const [durationMinutes, stepMinutes] of [
        [30, 15],
        [50, 20],
        [90, 35],
      ]) {
        const terms = { ...TERMS, durationMinutes, stepMinutes, maxDaysAhead: 400 };
        const year = { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' };
        const found = starts({ hours, terms, ...year });
        expect(found).toEqual(reference(dates, hours, terms));
        expect(found.length).toBeGreaterThan(500);
      }
    },
  );
});

describe('a booking', () => {
  const hours = daily('Europe/Paris', ['09:00', '12:00']);
  const slot = (startsAt: string, endsAt: string) => ({ startsAt: at(startsAt), endsAt: at(endsAt) });

  it('is within the hours or not', () => {
    expect(isWithinHours(hours, slot('2026-06-01T07:00:00Z', '2026-06-01T10:00:00Z'))).toBe(true);
    expect(isWithinHours(hours, slot('2026-06-01T06:59:00Z', '2026-06-01T08:00:00Z'))).toBe(false);
    expect(isWithinHours(hours, slot('2026-06-01T09:00:00Z', '2026-06-01T10:01:00Z'))).toBe(false);
    const closed = { ...hours, exceptions: [{ date: '2026-06-01', windows: [] }] };
    expect(isWithinHours(closed, slot('2026-06-01T07:00:00Z', '2026-06-01T08:00:00Z'))).toBe(false);
  });
});
