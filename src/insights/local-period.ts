import { dayAfter } from '#kernel/clock';
import { type FieldIssue, invalidField } from '#kernel/errors';
import { CalendarDate, type CrossChecked, nearestInstantInRange } from '#kernel/fields';

const DAY_MS = 86_400_000;
const FIRST_DATE = '0001-01-01';

/** A period of whole days, both included. */
export class PeriodQuery implements CrossChecked {
  @CalendarDate({ optional: true, description: 'First day' }) from?: string;
  @CalendarDate({ optional: true, description: 'Last day, included' }) to?: string;

  crossIssues(): FieldIssue[] {
    const isReversed = this.from !== undefined && this.to !== undefined && this.to < this.from;
    return isReversed ? [{ field: 'to', issue: 'must not be before from' }] : [];
  }
}

export interface Period {
  from: string;
  to: string;
}

/** The period of a query, by default the last `usual` days up to `today`. Throws 400 for more than `most` days. */
export function periodOf(query: PeriodQuery, today: string, { usual, most }: { usual: number; most: number }): Period {
  const to = query.to ?? (query.from !== undefined && query.from > today ? query.from : today);
  const from = query.from ?? addDays(to, 1 - usual);
  if (daysIn({ from, to }) > most) throw invalidField('to', `must be less than ${most} days after from`);
  if (to < from) throw invalidField('to', 'must not be before from');
  return { from, to };
}

export const USUAL_DAYS = 90;
export const MAX_DAYS = 366;

/** The period of a query in days in UTC, by default the last ones, with its instants. */
export function utcPeriodOf(query: PeriodQuery, now: Date) {
  const period = periodOf(query, now.toISOString().slice(0, 10), { usual: USUAL_DAYS, most: MAX_DAYS });
  return { period, instants: instantsOf(period, 'UTC') };
}

/** The last days of the period, at most so many. */
export function lastDaysOf({ from, to }: Period, most: number): Period {
  return { from: daysIn({ from, to }) > most ? addDays(to, 1 - most) : from, to };
}

/** The instants of the period in the time zone: from `since` on and before `before`. */
export function instantsOf({ from, to }: Period, timezone: string): { since: Date; before: Date } {
  const at = (date: string, days: number) => nearestInstantInRange(dayAfter(Date.parse(date), days, timezone));
  return { since: at(from, 0), before: at(to, 1) };
}

/** Each day of the period, in order. */
export function datesOf({ from, to }: Period): string[] {
  return Array.from({ length: daysIn({ from, to }) }, (_, index) => addDays(from, index));
}

function daysIn({ from, to }: Period): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
}

function addDays(date: string, days: number): string {
  const time = Math.max(Date.parse(date) + days * DAY_MS, Date.parse(FIRST_DATE));
  return new Date(time).toISOString().slice(0, 10);
}
