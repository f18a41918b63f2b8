import ICAL from 'ical.js';
import { MAX_OCCURRENCES } from './bounds.js';
import { NamedZone, wallSeconds, zoneOf } from './zones.js';

const DAY_S = 86_400;

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
  private readonly zone: ICAL.Timezone;
  private readonly named = new Map<string, NamedZone | undefined>();

  constructor(
    text: string,
    private readonly terms: ExpansionTerms,
  ) {
    this.calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
    this.zone = terms.zones.map(zoneOf).find((zone) => zone !== undefined) ?? ICAL.Timezone.utcTimezone;
  }

  spans(): Spans {
    const entries = new Map<string, ICAL.Component[]>();
    for (const entry of this.calendar.getAllSubcomponents('vevent')) {
      const uid = String(entry.getFirstPropertyValue('uid') ?? '');
      entries.set(uid, [...(entries.get(uid) ?? []), entry]);
    }
    const own = ([uid]: [string, ICAL.Component[]]) => uid.endsWith(this.terms.ownUidEnding);
    return [...entries].filter((entry) => !own(entry)).flatMap(([, parts]) => this.spansOf(parts));
  }

  /** The times of an entry with its exceptions. */
  private spansOf(parts: readonly ICAL.Component[]): Spans {
    const masters = parts.filter((part) => !part.hasProperty('recurrence-id'));
    const exceptions = parts.filter((part) => part.hasProperty('recurrence-id'));
    const spans: Spans = [];
    for (const part of exceptions) this.add(spans, part, this.time(part, 'dtstart'));
    for (const master of masters) this.addOccurrences(spans, master, exceptions);
    return spans;
  }

  private addOccurrences(spans: Spans, master: ICAL.Component, exceptions: readonly ICAL.Component[]): void {
    const start = this.time(master, 'dtstart');
    if (!master.hasProperty('rrule') && !master.hasProperty('rdate')) {
      if (exceptions.length === 0 || !this.isReplaced(start, exceptions)) this.add(spans, master, start);
      return;
    }
    const following = this.followingOf(exceptions);
    let count = 0;
    for (const occurrence of this.occurrencesOf(master, start)) {
      const instant = this.instantOf(occurrence);
      if (instant >= this.terms.to) break;
      if (this.isReplaced(occurrence, exceptions)) continue;
      const { part, shift } = following.findLast(({ from }) => from <= instant) ?? { part: master, shift: 0 };
      const shifted = shift === 0 ? occurrence : shiftedBy(occurrence, shift);
      if (!this.add(spans, part, shifted)) continue;
      count += 1;
      if (count > MAX_OCCURRENCES) throw new TooManyOccurrences();
    }
  }

  /** Exceptions that hold from an occurrence on, soonest first. */
  private followingOf(exceptions: readonly ICAL.Component[]) {
    return exceptions
      .filter((part) => part.getFirstProperty('recurrence-id')?.getParameter('range') === 'THISANDFUTURE')
      .map((part) => {
        const replaced = this.time(part, 'recurrence-id');
        return { part, from: this.instantOf(replaced), shift: this.wallShift(replaced, this.time(part, 'dtstart')) };
      })
      .sort((one, other) => one.from - other.from);
  }

  private wallShift(from: ICAL.Time, to: ICAL.Time): number {
    return wallSeconds(to) - wallSeconds(from);
  }

  private isReplaced(occurrence: ICAL.Time, exceptions: readonly ICAL.Component[]): boolean {
    return exceptions.some((part) => {
      const replaced = this.time(part, 'recurrence-id');
      if (replaced.isDate && !occurrence.isDate) return dateOf(replaced) === dateOf(occurrence);
      return this.instantOf(replaced) === this.instantOf(occurrence);
    });
  }

  /** In their order. Those long before the period are left out where the rule is one of equal steps. */
  private *occurrencesOf(master: ICAL.Component, start: ICAL.Time): Generator<ICAL.Time> {
    const rules = master.getAllProperties('rrule').map((rule) => rule.getFirstValue() as unknown as ICAL.Recur);
    for (const rule of rules) this.inZone(rule.until, start);
    for (const name of ['exdate', 'rdate']) {
      for (const property of master.getAllProperties(name)) {
        for (const value of property.getValues() as unknown as ICAL.Time[]) this.setZone(value, property);
      }
    }
    const dtstart = rules.length === 1 && !master.hasProperty('rdate') ? this.late(start, rules[0]) : start;
    const expansion = new ICAL.RecurExpansion({ component: master, dtstart });
    for (let next = expansion.next() as ICAL.Time | null; next; next = expansion.next() as ICAL.Time | null) yield next;
  }

  /** UNTIL as a date, or without a zone, ends the rule on the clock of its start. */
  private inZone(until: ICAL.Time | null | undefined, start: ICAL.Time): void {
    if (!until || until.isDate || until.zone === ICAL.Timezone.utcTimezone) return;
    until.zone = start.zone;
  }

  /** A start of the same occurrences that is near the period. */
  private late(start: ICAL.Time, rule: ICAL.Recur): ICAL.Time {
    const step = STEPS[rule.freq];
    const { count, interval } = rule as unknown as { count: number | null; interval: number };
    if (step === undefined || count || interval < 1 || rule.getComponent('bysetpos').length > 0) return start;
    const length = step * interval;
    const early = this.terms.from / 1_000 - 62 * DAY_S - length;
    const steps = Math.floor((early - this.instantOf(start) / 1_000) / length);
    return steps <= 0 ? start : shiftedBy(start, steps * length);
  }

  /** False where it takes no time in the period. */
  private add(spans: Spans, part: ICAL.Component, start: ICAL.Time): boolean {
    if (!this.isBusy(part)) return false;
    const from = this.instantOf(start);
    const { days, seconds } = this.lengthOf(part);
    const to = this.instantOf(days === 0 ? start : shiftedBy(start, days * DAY_S)) + seconds * 1_000;
    if (to <= from || to <= this.terms.from || from >= this.terms.to) return false;
    spans.push([from, to]);
    return true;
  }

  private lengthOf(part: ICAL.Component): Length {
    const start = this.time(part, 'dtstart');
    const duration = part.getFirstPropertyValue('duration') as unknown as ICAL.Duration | null;
    if (part.hasProperty('dtend')) {
      const end = this.time(part, 'dtend');
      if (start.isDate) return { days: Math.round((wallSeconds(end) - wallSeconds(start)) / DAY_S), seconds: 0 };
      return { days: 0, seconds: (this.instantOf(end) - this.instantOf(start)) / 1_000 };
    }
    if (duration) {
      const { weeks, days, hours, minutes, seconds, isNegative } = duration;
      if (isNegative) return { days: 0, seconds: 0 };
      return { days: weeks * 7 + days, seconds: hours * 3_600 + minutes * 60 + seconds };
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

  private time(part: ICAL.Component, name: string): ICAL.Time {
    const property = part.getFirstProperty(name);
    const value = property?.getFirstValue() as unknown as ICAL.Time | undefined;
    if (!property || !value || typeof value.isDate !== 'boolean') throw new Error(`there is no ${name}`);
    this.setZone(value, property);
    return value;
  }

  /**
   * A zone with the name of an IANA zone is that one: programs write definitions of their own making into objects, and not
   * all of them are right. Any other zone is as the object defines it, or none that can be read.
   */
  private setZone(time: ICAL.Time, property: ICAL.Property): void {
    if (time.isDate || time.zone === ICAL.Timezone.utcTimezone) return;
    const tzid = property.getParameter('tzid') as string | undefined;
    if (tzid === undefined) {
      time.zone = this.zone;
      return;
    }
    const zone = this.namedZone(tzid) ?? (this.calendar.getTimeZoneByID(tzid) as ICAL.Timezone | null);
    if (!zone) throw new Error('the zone is not defined');
    time.zone = zone;
  }

  private namedZone(tzid: string): NamedZone | undefined {
    if (!this.named.has(tzid)) this.named.set(tzid, NamedZone.of(tzid) ?? NamedZone.of(lastParts(tzid)));
    return this.named.get(tzid);
  }

  /** In milliseconds. */
  private instantOf(time: ICAL.Time): number {
    const zone = time.isDate ? this.zone : time.zone;
    const isUtc = zone === ICAL.Timezone.utcTimezone;
    return (wallSeconds(time) - (isUtc ? 0 : zone.utcOffset(time))) * 1_000;
  }
}

/** The seconds of frequencies whose steps are equal on the clock. */
const STEPS: Record<string, number | undefined> = {
  SECONDLY: 1,
  MINUTELY: 60,
  HOURLY: 3_600,
  DAILY: DAY_S,
  WEEKLY: 7 * DAY_S,
};

function shiftedBy(time: ICAL.Time, seconds: number): ICAL.Time {
  const shifted = time.clone();
  if (time.isDate) shifted.adjust(Math.round(seconds / DAY_S), 0, 0, 0);
  else shifted.adjust(0, 0, 0, seconds);
  return shifted;
}

/** `Europe/Paris` of `/example.org/20240101/Europe/Paris`. */
function lastParts(tzid: string): string {
  return tzid.split('/').slice(-2).join('/');
}

function dateOf({ year, month, day }: ICAL.Time): string {
  return `${year}-${month}-${day}`;
}

function textOf(part: ICAL.Component, name: string): string {
  return String(part.getFirstPropertyValue(name) ?? '').toUpperCase();
}
