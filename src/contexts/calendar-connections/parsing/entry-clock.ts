import ICAL from 'ical.js';
import { NamedZone, wallSeconds, zoneOf } from './zones.js';

const DAY_S = 86_400;

/** The clocks of a calendar object: which instants its times mean. */
export class EntryClock {
  private readonly zone: ICAL.Timezone;
  private readonly named = new Map<string, NamedZone | undefined>();

  /** @param zones of dates and floating times, the first that is known counts */
  constructor(
    private readonly calendar: ICAL.Component,
    zones: readonly string[],
  ) {
    this.zone = zones.map(zoneOf).find((zone) => zone !== undefined) ?? ICAL.Timezone.utcTimezone;
  }

  time(part: ICAL.Component, name: string): ICAL.Time {
    const property = part.getFirstProperty(name);
    const value = property?.getFirstValue() as unknown as ICAL.Time | undefined;
    if (!property || !value || typeof value.isDate !== 'boolean') throw new Error(`there is no ${name}`);
    this.setZone(value, property);
    return value;
  }

  /** The values of all properties of a name. */
  values(part: ICAL.Component, name: string): (ICAL.Time | ICAL.Period)[] {
    return part.getAllProperties(name).flatMap((property) => {
      const values = property.getValues() as unknown as (ICAL.Time | ICAL.Period)[];
      for (const value of values) {
        const times = value instanceof ICAL.Period ? [value.start, value.end] : [value];
        for (const time of times) if (time) this.setZone(time, property);
      }
      return values;
    });
  }

  /** In milliseconds. */
  instantOf(time: ICAL.Time): number {
    const zone = time.isDate ? this.zone : time.zone;
    const isUtc = zone === ICAL.Timezone.utcTimezone;
    return (wallSeconds(time) - (isUtc ? 0 : zone.utcOffset(time))) * 1_000;
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
}

/** Times that are named one by one: a date among them is every time of that date. */
export class NamedTimes {
  private readonly instants = new Set<number>();
  private readonly dates = new Set<string>();

  constructor(
    private readonly clock: EntryClock,
    times: readonly ICAL.Time[],
  ) {
    for (const time of times) {
      this.instants.add(clock.instantOf(time));
      if (time.isDate) this.dates.add(dateOf(time));
    }
  }

  has(time: ICAL.Time): boolean {
    return this.instants.has(this.clock.instantOf(time)) || (!time.isDate && this.dates.has(dateOf(time)));
  }
}

export function shiftedBy(time: ICAL.Time, seconds: number): ICAL.Time {
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
