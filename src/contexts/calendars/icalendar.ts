/** An event of a calendar, as iCalendar (RFC 5545) has it. */
export interface CalendarEvent {
  uid: string;
  /** The number of changes since it was made. */
  sequence: number;
  changedAt: Date;
  startsAt: Date;
  endsAt: Date | null;
  summary: string;
  description: string;
  url: string | null;
  isCancelled: boolean;
  /** Whether it takes no time of whoever has the calendar. */
  isFree: boolean;
}

const MAX_OCTETS = 75;

/** The document of a calendar. Every instant is written in UTC, so that no program takes it for a local time. */
export function iCalendar(name: string, events: readonly CalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Delivery Service//Calendar feed//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    ...events.flatMap(linesOf),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** One event as an object of a calendar server: without METHOD, which such an object must not have. */
export function calendarObject(event: CalendarEvent): string {
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Delivery Service//Calendar feed//EN'],
    ...linesOf(event),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function linesOf(event: CalendarEvent): string[] {
  const { uid, sequence, changedAt, startsAt, endsAt, summary, description, url, isCancelled, isFree } = event;
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `DTSTAMP:${utc(changedAt)}`,
    `LAST-MODIFIED:${utc(changedAt)}`,
    `SEQUENCE:${sequence}`,
    `DTSTART:${utc(startsAt)}`,
    ...(endsAt && endsAt > startsAt ? [`DTEND:${utc(endsAt)}`] : []),
    `SUMMARY:${escaped(summary)}`,
    ...(description === '' ? [] : [`DESCRIPTION:${escaped(description)}`]),
    ...(url === null ? [] : [`LOCATION:${escaped(url)}`, `URL:${url}`]),
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `TRANSP:${isFree || isCancelled ? 'TRANSPARENT' : 'OPAQUE'}`,
    'END:VEVENT',
  ];
}

/** `20300115T100000Z`. */
function utc(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

/** Other control characters cannot be written. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll(/\r\n?|[\n\u0085\u2028\u2029]/g, '\\n')
    .replaceAll(/(?!\t)\p{Cc}/gu, '');
}

/** Cuts a line into parts of at most 75 octets, never inside of a character; each but the first begins with a space. */
function folded(line: string): string {
  const parts: string[] = [];
  let [part, octets] = ['', 0];
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > MAX_OCTETS) {
      parts.push(part);
      [part, octets] = [' ', 1];
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n');
}
