import ICAL from 'ical.js';
import { type EntryClock, NamedTimes, shiftedBy } from './entry-clock.js';

const DAY_S = 86_400;

export interface Occurrence {
  start: ICAL.Time;
  /** Where it has a length of its own, in seconds. */
  seconds?: number;
}

/**
 * The occurrences of a recurring entry that begin before the end of a period, in milliseconds: its first time, which takes
 * time whether the rule names it or not, those named one by one, and those of its rules. Those long before the period are
 * left out where the rule is one of equal steps.
 */
export function* occurrencesOf(
  master: ICAL.Component,
  clock: EntryClock,
  period: { from: number; to: number },
): Generator<Occurrence> {
  const excluded = new NamedTimes(clock, clock.values(master, 'exdate').filter(isTime));
  const first = clock.time(master, 'dtstart');
  const seen = new Set<number>();
  const isNew = (start: ICAL.Time, instant: number): boolean =>
    instant < period.to && !seen.has(instant) && !excluded.has(start);
  for (const one of [
    { start: first },
    ...clock.values(master, 'rdate').map((value) => namedOccurrence(value, clock)),
  ]) {
    const instant = clock.instantOf(one.start);
    if (isNew(one.start, instant)) yield one;
    seen.add(instant);
  }
  for (const property of master.getAllProperties('rrule')) {
    const rule = property.getFirstValue() as unknown as ICAL.Recur;
    endOnClock(rule.until, first);
    const times = rule.iterator(lateStart(first, rule, clock, period.from));
    for (let start = times.next() as ICAL.Time | null; start; start = times.next() as ICAL.Time | null) {
      const instant = clock.instantOf(start);
      if (instant >= period.to) break;
      if (isNew(start, instant)) yield { start: start.clone() };
    }
  }
}

function isTime(value: ICAL.Time | ICAL.Period): value is ICAL.Time {
  return value instanceof ICAL.Time;
}

function namedOccurrence(value: ICAL.Time | ICAL.Period, clock: EntryClock): Occurrence {
  if (isTime(value)) return { start: value };
  const { start, end, duration } = value as ICAL.Period & { end: ICAL.Time | null; duration: ICAL.Duration | null };
  const seconds = end ? (clock.instantOf(end) - clock.instantOf(start)) / 1_000 : (duration?.toSeconds() ?? 0);
  return { start, seconds };
}

/** UNTIL as a date, or without a zone, ends the rule on the clock of its start: with the last time of that date. */
function endOnClock(until: ICAL.Time | null | undefined, start: ICAL.Time): void {
  if (!until || start.isDate || until.zone === ICAL.Timezone.utcTimezone) return;
  if (until.isDate) {
    until.isDate = false;
    [until.hour, until.minute, until.second] = [23, 59, 59];
  }
  until.zone = start.zone;
}

/** A start of the same occurrences that is near the period. */
function lateStart(start: ICAL.Time, rule: ICAL.Recur, clock: EntryClock, from: number): ICAL.Time {
  const step = STEPS[rule.freq];
  const { count, interval } = rule as unknown as { count: number | null; interval: number };
  if (step === undefined || count || interval < 1 || rule.getComponent('bysetpos').length > 0) return start;
  const length = step * interval;
  const early = from / 1_000 - 62 * DAY_S - length;
  const steps = Math.floor((early - clock.instantOf(start) / 1_000) / length);
  return steps <= 0 ? start : shiftedBy(start, steps * length);
}

/** The seconds of frequencies whose steps are equal on the clock. */
const STEPS: Record<string, number | undefined> = {
  SECONDLY: 1,
  MINUTELY: 60,
  HOURLY: 3_600,
  DAILY: DAY_S,
  WEEKLY: 7 * DAY_S,
};
