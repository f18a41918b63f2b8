const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const MAX_FORMATS = 100;

/** By time zone. Creating one takes far longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * The same time of day in the time zone, `days` calendar days later; see `instantOf` for a change of the clocks. In
 * another zone: what a clock there shows then.
 */
export function addCalendarDays(instant: Date, days: number, timezone: string, into = timezone): Date {
  return instantOf(wallClock(instant, timezone) + days * DAY_MS, into);
}

/** So many days after the date of a wall clock, `minutes` after 00:00 in the time zone; see `instantOf`. */
export function dayAfter(wall: number, days: number, timezone: string, minutes = 0): Date {
  return instantOf((Math.floor(wall / DAY_MS) + days) * DAY_MS + minutes * MINUTE_MS, timezone);
}

/** The minutes from 00:00 to a time `HH:MM`. */
export function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** From the calendar date of one instant to that of another, in the time zone. */
export function calendarDaysBetween(from: Date, to: Date, timezone: string): number {
  const dayOf = (instant: Date) => Math.floor(wallClock(instant, timezone) / DAY_MS);
  return dayOf(to) - dayOf(from);
}

/**
 * The instant at which a clock in the time zone shows `wall`, which is the milliseconds of that date and time in UTC. Of a
 * time that exists twice it is the earlier one; for a time that does not exist, the first instant after the gap.
 */
export function instantOf(wall: number, timezone: string): Date {
  // No time zone changes its clocks twice within two days.
  const offsets = [-DAY_MS, DAY_MS].map((distance) => offsetAt(wall + distance, timezone));
  const instants = offsets.map((offset) => wall - offset).sort((one, other) => one - other);
  const found = instants.find((instant) => instant + offsetAt(instant, timezone) === wall);
  return new Date(found ?? changeBetween(instants[0], instants[1], timezone));
}

/** The first instant after `before`, up to `after`, that has another offset. */
function changeBetween(before: number, after: number, timezone: string): number {
  const offset = offsetAt(before, timezone);
  let [low, high] = [before, after];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle, timezone) === offset) low = middle;
    else high = middle;
  }
  return high;
}

function offsetAt(instant: number, timezone: string): number {
  return wallClock(new Date(instant), timezone) - instant;
}

/** The local date and time in the time zone, as the milliseconds of that date and time in UTC. */
export function wallClock(instant: Date, timezone: string): number {
  const parts = Object.fromEntries(
    formatOf(timezone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const year = parts.era.startsWith('B') ? 1 - +parts.year : +parts.year;
  const wall = new Date(0);
  wall.setUTCFullYear(year, +parts.month - 1, +parts.day);
  // The format has whole seconds, which are rounded down; offsets are whole seconds, too.
  return wall.setUTCHours(+parts.hour, +parts.minute, +parts.second, instant.getUTCMilliseconds());
}

function formatOf(timezone: string): Intl.DateTimeFormat {
  const cachedFormat = formats.get(timezone);
  if (cachedFormat) return cachedFormat;
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone: timezone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  // There are more spellings than time zones, as letter case does not matter.
  if (formats.size >= MAX_FORMATS) formats.clear();
  formats.set(timezone, format);
  return format;
}
