import { TZDate } from '@date-fns/tz';
import { locale } from './strings.js';

/** The time zone of whoever looks at the page. */
export const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const formats = new Map<string, Intl.DateTimeFormat>();

function format(timeZone: string, style: 'date' | 'instant' | 'time'): Intl.DateTimeFormat {
  const name = `${style} ${timeZone}`;
  let made = formats.get(name);
  if (!made) {
    const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
    const time = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;
    const parts = { date: day, instant: { ...day, ...time }, time }[style];
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

/** The instant at which the wall clock of a zone shows this; undefined where it is no date and time. */
export function instantOf(zone: string, wall: string): string | undefined {
  const [, year, month, day, hour, minute] = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(wall) ?? [];
  if (year === undefined) return undefined;
  const at = new TZDate(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), zone);
  return Number.isNaN(at.getTime()) ? undefined : new Date(at.getTime()).toISOString();
}
