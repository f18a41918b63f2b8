import { Field, type FieldOptions } from './field.js';

const INSTANT = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?[0-5]\d)?)?$/;
const CALENDAR_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The instants that a request can name and a response can show. */
export const FIRST_INSTANT = new Date('0001-01-01T00:00:00.000Z');
export const LAST_INSTANT = new Date('9999-12-31T23:59:59.999Z');
/** The same, for messages. */
export const INSTANT_RANGE = 'the years 1 to 9999';

export function isInstantInRange(instant: Date): boolean {
  return instant >= FIRST_INSTANT && instant <= LAST_INSTANT;
}

/** The instant, or the nearest one in range. */
export function nearestInstantInRange(instant: Date): Date {
  if (instant < FIRST_INSTANT) return FIRST_INSTANT;
  return instant > LAST_INSTANT ? LAST_INSTANT : instant;
}

/** Parses an ISO 8601 date and time, in UTC unless it has an offset; null when it is not a real instant. */
export function parseInstant(text: string): Date | null {
  const match = INSTANT.exec(text);
  if (!match) return null;
  const [, year, month, day, hour, minute, second = '00', fraction = '0', offset = 'Z'] = match;
  const real = isCalendarDate(`${year}-${month}-${day}`) && +hour < 24 && +minute < 60 && +second < 60;
  if (!real || (offset !== 'Z' && +offset.slice(1, 3) > 23)) return null;
  const milliseconds = fraction.padEnd(3, '0').slice(0, 3);
  const utc = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}Z`);
  const instant = new Date(utc.getTime() - offsetMinutes(offset) * 60_000);
  return isInstantInRange(instant) ? instant : null;
}

/** True for `YYYY-MM-DD` that is a day of the calendar. */
export function isCalendarDate(value: unknown): value is string {
  const match = typeof value === 'string' ? CALENDAR_DATE.exec(value) : null;
  if (!match) return false;
  const date = new Date(0);
  date.setUTCFullYear(+match[1], +match[2] - 1, +match[3]);
  return +match[1] >= 1 && date.getUTCMonth() === +match[2] - 1 && date.getUTCDate() === +match[3];
}

/** True for an IANA time zone name; false for an offset. */
function isTimeZone(value: unknown): value is string {
  if (typeof value !== 'string' || !/^[A-Za-z]/.test(value)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}

/** An instant in ISO 8601, which a request class holds as a Date. */
export function Instant(options: FieldOptions = {}): PropertyDecorator {
  return Field(
    { type: 'string', format: 'date-time' },
    (value) => (value instanceof Date ? undefined : 'must be an ISO 8601 date and time'),
    options,
    (value) => (typeof value === 'string' ? (parseInstant(value) ?? value) : value),
  );
}

/** A calendar date, `YYYY-MM-DD`, kept as a string. */
export function CalendarDate(options: FieldOptions = {}): PropertyDecorator {
  const check = (value: unknown) => (isCalendarDate(value) ? undefined : 'must be a calendar date YYYY-MM-DD');
  return Field({ type: 'string', format: 'date' }, check, options);
}

/** `HH:MM`, from 00:00 to 23:59. */
export function TimeOfDay(options: FieldOptions = {}): PropertyDecorator {
  const isTime = (value: unknown): boolean => typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value);
  const check = (value: unknown) => (isTime(value) ? undefined : 'must be a time of day HH:MM');
  return Field({ type: 'string', pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', example: '18:00' }, check, options);
}

export function TimeZone(options: FieldOptions = {}): PropertyDecorator {
  const check = (value: unknown) => (isTimeZone(value) ? undefined : 'must be an IANA time zone');
  return Field({ type: 'string', example: 'Europe/Paris' }, check, options);
}

/** The form in which responses show a calendar date: its midnight in UTC. */
export function calendarDateToInstant(date: string | null): string | null {
  return date === null ? null : `${date}T00:00:00.000Z`;
}

function offsetMinutes(offset: string): number {
  if (offset === 'Z') return 0;
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0');
  return (offset.startsWith('-') ? -1 : 1) * (+digits.slice(0, 2) * 60 + +digits.slice(2));
}
