import { keptSpan } from '../parsing/bounds.js';
import { CalendarFailure } from '../parsing/calendar-failure.js';
import type { Spans } from '../parsing/expansion.js';
import type { ReadingTerms } from './port.js';

/** The first IANA zone that is known, else UTC. */
export function zoneAmong(...zones: (string | null)[]): string {
  return zones.find((zone): zone is string => zone !== null && isZone(zone)) ?? 'UTC';
}

export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** The midnight of a date `YYYY-MM-DD` as if in UTC; null for any other text. */
export function wallOfDate(text: string): number | null {
  const wall = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(wall) ? null : wall;
}

/** The time of an entry as far as it is within the period that is read; null where it cannot be read. */
export function spansOf(
  from: number | null,
  to: number | null,
  terms: Pick<ReadingTerms, 'from' | 'to'>,
): Spans | null {
  if (from === null || to === null) return null;
  const kept = keptSpan(from, to, { from: terms.from.getTime(), to: terms.to.getTime() });
  return kept ? [kept] : [];
}

/** Counts the occurrences of series; throws `too_large` for one with more than so many. */
export function countSeries(most: number): { count(series: string | null): void } {
  const counts = new Map<string, number>();
  return {
    count: (series) => {
      if (series === null) return;
      const count = (counts.get(series) ?? 0) + 1;
      counts.set(series, count);
      if (count > most) throw new CalendarFailure('too_large');
    },
  };
}
