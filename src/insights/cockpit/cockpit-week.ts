const DAY_MS = 86_400_000;

/** The week since `startDate` (`YYYY-MM-DD`), from 1, by calendar days of the time zone; 0 before the start. */
export function weekOf(startDate: string, timezone: string, now: Date): number {
  const days = Math.round((dayNumber(calendarDayIn(timezone, now)) - dayNumber(startDate)) / DAY_MS);
  return days < 0 ? 0 : Math.floor(days / 7) + 1;
}

/** The calendar date in the time zone, `YYYY-MM-DD`. */
export function calendarDayIn(timezone: string, now: Date): string {
  const format = new Intl.DateTimeFormat('en-CA-u-ca-gregory-nu-latn', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]));
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}

function dayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}
