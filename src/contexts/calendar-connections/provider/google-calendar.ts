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
} from './port.js';
import { countSeries, spansOf, wallOfDate, zoneAmong } from './read-times.js';

const PAGE = 250;
const GONE = [404, 410];

/** Google Calendar, by its API v3. */
export class GoogleCalendar implements CalendarClient {
  constructor(private readonly api: ApiRequests) {}

  async listCalendars(own: readonly string[]): Promise<ListedCalendar[]> {
    const items = await this.listAll();
    return items
      .filter(({ id }) => !own.includes(String(id)))
      .map(({ id, summary, summaryOverride, primary, timeZone }) => ({
        id: textIn(id) ?? '',
        name: textIn(summaryOverride) ?? textIn(summary) ?? 'Calendar',
        isFirst: primary === true,
        zone: textIn(timeZone),
      }))
      .filter(({ id }) => id !== '');
  }

  async read(calendar: ListedCalendar, { syncToken }: KnownState, terms: ReadingTerms): Promise<CalendarReading> {
    const path = `/calendars/${encodeURIComponent(calendar.id)}/events`;
    const period = { timeMin: terms.from.toISOString(), timeMax: terms.to.toISOString() };
    const reading: CalendarReading = { isWhole: syncToken === null, objects: [], gone: [], syncToken: null };
    const series = countSeries(MAX_OCCURRENCES);
    for (let page: string | null = ''; page !== null;) {
      const query = new URLSearchParams({
        ...{ singleEvents: 'true', maxResults: String(PAGE) },
        ...(syncToken === null ? period : { syncToken }),
        ...(page !== '' && { pageToken: page }),
      });
      const { status, json } = await this.api.send(`${path}?${query.toString()}`);
      // The token has expired: everything is read anew.
      if (status === 410 && syncToken !== null)
        return this.read(calendar, { syncToken: null, etags: new Map() }, terms);
      if (status !== 200) throw new CalendarFailure('bad_response');
      const zone = zoneAmong(textIn(json.timeZone), calendar.zone, terms.zone);
      for (const item of listIn(json.items)) {
        series.count(textIn(item.recurringEventId));
        place(reading, item, zone, terms);
      }
      if (reading.objects.length > MAX_OBJECTS) throw new CalendarFailure('too_large');
      page = textIn(json.nextPageToken);
      reading.syncToken = textIn(json.nextSyncToken);
    }
    return reading;
  }

  async makeCalendar(connectionId: string): Promise<string> {
    const found = await this.findCalendar(connectionId);
    if (found !== null) return found;
    const json = { summary: OWN_CALENDAR_NAME, description: markerOf(connectionId) };
    const id = textIn((await this.api.need('/calendars', { method: 'POST', json })).id);
    if (id === null) throw new CalendarFailure('bad_response');
    return id;
  }

  async findCalendar(connectionId: string): Promise<string | null> {
    const marker = markerOf(connectionId);
    return textIn((await this.listAll()).find(({ description }) => description === marker)?.id);
  }

  async removeCalendar(own: string): Promise<void> {
    const { status } = await this.api.send(`/calendars/${encodeURIComponent(own)}`, { method: 'DELETE' });
    if (status > 299 && !GONE.includes(status)) throw new CalendarFailure('bad_response');
  }

  async write(own: string, entry: MirrorEntry): Promise<string> {
    const events = `/calendars/${encodeURIComponent(own)}/events`;
    const id = idOf(entry.bookingId);
    const json = {
      summary: entry.title,
      start: { dateTime: entry.startsAt.toISOString() },
      end: { dateTime: entry.endsAt.toISOString() },
      status: 'confirmed',
      ...(entry.joinUrl === null ? {} : { location: entry.joinUrl }),
      reminders: { useDefault: false },
    };
    const first = await this.api.send(`${events}?sendUpdates=none`, { method: 'POST', json: { id, ...json } });
    if (first.status < 300) return id;
    if (GONE.includes(first.status)) throw new OwnCalendarGone();
    if (first.status !== 409) throw new CalendarFailure('bad_response');
    // It is there, or was: the same entry is written over.
    await this.api.need(`${events}/${id}?sendUpdates=none`, { method: 'PUT', json });
    return id;
  }

  async remove(own: string, bookingId: string): Promise<void> {
    const path = `/calendars/${encodeURIComponent(own)}/events/${idOf(bookingId)}?sendUpdates=none`;
    const { status } = await this.api.send(path, { method: 'DELETE' });
    if (status > 299 && !GONE.includes(status)) throw new CalendarFailure('bad_response');
  }

  async watch(address: string, channelId: string, calendars: readonly string[]): Promise<void> {
    for (const [index, calendar] of calendars.entries()) {
      const json = { id: `${channelId}-${index}`, type: 'web_hook', address };
      await this.api.send(`/calendars/${encodeURIComponent(calendar)}/events/watch`, { method: 'POST', json });
    }
  }

  private async listAll(): Promise<Record<string, unknown>[]> {
    const items: Record<string, unknown>[] = [];
    for (let page: string | null = ''; page !== null;) {
      const query = new URLSearchParams({ maxResults: String(PAGE), ...(page !== '' && { pageToken: page }) });
      const json = await this.api.need(`/users/me/calendarList?${query.toString()}`);
      items.push(...listIn(json.items ?? []));
      if (items.length > MAX_OBJECTS) throw new CalendarFailure('too_large');
      page = textIn(json.nextPageToken);
    }
    return items;
  }
}

function place(reading: CalendarReading, item: Record<string, unknown>, zone: string, terms: ReadingTerms): void {
  const id = textIn(item.id);
  if (id === null) throw new CalendarFailure('bad_response');
  const key = keyOf(id);
  if (item.status === 'cancelled') reading.gone.push(key);
  else reading.objects.push(objectOf(key, item, zone, terms));
}

function objectOf(key: string, item: Record<string, unknown>, zone: string, terms: ReadingTerms): ReadObject {
  const isOwn = textIn(item.iCalUID)?.endsWith(terms.ownUidEnding) === true;
  if (isOwn || item.transparency === 'transparent' || isDeclined(item)) return { key, etag: null, spans: [] };
  const [from, to] = [item.start, item.end].map((time) => instantIn(time, zone));
  return { key, etag: null, spans: spansOf(from, to, terms) };
}

function isDeclined({ attendees }: Record<string, unknown>): boolean {
  if (!Array.isArray(attendees)) return false;
  return listIn(attendees).some(({ self, responseStatus }) => self === true && responseStatus === 'declined');
}

/** In milliseconds; null for what cannot be read. */
function instantIn(time: unknown, zone: string): number | null {
  const { dateTime, date } = (time ?? {}) as Record<string, unknown>;
  if (typeof dateTime === 'string') {
    const instant = Date.parse(dateTime);
    return Number.isNaN(instant) ? null : instant;
  }
  const wall = typeof date === 'string' ? wallOfDate(date) : null;
  return wall === null ? null : instantOf(wall, zone).getTime();
}

/** Ids of events may have the letters a to v and digits. */
function idOf(bookingId: string): string {
  return bookingId.replaceAll('-', '');
}

const MARKER = 'Made by a calendar connection: ';

function markerOf(connectionId: string): string {
  return MARKER + connectionId;
}
