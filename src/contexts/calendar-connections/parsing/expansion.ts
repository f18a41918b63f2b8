import ICAL from 'ical.js';
import { keptSpan, MAX_OCCURRENCES } from './bounds.js';
import { EntryClock, NamedTimes, shiftedBy } from './entry-clock.js';
import { occurrencesOf } from './occurrences.js';
import { wallSeconds } from './zones.js';

const DAY_S = 86_400;
/** A hundred years. */
const MOST_DAYS = 36_525;

export interface ExpansionTerms {
  /** Milliseconds. */
  from: number;
  to: number;
  /** Zones for dates and floating times, the first that is known counts: names, or texts with a VTIMEZONE. */
  zones: readonly string[];
  /** Addresses of whoever has the calendar, in lower case, without `mailto:`. */
  addresses: readonly string[];
  /** Entries whose UID ends like this are the service's own. */
  ownUidEnding: string;
}

/** Times that an object takes, in milliseconds; null where it cannot be read. */
export type Spans = [from: number, to: number][];

export class TooManyOccurrences extends Error {}

/** The times that the entries of an iCalendar object take in a period. Throws `TooManyOccurrences`. */
export function expand(text: string, terms: ExpansionTerms): Spans | null {
  try {
    return new Expansion(text, terms).spans();
  } catch (error) {
    if (error instanceof TooManyOccurrences) throw error;
    return null;
  }
}

/** How long an entry takes: exactly so many seconds, after days of the wall clock. */
interface Length {
  days: number;
  seconds: number;
}

class Expansion {
  private readonly calendar: ICAL.Component;
  private readonly clock: EntryClock;

  constructor(
    text: string,
    private readonly terms: ExpansionTerms,
  ) {
    this.calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
    this.clock = new EntryClock(this.calendar, terms.zones);
  }

  spans(): Spans {
    const entries = new Map<string, ICAL.Component[]>();
    for (const entry of this.calendar.getAllSubcomponents('vevent')) {
      const uid = String(entry.getFirstPropertyValue('uid') ?? '');
      const parts = entries.get(uid);
      if (parts) parts.push(entry);
      else entries.set(uid, [entry]);
    }
    const own = ([uid]: [string, ICAL.Component[]]) => uid.endsWith(this.terms.ownUidEnding);
    return [...entries].filter((entry) => !own(entry)).flatMap(([, parts]) => this.spansOf(parts));
  }

  /** The times of an entry with its exceptions. */
  private spansOf(parts: readonly ICAL.Component[]): Spans {
    const masters = parts.filter((part) => !part.hasProperty('recurrence-id'));
    const exceptions = parts.filter((part) => part.hasProperty('recurrence-id'));
    const spans: Spans = [];
    // Some programs leave out the start of an exception that is cancelled.
    for (const part of exceptions) if (this.isBusy(part)) this.add(spans, part, this.clock.time(part, 'dtstart'));
    for (const master of masters) this.addOccurrences(spans, master, exceptions);
    return spans;
  }

  private addOccurrences(spans: Spans, master: ICAL.Component, exceptions: readonly ICAL.Component[]): void {
    const replaced = new NamedTimes(
      this.clock,
      exceptions.map((part) => this.clock.time(part, 'recurrence-id')),
    );
    const following = this.followingOf(exceptions);
    let count = 0;
    for (const { start, seconds } of occurrencesOf(master, this.clock, this.terms)) {
      if (replaced.has(start)) continue;
      const instant = this.clock.instantOf(start);
      const { part, shift } = following.findLast(({ from }) => from <= instant) ?? { part: master, shift: 0 };
      if (!this.isBusy(part)) continue;
      const length = seconds === undefined ? undefined : { days: 0, seconds };
      if (!this.add(spans, part, shift === 0 ? start : shiftedBy(start, shift), length)) continue;
      count += 1;
      if (count > MAX_OCCURRENCES) throw new TooManyOccurrences();
    }
  }

  /** Exceptions that hold from an occurrence on, soonest first. */
  private followingOf(exceptions: readonly ICAL.Component[]) {
    return exceptions
      .filter((part) => part.getFirstProperty('recurrence-id')?.getParameter('range') === 'THISANDFUTURE')
      .map((part) => {
        const replaced = this.clock.time(part, 'recurrence-id');
        const shift = wallSeconds(this.clock.time(part, 'dtstart')) - wallSeconds(replaced);
        return { part, from: this.clock.instantOf(replaced), shift };
      })
      .sort((one, other) => one.from - other.from);
  }

  /** False where it takes no time in the period. */
  private add(spans: Spans, part: ICAL.Component, start: ICAL.Time, length = this.lengthOf(part)): boolean {
    const from = this.clock.instantOf(start);
    const { days, seconds } = length;
    const to = this.clock.instantOf(days === 0 ? start : shiftedBy(start, days * DAY_S)) + seconds * 1_000;
    const kept = keptSpan(from, to, this.terms);
    if (kept) spans.push(kept);
    return kept !== undefined;
  }

  private lengthOf(part: ICAL.Component): Length {
    const start = this.clock.time(part, 'dtstart');
    const duration = part.getFirstPropertyValue('duration') as unknown as ICAL.Duration | null;
    if (part.hasProperty('dtend')) {
      const end = this.clock.time(part, 'dtend');
      if (start.isDate) return { days: Math.round((wallSeconds(end) - wallSeconds(start)) / DAY_S), seconds: 0 };
      return { days: 0, seconds: (this.clock.instantOf(end) - this.clock.instantOf(start)) / 1_000 };
    }
    if (duration) {
      const { weeks, days, hours, minutes, seconds, isNegative } = duration;
      if (isNegative) return { days: 0, seconds: 0 };
      // More steps of the clock than these keep the parser busy for ever.
      const whole = Math.min(weeks * 7 + days, MOST_DAYS);
      return { days: whole, seconds: hours * 3_600 + minutes * 60 + seconds };
    }
    return { days: start.isDate ? 1 : 0, seconds: 0 };
  }

  private isBusy(part: ICAL.Component): boolean {
    if (textOf(part, 'transp') === 'TRANSPARENT' || textOf(part, 'status') === 'CANCELLED') return false;
    return !part.getAllProperties('attendee').some((attendee) => {
      const address = String(attendee.getFirstValue())
        .toLowerCase()
        .replace(/^mailto:/, '');
      const answer = attendee.getParameter('partstat');
      return String(answer).toUpperCase() === 'DECLINED' && this.terms.addresses.includes(address);
    });
  }
}

function textOf(part: ICAL.Component, name: string): string {
  return String(part.getFirstPropertyValue(name) ?? '').toUpperCase();
}
