import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { Field, type FieldOptions } from './field.js';

const INSTANT = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?[0-5]\d)?)?$/;
const CALENDAR_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Reads an ISO 8601 date and time; UTC where no offset is given. Null when it names no real instant. */
export function parseInstant(text: string): Date | null {
  const match = INSTANT.exec(text);
  if (!match) return null;
  const [, year, month, day, hour, minute, second = '00', fraction = '0', offset = 'Z'] = match;
  const real = isCalendarDate(`${year}-${month}-${day}`) && +hour < 24 && +minute < 60 && +second < 60;
  if (!real || (offset !== 'Z' && +offset.slice(1, 3) > 23)) return null;
  const milliseconds = fraction.padEnd(3, '0').slice(0, 3);
  const utc = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}Z`);
  const instant = new Date(utc.getTime() - offsetMinutes(offset) * 60_000);
  const utcYear = instant.getUTCFullYear();
  return utcYear >= 1 && utcYear <= 9999 ? instant : null;
}

/** True for `YYYY-MM-DD` that names a day of the calendar. */
export function isCalendarDate(value: unknown): value is string {
  const match = typeof value === 'string' ? CALENDAR_DATE.exec(value) : null;
  if (!match) return false;
  const date = new Date(0);
  date.setUTCFullYear(+match[1], +match[2] - 1, +match[3]);
  return +match[1] >= 1 && date.getUTCMonth() === +match[2] - 1 && date.getUTCDate() === +match[3];
}

/** True for an IANA name of a time zone (not an offset). */
export function isTimeZone(value: unknown): value is string {
  if (typeof value !== 'string' || !/^[A-Za-z]/.test(value)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}

/** An instant, ISO 8601; a request's arrives as a Date. */
export function Instant(options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    Field(
      { type: 'string', format: 'date-time' },
      (value) => (value instanceof Date ? undefined : 'must be an ISO 8601 date and time'),
      options,
    ),
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? (parseInstant(value) ?? value) : value), {
      toClassOnly: true,
    }),
  );
}

/** A calendar date, `YYYY-MM-DD`, kept as a string. */
export function CalendarDate(options: FieldOptions = {}): PropertyDecorator {
  return Field(
    { type: 'string', format: 'date' },
    (value) => (isCalendarDate(value) ? undefined : 'must be a calendar date YYYY-MM-DD'),
    options,
  );
}

export function TimeZone(options: FieldOptions = {}): PropertyDecorator {
  return Field(
    { type: 'string', example: 'Europe/Paris' },
    (value) => (isTimeZone(value) ? undefined : 'must be an IANA time zone'),
    options,
  );
}

/** How a calendar date is returned: the date-time of its midnight in UTC. */
export function calendarDateToInstant(date: string | null): string | null {
  return date === null ? null : `${date}T00:00:00.000Z`;
}

function offsetMinutes(offset: string): number {
  if (offset === 'Z') return 0;
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0');
  return (offset.startsWith('-') ? -1 : 1) * (+digits.slice(0, 2) * 60 + +digits.slice(2));
}
