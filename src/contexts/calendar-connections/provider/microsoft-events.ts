import { instantOf } from '#kernel/clock';
import { MAX_OCCURRENCES } from '../parsing/bounds.js';
import { CalendarFailure } from '../parsing/calendar-failure.js';
import type { Spans } from '../parsing/expansion.js';
import { textIn } from './api-requests.js';
import { keyOf } from './object-key.js';
import { MAX_OBJECTS, type ReadingTerms, type ReadObject } from './port.js';
import { countSeries, isZone, spansOf, wallOfDate, zoneAmong } from './read-times.js';

type Item = Record<string, unknown>;

/** Graph says these of a series, and not of its occurrences. */
const OF_SERIES = ['isAllDay', 'showAs', 'isCancelled', 'responseStatus', 'iCalUId'];

/**
 * The events of a reading. Graph sends the occurrences of a series with nothing but their times, the series itself beside
 * them, and does not tell which occurrence was deleted: a series that is sent replaces what was read of it.
 */
export class MicrosoftEvents {
  private readonly masters = new Map<string, Item>();
  private readonly events: { id: string; series: string | null; item: Item }[] = [];
  private readonly removed: string[] = [];
  private readonly occurrences = countSeries(MAX_OCCURRENCES);

  add(item: Item): void {
    const id = textIn(item.id);
    if (id === null) throw new CalendarFailure('bad_response');
    const series = textIn(item.seriesMasterId);
    this.occurrences.count(series);
    if (item['@removed'] !== undefined) this.removed.push(id);
    else if (item.type === 'seriesMaster') this.masters.set(id, item);
    else this.events.push({ id, series, item });
    if (this.events.length + this.masters.size > MAX_OBJECTS) throw new CalendarFailure('too_large');
  }

  /** Series that were not sent, although occurrences of them were that lack what only the series has. */
  get missing(): string[] {
    const lacking = this.events.filter(({ item }) => item.showAs === undefined);
    return [...new Set(lacking.flatMap(({ series }) => (series === null || this.masters.has(series) ? [] : series)))];
  }

  /** @param others series that were fetched by themselves */
  objects(others: ReadonlyMap<string, Item>, terms: ReadingTerms): { objects: ReadObject[]; gone: string[] } {
    const series = new Map<string, Spans>([...this.masters.keys()].map((id) => [id, []]));
    const gone = this.removed.map(keyOf);
    const objects: ReadObject[] = [];
    for (const { id, series: of, item } of this.events) {
      const master = of === null ? undefined : (this.masters.get(of) ?? others.get(of));
      const spans = timesOf({ ...shared(master), ...item }, terms);
      const together = of === null ? undefined : series.get(of);
      if (!together || !spans) objects.push({ key: keyOf(id), etag: null, spans });
      else {
        together.push(...spans);
        // It may have been read alone.
        gone.push(keyOf(id));
      }
    }
    objects.push(...[...series].map(([id, spans]) => ({ key: keyOf(id), etag: null, spans })));
    return { objects, gone };
  }
}

function shared(master: Item = {}): Item {
  return Object.fromEntries(OF_SERIES.flatMap((name) => (master[name] === undefined ? [] : [[name, master[name]]])));
}

function timesOf(item: Item, terms: ReadingTerms): Spans | null {
  const { response } = (item.responseStatus ?? {}) as Item;
  const isOwn = textIn(item.iCalUId)?.endsWith(terms.ownUidEnding) === true;
  if (isOwn || item.isCancelled === true || item.showAs === 'free' || response === 'declined') return [];
  const zone = zoneAmong(terms.zone);
  const [from, to] = [item.start, item.end].map((time) => instantIn(time, item.isAllDay === true, zone));
  return spansOf(from, to, terms);
}

/** In milliseconds; null for what cannot be read. */
function instantIn(time: unknown, isAllDay: boolean, zone: string): number | null {
  const { dateTime, timeZone } = (time ?? {}) as Item;
  if (typeof dateTime !== 'string') return null;
  if (isAllDay) {
    const date = wallOfDate(dateTime.slice(0, 10));
    return date === null ? null : instantOf(date, zone).getTime();
  }
  const wall = Date.parse(`${dateTime.slice(0, 23).replace(/Z$/, '')}Z`);
  const named = typeof timeZone === 'string' ? timeZone : 'UTC';
  if (Number.isNaN(wall) || !isZone(named)) return null;
  return instantOf(wall, named).getTime();
}
