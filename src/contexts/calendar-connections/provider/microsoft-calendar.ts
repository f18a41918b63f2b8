import { instantOf } from '#kernel/clock';
import { CalendarFailure, OwnCalendarGone } from '../parsing/calendar-failure.js';
import { MAX_OCCURRENCES } from '../parsing/bounds.js';
import { type ApiRequests, listIn, textIn } from './api-requests.js';
import { keyOf } from './object-key.js';
import {
  type CalendarClient,
  type CalendarReading,
  type KnownState,
  type ListedCalendar,
  MAX_OBJECTS,
  type MirrorEntry,
  OWN_CALENDAR_NAME,
  type ReadingTerms,
  type ReadObject,
  type WrittenBefore,
} from './port.js';
import { countSeries, isZone, spansOf, wallOfDate, zoneAmong } from './read-times.js';

const GONE = [404, 410];
const IN_UTC = { Prefer: 'outlook.timezone="UTC", odata.maxpagesize=200' };
/** Subscriptions last less than three days; they are renewed with each whole reading, daily. */
const WATCHED_MS = 48 * 3_600_000;

/** Outlook calendars, by Microsoft Graph. */
export class MicrosoftCalendar implements CalendarClient {
  constructor(private readonly api: ApiRequests) {}

  async listCalendars(own: readonly string[]): Promise<ListedCalendar[]> {
    const items = await this.listAll();
    return items
      .filter(({ id }) => !own.includes(String(id)))
      .map(({ id, name, isDefaultCalendar }) => ({
        id: textIn(id) ?? '',
        name: textIn(name) ?? 'Calendar',
        isFirst: isDefaultCalendar === true,
        zone: null,
      }))
      .filter(({ id }) => id !== '');
  }

  async read(calendar: ListedCalendar, { syncToken }: KnownState, terms: ReadingTerms): Promise<CalendarReading> {
    const period = new URLSearchParams({
      startDateTime: terms.from.toISOString(),
      endDateTime: terms.to.toISOString(),
    });
    const whole = `/me/calendars/${encodeURIComponent(calendar.id)}/calendarView/delta?${period.toString()}`;
    const reading: CalendarReading = { isWhole: syncToken === null, objects: [], gone: [], syncToken: null };
    const zone = zoneAmong(terms.zone);
    const series = countSeries(MAX_OCCURRENCES);
    for (let next: string | null = syncToken ?? whole; next !== null;) {
      const { status, json } = await this.api.send(next, { headers: IN_UTC });
      if (status === 410 && syncToken !== null)
        return this.read(calendar, { syncToken: null, etags: new Map() }, terms);
      if (status !== 200) throw new CalendarFailure('bad_response');
      for (const item of listIn(json.value)) {
        series.count(textIn(item.seriesMasterId));
        place(reading, item, zone, terms);
      }
      if (reading.objects.length > MAX_OBJECTS) throw new CalendarFailure('too_large');
      next = textIn(json['@odata.nextLink']);
      reading.syncToken = textIn(json['@odata.deltaLink']);
    }
    return reading;
  }

  async makeCalendar(connectionId: string): Promise<string> {
    const found = await this.findCalendar(connectionId);
    if (found !== null) return found;
    const json = { name: ownName(connectionId) };
    const id = textIn((await this.api.need('/me/calendars', { method: 'POST', json })).id);
    if (id === null) throw new CalendarFailure('bad_response');
    return id;
  }

  async findCalendar(connectionId: string): Promise<string | null> {
    const own = ownName(connectionId);
    return textIn((await this.listAll()).find(({ name }) => name === own)?.id);
  }

  async removeCalendar(own: string): Promise<void> {
    const { status } = await this.api.send(`/me/calendars/${encodeURIComponent(own)}`, { method: 'DELETE' });
    if (status > 299 && !GONE.includes(status)) throw new CalendarFailure('bad_response');
  }

  async write(own: string, entry: MirrorEntry, { isSent, externalId }: WrittenBefore): Promise<string> {
    const json = {
      subject: entry.title,
      start: { dateTime: entry.startsAt.toISOString().slice(0, 23), timeZone: 'UTC' },
      end: { dateTime: entry.endsAt.toISOString().slice(0, 23), timeZone: 'UTC' },
      isReminderOn: false,
      ...(entry.joinUrl === null ? {} : { location: { displayName: entry.joinUrl } }),
    };
    const calendar = `/me/calendars/${encodeURIComponent(own)}`;
    const patch = (id: string) =>
      this.api.send(`${calendar}/events/${encodeURIComponent(id)}`, { method: 'PATCH', json });
    if (externalId !== null) {
      const { status } = await patch(externalId);
      if (status < 300) return externalId;
      if (!GONE.includes(status)) throw new CalendarFailure('bad_response');
    }
    // One that people have deleted is made anew: the provider would take the former id for the same request.
    const transactionId = externalId === null ? entry.bookingId : `${entry.bookingId}-${entry.sequence}`;
    const made = await this.api.send(`${calendar}/events`, { method: 'POST', json: { ...json, transactionId } });
    if (GONE.includes(made.status)) throw new OwnCalendarGone();
    const id = textIn(made.json.id);
    if (made.status > 299 || id === null) throw new CalendarFailure('bad_response');
    // A repeated creation may have returned the entry of the first one, with the time of then.
    if (isSent && (await patch(id)).status > 299) throw new CalendarFailure('bad_response');
    return id;
  }

  async remove(own: string, bookingId: string, externalId: string | null): Promise<void> {
    const calendar = `/me/calendars/${encodeURIComponent(own)}`;
    // One that people had deleted may have been made anew, without an answer.
    if (externalId !== null && (await this.removeEvent(calendar, externalId))) return;
    const lost = await this.findLost(calendar, bookingId);
    if (lost !== null) await this.removeEvent(calendar, lost);
  }

  /** False where it is not there. */
  private async removeEvent(calendar: string, id: string): Promise<boolean> {
    const { status } = await this.api.send(`${calendar}/events/${encodeURIComponent(id)}`, { method: 'DELETE' });
    if (GONE.includes(status)) return false;
    if (status > 299) throw new CalendarFailure('bad_response');
    return true;
  }

  /** An entry whose creation was not answered. */
  private async findLost(calendar: string, bookingId: string): Promise<string | null> {
    let pages = 0;
    for (let next: string | null = `${calendar}/events?$top=200&$select=id,transactionId`; next !== null; pages += 1) {
      const json: Record<string, unknown> = await this.api.need(next);
      const found = listIn(json.value).find(({ transactionId }) => textIn(transactionId)?.startsWith(bookingId));
      if (found) return textIn(found.id);
      if (pages * 200 > MAX_OBJECTS) throw new CalendarFailure('too_large');
      next = textIn(json['@odata.nextLink']);
    }
    return null;
  }

  async watch(address: string, channelId: string, calendars: readonly string[]): Promise<void> {
    const expirationDateTime = new Date(Date.now() + WATCHED_MS).toISOString();
    for (const calendar of calendars) {
      const resource = `/me/calendars/${calendar}/events`;
      const json = { changeType: 'created,updated,deleted', notificationUrl: address, resource, expirationDateTime };
      await this.api.send('/subscriptions', { method: 'POST', json: { ...json, clientState: channelId } });
    }
  }

  private async listAll(): Promise<Record<string, unknown>[]> {
    const items: Record<string, unknown>[] = [];
    for (let next: string | null = '/me/calendars?$top=100'; next !== null;) {
      const json: Record<string, unknown> = await this.api.need(next);
      items.push(...listIn(json.value));
      if (items.length > MAX_OBJECTS) throw new CalendarFailure('too_large');
      next = textIn(json['@odata.nextLink']);
    }
    return items;
  }
}

function place(reading: CalendarReading, item: Record<string, unknown>, zone: string, terms: ReadingTerms): void {
  const id = textIn(item.id);
  if (id === null) throw new CalendarFailure('bad_response');
  const key = keyOf(id);
  if (item['@removed'] !== undefined) reading.gone.push(key);
  // The series of occurrences, which takes no time itself.
  else if (item.type !== 'seriesMaster') reading.objects.push(objectOf(key, item, zone, terms));
}

function objectOf(key: string, item: Record<string, unknown>, zone: string, terms: ReadingTerms): ReadObject {
  const { response } = (item.responseStatus ?? {}) as Record<string, unknown>;
  const isOwn = textIn(item.iCalUId)?.endsWith(terms.ownUidEnding) === true;
  const isFree = item.isCancelled === true || item.showAs === 'free' || response === 'declined';
  if (isOwn || isFree) return { key, etag: null, spans: [] };
  const [from, to] = [item.start, item.end].map((time) => instantIn(time, item.isAllDay === true, zone));
  return { key, etag: null, spans: spansOf(from, to, terms) };
}

/** In milliseconds; null for what cannot be read. */
function instantIn(time: unknown, isAllDay: boolean, zone: string): number | null {
  const { dateTime, timeZone } = (time ?? {}) as Record<string, unknown>;
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

/** Outlook calendars have no description: the name has the marker. */
function ownName(connectionId: string): string {
  return `${OWN_CALENDAR_NAME} (${connectionId.slice(-12)})`;
}
