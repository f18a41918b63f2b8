import { CalendarFailure, OwnCalendarGone } from '../parsing/calendar-failure.js';
import { type ApiRequests, listIn, textIn } from './api-requests.js';
import { MicrosoftEvents } from './microsoft-events.js';
import {
  type CalendarClient,
  type CalendarReading,
  type KnownState,
  type ListedCalendar,
  MAX_OBJECTS,
  type MirrorEntry,
  OWN_CALENDAR_NAME,
  type ReadingTerms,
  type WrittenBefore,
} from './port.js';

const GONE = [404, 410];
/** The texts of events cannot be left out: pages are small, so that they are below 5 MB. */
const IN_UTC = { Prefer: 'outlook.timezone="UTC", odata.maxpagesize=50, outlook.body-content-type="text"' };
const OF_SERIES = '$select=id,isAllDay,showAs,isCancelled,responseStatus,iCalUId';
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
    const path = `/me/calendars/${encodeURIComponent(calendar.id)}`;
    const events = new MicrosoftEvents();
    let delta: string | null = null;
    for (let next: string | null = syncToken ?? `${path}/calendarView/delta?${period.toString()}`; next !== null;) {
      const { status, json } = await this.api.send(next, { headers: IN_UTC });
      if (status === 410 && syncToken !== null)
        return this.read(calendar, { syncToken: null, etags: new Map() }, terms);
      if (status !== 200) throw new CalendarFailure('bad_response');
      for (const item of listIn(json.value)) events.add(item);
      next = textIn(json['@odata.nextLink']);
      delta = textIn(json['@odata.deltaLink']);
    }
    const others = new Map<string, Record<string, unknown>>();
    for (const id of events.missing) {
      const { status, json } = await this.api.send(`${path}/events/${encodeURIComponent(id)}?${OF_SERIES}`);
      if (status > 299 && !GONE.includes(status)) throw new CalendarFailure('bad_response');
      others.set(id, json);
    }
    return { isWhole: syncToken === null, ...events.objects(others, terms), syncToken: delta };
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

/** Outlook calendars have no description: the name has the marker. */
function ownName(connectionId: string): string {
  return `${OWN_CALENDAR_NAME} (${connectionId.slice(-12)})`;
}
