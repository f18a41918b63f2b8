import ICAL from 'ical.js';

const MINUTE_S = 60;
const HOUR_S = 3_600;

/** Zones of objects without a definition of their own, and of times without a zone: those that the clocks of Intl know. */
export class NamedZone extends ICAL.Timezone {
  private readonly format: Intl.DateTimeFormat;
  private readonly offsets = new Map<number, number>();

  private constructor(name: string) {
    super({ tzid: name });
    this.format = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone: name, hourCycle: 'h23', era: 'short', year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    });
  }

  /** Undefined for a name that is no IANA time zone. */
  static of(name: string): NamedZone | undefined {
    try {
      return /^[A-Za-z]/.test(name) ? new NamedZone(name) : undefined;
    } catch {
      return undefined;
    }
  }

  /** In seconds, of a wall-clock time. One that does not exist has the offset before the gap, a doubled one the first. */
  override utcOffset(time: ICAL.Time): number {
    const wall = wallSeconds(time);
    const day = 24 * HOUR_S;
    const before = this.offsetAt(wall - day);
    const after = this.offsetAt(wall + day);
    if (before === after) return before;
    // The earlier instant has the greater offset.
    const fitting = [before, after]
      .filter((offset) => this.offsetAt(wall - offset) === offset)
      .sort((one, other) => other - one);
    return fitting.at(0) ?? before;
  }

  /** The offset at an instant, in seconds. */
  private offsetAt(seconds: number): number {
    const quarter = Math.floor(seconds / (15 * MINUTE_S));
    const cached = this.offsets.get(quarter);
    if (cached !== undefined) return cached;
    const parts = new Map(
      this.format.formatToParts(quarter * 15 * MINUTE_S * 1_000).map(({ type, value }) => [type, value]),
    );
    const [year, month, day, hour, minute, second] = ['year', 'month', 'day', 'hour', 'minute', 'second'].map((name) =>
      Number(parts.get(name as Intl.DateTimeFormatPartTypes)),
    );
    const shown = Date.UTC(parts.get('era') === 'BC' ? 1 - year : year, month - 1, day, hour, minute, second) / 1_000;
    const offset = shown - quarter * 15 * MINUTE_S;
    this.offsets.set(quarter, offset);
    return offset;
  }
}

/** The wall-clock time as if it were in UTC, in seconds. */
export function wallSeconds({ year, month, day, hour, minute, second }: ICAL.Time): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime() / 1_000 + hour * HOUR_S + minute * MINUTE_S + second;
}

/**
 * The zone that a calendar has: the name of an IANA zone, or a text with a VTIMEZONE, as CalDAV has it. Undefined where
 * it is neither.
 */
export function zoneOf(text: string): ICAL.Timezone | undefined {
  if (!text.includes('BEGIN:VTIMEZONE')) return NamedZone.of(text.trim());
  try {
    const zone = new ICAL.Component(ICAL.parse(text) as unknown[]).getFirstSubcomponent('vtimezone');
    if (!zone) return undefined;
    const tzid = String(zone.getFirstPropertyValue('tzid'));
    return NamedZone.of(tzid) ?? new ICAL.Timezone({ component: zone, tzid });
  } catch {
    return undefined;
  }
}
