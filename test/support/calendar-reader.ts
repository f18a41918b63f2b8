export interface ReadEvent {
  UID: string;
  SEQUENCE: string;
  DTSTAMP: string;
  DTSTART: string;
  DTEND?: string;
  SUMMARY: string;
  DESCRIPTION: string;
  STATUS: string;
  URL?: string;
}

const CONTENT_LINE = /^([A-Z-]+)((?:;[A-Z-]+=[^:;]+)*):(.*)$/s;
const INSTANT = /^\d{8}T\d{6}Z$/;

/** Reads a document as strictly as RFC 5545 writes it; throws where it departs from it. */
export function readCalendar(text: string): ReadEvent[] {
  if (!text.endsWith('\r\n')) throw new Error('does not end with CRLF');
  const physical = text.slice(0, -2).split('\r\n');
  for (const line of physical) {
    if (/[\r\n]/.test(line)) throw new Error(`has a bare line break: ${line}`);
    if (Buffer.byteLength(line) > 75) throw new Error(`is longer than 75 octets: ${line}`);
    if (/(?!\t)\p{Cc}|\ufffd/u.test(line)) throw new Error(`has a control or broken character: ${line}`);
  }
  const lines = physical.reduce<string[]>((unfolded, line) => {
    if (line.startsWith(' ')) return [...unfolded.slice(0, -1), `${unfolded.at(-1)}${line.slice(1)}`];
    return [...unfolded, line];
  }, []);
  const parsed = lines.map((line) => {
    const match = CONTENT_LINE.exec(line);
    if (!match) throw new Error(`is no content line: ${line}`);
    return [match[1], match[3]] as const;
  });
  if (parsed[0].join(':') !== 'BEGIN:VCALENDAR' || parsed.at(-1)?.join(':') !== 'END:VCALENDAR') {
    throw new Error('is no VCALENDAR');
  }
  const head = parsed.slice(
    0,
    parsed.findIndex(([name, value]) => name === 'BEGIN' && value === 'VEVENT'),
  );
  for (const name of ['VERSION', 'PRODID']) {
    const count = (head.length > 0 ? head : parsed).filter(([one]) => one === name).length;
    if (count !== 1) throw new Error(`has ${count} ${name}`);
  }
  const events: ReadEvent[] = [];
  let event: Record<string, string> | undefined;
  for (const [name, value] of parsed.slice(1, -1)) {
    if (name === 'BEGIN') {
      if (event || value !== 'VEVENT') throw new Error(`begins ${value} there`);
      event = {};
    } else if (name === 'END') {
      if (!event || value !== 'VEVENT') throw new Error(`ends ${value} there`);
      events.push(checked(event));
      event = undefined;
    } else if (event) {
      if (name in event) throw new Error(`has ${name} twice`);
      event[name] = ['SUMMARY', 'DESCRIPTION', 'UID', 'LOCATION'].includes(name) ? unescaped(value) : value;
    }
  }
  if (new Set(events.map(({ UID }) => UID)).size !== events.length) throw new Error('has a UID twice');
  return events;
}

function checked(event: Record<string, string>): ReadEvent {
  for (const name of ['UID', 'DTSTAMP', 'DTSTART', 'SEQUENCE', 'STATUS', 'SUMMARY']) {
    if (event[name] === undefined) throw new Error(`has an event without ${name}`);
  }
  for (const name of ['DTSTAMP', 'DTSTART', 'DTEND', 'LAST-MODIFIED']) {
    if (event[name] !== undefined && !INSTANT.test(event[name])) throw new Error(`has ${name} as ${event[name]}`);
  }
  if (event.DTEND !== undefined && event.DTEND <= event.DTSTART) throw new Error('ends before it begins');
  if (!/^\d+$/.test(event.SEQUENCE)) throw new Error(`has the sequence ${event.SEQUENCE}`);
  return event as unknown as ReadEvent;
}

function unescaped(value: string): string {
  if (/(?<!\\)(?:\\\\)*[;,]/.test(value)) throw new Error(`has an unescaped ; or ,: ${value}`);
  return value.replaceAll(/\\(.)/g, (_, character: string) => {
    if (!/[\\;,nN]/.test(character)) throw new Error(`escapes ${character}`);
    return /n/i.test(character) ? '\n' : character;
  });
}
