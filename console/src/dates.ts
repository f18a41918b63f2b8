import { TZDate } from '@date-fns/tz';
import { locale } from './strings/words.js';

/** The time zone of whoever looks at the page. */
export const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const formats = new Map<string, Intl.DateTimeFormat>();

function format(timeZone: string, style: 'date' | 'weekday' | 'instant' | 'time'): Intl.DateTimeFormat {
  const name = `${style} ${timeZone}`;
  let made = formats.get(name);
  if (!made) {
    const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
    const time = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;
    const parts = { date: day, weekday: { weekday: 'short', ...day } as const, instant: { ...day, ...time }, time }[
      style
    ];
    formats.set(name, (made = new Intl.DateTimeFormat(locale, { ...parts, timeZone })));
  }
  return made;
}

/** An instant, such as "12 Mar 2026, 14:00 CET". */
export function instantIn(zone: string, iso: string): string {
  return format(zone, 'instant').format(new Date(iso));
}

/** The calendar day of an instant in a zone. */
export function dayIn(zone: string, iso: string): string {
  return format(zone, 'date').format(new Date(iso));
}

/** The same with its weekday, such as "Thu, 12 Mar 2026". */
export function weekdayIn(zone: string, iso: string): string {
  return format(zone, 'weekday').format(new Date(iso));
}

/** The time of day of an instant in a zone, such as "14:00 CET". */
export function timeIn(zone: string, iso: string): string {
  return format(zone, 'time').format(new Date(iso));
}

/** Whether two zones show another wall clock at this instant. */
export function differs(zone: string, other: string, iso: string): boolean {
  return new TZDate(iso, zone).getTimezoneOffset() !== new TZDate(iso, other).getTimezoneOffset();
}

/** The value of a field of type `datetime-local`: the wall clock of a zone at an instant. */
export function wallClock(zone: string, iso: string): string {
  const at = new TZDate(iso, zone);
  const two = (value: number) => String(value).padStart(2, '0');
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${date}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** What a wall clock of a zone says: when clocks are set back it shows a time twice, and when they are set forward it leaves one out. */
export type WallTime = { is: 'invalid' | 'skipped' } | { is: 'once' | 'twice'; iso: string };

const DAY_MS = 86_400_000;

/** The instant at which the wall clock of a zone shows this; the first of two. */
export function readWall(zone: string, wall: string): WallTime {
  const [shown] = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.exec(wall) ?? [];
  const asUtc = Date.parse(`${shown ?? ''}Z`);
  const isDate = shown !== undefined && !Number.isNaN(asUtc) && new Date(asUtc).toISOString().startsWith(shown);
  // A year typed with fewer digits than four.
  if (!isDate || shown < '1900') return { is: 'invalid' };
  const offsets = new Set([-DAY_MS, DAY_MS].map((aside) => offsetOf(zone, asUtc + aside)));
  const [first, second] = [...offsets]
    .map((offset) => new Date(asUtc + offset * 60_000).toISOString())
    .filter((iso) => wallClock(zone, iso) === shown)
    .sort();
  if (first === undefined) return { is: 'skipped' };
  return { is: second === undefined ? 'once' : 'twice', iso: first };
}

/** The minutes from the clock of a zone to UTC, at an instant. */
function offsetOf(zone: string, at: number): number {
  return new TZDate(at, zone).getTimezoneOffset();
}

/** The same, where it is enough to know that there is none. */
export function instantOf(zone: string, wall: string): string | undefined {
  const read = readWall(zone, wall);
  return 'iso' in read ? read.iso : undefined;
}
