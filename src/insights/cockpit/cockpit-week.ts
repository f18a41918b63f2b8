const DAY_MS = 86_400_000;
const MAX_FORMATS = 100;

/** By time zone. Creating one takes longer than everything else in this file. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The week since `startDate` (`YYYY-MM-DD`), from 1, by calendar days of the time zone; 0 before the start. */
export function weekOf(startDate: string, timezone: string, now: Date): number {
  const days = Math.round((dayNumber(calendarDayIn(timezone, now)) - dayNumber(startDate)) / DAY_MS);
  return days < 0 ? 0 : Math.floor(days / 7) + 1;
}

/** The calendar date in the time zone, `YYYY-MM-DD`. */
export function calendarDayIn(timezone: string, now: Date): string {
  const parts = new Map(
    formatOf(timezone)
      .formatToParts(now)
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}

function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-CA-u-ca-gregory-nu-latn', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  // There are more spellings than time zones, as letter case does not matter.
  if (formats.size >= MAX_FORMATS) formats.clear();
  formats.set(timezone, format);
  return format;
}

function dayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}
