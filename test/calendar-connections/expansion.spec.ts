import { describe, expect, it } from '@jest/globals';
import { expand } from '#contexts/calendar-connections/parsing/expansion.js';

const DAY = '2026-12-0';
const TERMS = {
  ...{ from: Date.UTC(2026, 10, 22), to: Date.UTC(2027, 5, 7), zones: ['Europe/Paris'], addresses: [] },
  ownUidEnding: '@own',
};

const entry = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:a', ...lines, 'END:VEVENT'];
const times = (...lines: string[]) =>
  expand(['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\r\n'), TERMS)
    ?.map((span) => span.map((at) => new Date(at).toISOString().slice(0, 16)).join('/'))
    .sort();
const hours = (day: number, from = '10:00', to = '11:00') => `${DAY}${day}T${from}/${DAY}${day}T${to}`;
const daily = (...more: string[]) => entry('DTSTART:20261201T100000Z', 'DURATION:PT1H', ...more);

describe('a recurring entry', () => {
  it.each([
    ['named one by one, with its first time', daily('RDATE:20261203T100000Z,20261205T100000Z'), [1, 3, 5]],
    ['by a rule that does not name its first time', daily('RRULE:FREQ=WEEKLY;BYDAY=TH;COUNT=1'), [1, 3]],
    [
      'by a rule and one by one',
      daily('RRULE:FREQ=DAILY;COUNT=2', 'RDATE:20261202T100000Z,20261204T100000Z'),
      [1, 2, 4],
    ],
    ['without its first time', daily('RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20261201T100000Z'), [2, 3]],
    ['without a date', daily('RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;VALUE=DATE:20261202'), [1, 3]],
    [
      'without a time in another zone',
      daily('RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;TZID=Europe/Paris:20261202T110000'),
      [1, 3],
    ],
    ['until a date, with the last time of that date', daily('RRULE:FREQ=DAILY;UNTIL=20261203'), [1, 2, 3]],
    [
      'with a cancelled exception that has no start',
      [...daily('RRULE:FREQ=DAILY;COUNT=3'), ...entry('RECURRENCE-ID:20261202T100000Z', 'STATUS:CANCELLED')],
      [1, 3],
    ],
  ])('%s takes its times', (_, lines, days) => {
    expect(times(...lines)).toEqual(days.map((day) => hours(day)));
  });

  it('takes the periods that it names', () => {
    const periods = 'RDATE;VALUE=PERIOD:20261203T100000Z/PT2H,20261204T100000Z/20261204T103000Z';
    expect(times(...daily(periods))).toEqual([hours(1), hours(3, '10:00', '12:00'), hours(4, '10:00', '10:30')]);
  });
});
