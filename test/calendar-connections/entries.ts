// Entries of a calendar, each with what says about a moment whether the entry takes it: no rule is expanded for that.

/** What clocks show at a moment. */
interface Shown {
  date: string;
  /** From midnight. */
  minutes: number;
  /** 1 is Monday. */
  weekday: number;
  day: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function clock(moment: number, zone: string): Shown {
  const options = { dateStyle: 'short', timeStyle: 'medium' } as const;
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, ...options });
  formats.set(zone, format);
  const [date, time] = format.format(moment).split(' ');
  const [hours, minutes] = time.split(':').map(Number);
  return {
    date,
    minutes: hours * 60 + minutes,
    weekday: new Date(`${date}T12:00Z`).getUTCDay() || 7,
    day: +date.slice(8),
  };
}

interface Entry {
  name: string;
  lines: string[];
  /** Whether it takes the moment, in a calendar of the zone. */
  takes: (moment: number, zone: string) => boolean;
}

const PARIS = [
  ...['BEGIN:VTIMEZONE', 'TZID:Paris by its own name', 'BEGIN:DAYLIGHT', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200'],
  ...['DTSTART:19810329T020000', 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU', 'END:DAYLIGHT', 'BEGIN:STANDARD'],
  ...['TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'DTSTART:19961027T030000', 'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU'],
  ...['END:STANDARD', 'END:VTIMEZONE'],
];

const event = (uid: string, ...lines: string[]) => [
  ...['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20240101T000000Z', `SUMMARY:Canary ${uid}`],
  ...lines,
  'END:VEVENT',
];
const compact = (date: string) => date.replaceAll('-', '');
const weeksBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 604_800_000;

/** `dayIn(10)`: the date in ten days. `address`: of whoever has the calendar. */
export function entriesFrom(dayIn: (days: number) => string, address: string): Entry[] {
  const next = (weekday: number, after: number): string => {
    for (let days = after; ; days += 1) if ((new Date(dayIn(days)).getUTCDay() || 7) === weekday) return dayIn(days);
  };
  const [left, moved, movedTo] = [next(2, 10), next(2, 17), next(3, 17)];
  const [allDay, afterAllDay] = [dayIn(5), dayIn(7)];
  const [floating, floatingEnd] = [dayIn(20), dayIn(29)];
  const single = dayIn(3);
  return [
    {
      name: 'weekly',
      lines: [
        ...PARIS,
        ...event(
          'weekly',
          ...['DTSTART;TZID=Paris by its own name:20240102T090000', 'DTEND;TZID=Paris by its own name:20240102T103000'],
          ...['RRULE:FREQ=WEEKLY;BYDAY=TU', `EXDATE;TZID=Paris by its own name:${compact(left)}T090000`],
        ),
        ...event(
          'weekly',
          ...[`RECURRENCE-ID;TZID=Paris by its own name:${compact(moved)}T090000`],
          ...[`DTSTART;TZID=Paris by its own name:${compact(movedTo)}T140000`, 'DURATION:PT1H'],
        ),
      ],
      takes: (moment) => {
        const { date, weekday, minutes } = clock(moment, 'Europe/Paris');
        if (date === movedTo && minutes >= 840 && minutes < 900) return true;
        return weekday === 2 && date !== left && date !== moved && minutes >= 540 && minutes < 630;
      },
    },
    {
      name: 'every-other-week',
      lines: event(
        'every-other-week',
        ...['DTSTART;TZID=Asia/Kolkata:20240101T170000', 'DTEND;TZID=Asia/Kolkata:20240101T180000'],
        'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH',
      ),
      takes: (moment) => {
        const { date, weekday, minutes } = clock(moment, 'Asia/Kolkata');
        const monday = new Date(Date.parse(date) - (weekday - 1) * 86_400_000).toISOString().slice(0, 10);
        const isWeek = weeksBetween('2024-01-01', monday) % 2 === 0;
        return isWeek && [1, 4].includes(weekday) && minutes >= 1_020 && minutes < 1_080;
      },
    },
    {
      name: 'every-eleventh-day',
      lines: event(
        'every-eleventh-day',
        ...['DTSTART:20240101T030000Z', 'DTEND:20240101T033000Z', 'RRULE:FREQ=DAILY;INTERVAL=11'],
      ),
      takes: (moment) => {
        const { date, minutes } = clock(moment, 'UTC');
        const days = (Date.parse(date) - Date.parse('2024-01-01')) / 86_400_000;
        return days % 11 === 0 && minutes === 180;
      },
    },
    {
      name: 'monthly',
      lines: event(
        'monthly',
        ...['DTSTART;TZID=America/New_York:20240131T180000', 'DTEND;TZID=America/New_York:20240131T193000'],
        'RRULE:FREQ=MONTHLY;BYMONTHDAY=31',
      ),
      takes: (moment) => {
        const { day, minutes } = clock(moment, 'America/New_York');
        return day === 31 && minutes >= 1_080 && minutes < 1_170;
      },
    },
    {
      name: 'all-day',
      lines: event('all-day', `DTSTART;VALUE=DATE:${compact(allDay)}`, `DTEND;VALUE=DATE:${compact(afterAllDay)}`),
      takes: (moment, zone) => {
        const { date } = clock(moment, zone);
        return date >= allDay && date < afterAllDay;
      },
    },
    {
      name: 'floating',
      lines: event('floating', `DTSTART:${compact(floating)}T220000`, 'DURATION:PT2H', 'RRULE:FREQ=DAILY;COUNT=10'),
      takes: (moment, zone) => {
        const { date, minutes } = clock(moment, zone);
        return date >= floating && date <= floatingEnd && minutes >= 1_320;
      },
    },
    {
      name: 'tentative',
      lines: event(
        'tentative',
        `DTSTART:${compact(single)}T060000Z`,
        `DTEND:${compact(single)}T073000Z`,
        'STATUS:TENTATIVE',
      ),
      takes: (moment) => {
        const { date, minutes } = clock(moment, 'UTC');
        return date === single && minutes >= 360 && minutes < 450;
      },
    },
    ...[
      ['transparent', 'TRANSP:TRANSPARENT'],
      ['cancelled', 'STATUS:CANCELLED'],
      ['declined', `ATTENDEE;PARTSTAT=DECLINED:mailto:${address}`],
    ].map(([name, line]) => ({
      name,
      lines: event(name, `DTSTART:${compact(single)}T100000Z`, `DTEND:${compact(single)}T120000Z`, line),
      takes: () => false,
    })),
  ];
}
