import type { DocumentParser } from '../parsing/calendar-parser.js';
import { CalendarFailure, OwnCalendarGone } from '../parsing/calendar-failure.js';
import type { DavResource } from '../parsing/multistatus.js';
import { type CaldavAccess, CaldavRequests, GONE } from './caldav-requests.js';
import { type CalendarSender, MAX_BYTES } from './calendar-requests.js';
import { isSame, keyOfHref, nameOf } from './caldav-hrefs.js';
import { entryDocument } from './entry-document.js';

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

const OF_CALENDAR = [
  ...['d:resourcetype', 'd:displayname', 'c:supported-calendar-component-set', 'c:calendar-timezone'],
  ...['d:current-user-principal', 'c:calendar-home-set', 'c:calendar-user-address-set'],
];
const OF_PRINCIPAL = ['c:calendar-home-set', 'c:calendar-user-address-set', 'd:resourcetype'];
const BATCH = 100;
/** Times of all calendars that are read at once. */
const MAX_SPANS = 50_000;
/** Selected at first. */
const MOST_SELECTED = 10;
/** Answers to MKCALENDAR that another attempt will have, too. */
const NOT_MADE = [403, 405, 501];

interface Account {
  home: string | null;
  addresses: string[];
  /** Where the URL itself is one. */
  calendar: DavResource | null;
}

/** A CalDAV server. Its free-busy answers and time-range filters miss recurring entries: all objects are listed and expanded here. */
export class CaldavCalendar implements CalendarClient {
  private readonly requests: CaldavRequests;
  private known: Account | undefined;
  private spans = 0;

  constructor(
    requests: CalendarSender,
    private readonly parser: DocumentParser,
    private readonly access: CaldavAccess,
  ) {
    this.requests = new CaldavRequests(requests, parser, access);
  }

  async listCalendars(own: readonly string[]): Promise<ListedCalendar[]> {
    const { home, calendar } = await this.account();
    const found = home === null ? [] : await this.requests.find(home, '1', OF_CALENDAR);
    // A home that is not there is no home without calendars.
    if (!found) throw new CalendarFailure('bad_response');
    const calendars = found.filter(({ isCalendar, components }) => isCalendar && hasEvents(components));
    const others = calendars.filter(({ href }) => !own.some((one) => isSame(href, one)));
    const listed = calendar && !others.some(({ href }) => isSame(href, calendar.href)) ? [calendar, ...others] : others;
    if (listed.length === 0 && calendars.length === 0 && home === null) throw new CalendarFailure('bad_response');
    return listed.map(({ href, displayName, timezone }, index) => ({
      id: href,
      name: displayName ?? nameOf(href),
      isFirst: index < MOST_SELECTED,
      zone: timezone,
    }));
  }

  async read({ id, zone }: ListedCalendar, { etags }: KnownState, terms: ReadingTerms): Promise<CalendarReading> {
    const found = await this.requests.find(id, '1', ['d:getetag', 'd:resourcetype']);
    if (!found) throw new CalendarFailure('bad_response');
    const listed = found.filter(({ href, isCollection }) => !isCollection && !isSame(href, id));
    if (listed.length > MAX_OBJECTS) throw new CalendarFailure('too_large');
    const present = new Map(listed.map(({ href, etag }) => [keyOfHref(href), { href, etag }]));
    const changed = [...present].filter(([key, { etag }]) => etag === null || etags.get(key) !== etag);
    const objects = await this.fetch(
      id,
      changed.map(([, { href }]) => href),
      zone,
      terms,
    );
    const fetched = new Set(objects.map(({ key }) => key));
    const lost = changed.flatMap(([key]) => (fetched.has(key) ? [] : [key]));
    return {
      isWhole: etags.size === 0,
      objects,
      gone: [...lost, ...[...etags.keys()].filter((key) => !present.has(key))],
      syncToken: null,
    };
  }

  /** Throws `consent_missing` where the server makes no calendars, or none for this account. */
  async makeCalendar(connectionId: string): Promise<string> {
    const url = await this.ownUrl(connectionId);
    if (url === null) throw new CalendarFailure('consent_missing');
    const body =
      '<c:mkcalendar xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:set><d:prop>' +
      `<d:displayname>${OWN_CALENDAR_NAME}</d:displayname></d:prop></d:set></c:mkcalendar>`;
    const headers = { 'Content-Type': 'application/xml; charset=utf-8' };
    const { status } = await this.requests.send(url, { method: 'MKCALENDAR', headers, body });
    if (status === 201 || status === 200) return url;
    // An earlier attempt may have made it.
    if ((await this.findCalendar(connectionId)) !== null) return url;
    throw new CalendarFailure(NOT_MADE.includes(status) ? 'consent_missing' : 'bad_response');
  }

  async findCalendar(connectionId: string): Promise<string | null> {
    const url = await this.ownUrl(connectionId);
    const [there] = url === null ? [] : ((await this.requests.find(url, '0', ['d:resourcetype'])) ?? []);
    return there?.isCalendar ? url : null;
  }

  async removeCalendar(own: string): Promise<void> {
    this.checkOwn(own);
    const { status } = await this.requests.send(own, { method: 'DELETE' });
    if (status > 299 && !GONE.includes(status)) throw new CalendarFailure('bad_response');
  }

  async write(own: string, entry: MirrorEntry, { isSent }: WrittenBefore): Promise<null> {
    const url = this.entryUrl(own, entry.bookingId);
    const body = entryDocument(entry);
    const headers = { 'Content-Type': 'text/calendar; charset=utf-8' };
    const put = (more: object) => this.requests.send(url, { method: 'PUT', headers: { ...headers, ...more }, body });
    const first = isSent ? undefined : await put({ 'If-None-Match': '*' });
    const answer = first && first.status !== 412 ? first : await put({});
    if (answer.status > 299) {
      const [there] = (await this.requests.find(own, '0', ['d:resourcetype'])) ?? [];
      throw there ? new CalendarFailure('bad_response') : new OwnCalendarGone();
    }
    return null;
  }

  async remove(own: string, bookingId: string): Promise<void> {
    const { status } = await this.requests.send(this.entryUrl(own, bookingId), { method: 'DELETE' });
    if (status > 299 && !GONE.includes(status)) throw new CalendarFailure('bad_response');
  }

  watch(): Promise<void> {
    return Promise.resolve();
  }

  /** Made of the connection's id. Null where the account has no home of calendars. */
  private async ownUrl(connectionId: string): Promise<string | null> {
    const { home } = await this.account();
    return home === null ? null : new URL(`${connectionId}/`, home.endsWith('/') ? home : `${home}/`).href;
  }

  private entryUrl(own: string, bookingId: string): string {
    this.checkOwn(own);
    return new URL(`${bookingId}.ics`, own).href;
  }

  private checkOwn(own: string): void {
    if (new URL(own).origin !== new URL(this.access.url).origin) throw new CalendarFailure('bad_response');
  }

  private async fetch(
    calendar: string,
    hrefs: readonly string[],
    zone: string | null,
    terms: ReadingTerms,
  ): Promise<ReadObject[]> {
    const { addresses } = await this.account();
    const expansion = {
      ...{ from: terms.from.getTime(), to: terms.to.getTime(), ownUidEnding: terms.ownUidEnding },
      zones: [...(zone === null ? [] : [zone]), terms.zone],
      addresses: [...addresses, terms.address],
    };
    const objects: ReadObject[] = [];
    let bytes = 0;
    for (let at = 0; at < hrefs.length; at += BATCH) {
      const fetched = await this.requests.fetch(calendar, hrefs.slice(at, at + BATCH));
      const there = fetched.filter(({ status }) => status === null || status < 300);
      checkWhole(hrefs.slice(at, at + BATCH), fetched);
      const texts = there.map(({ data }) => data ?? '');
      bytes += texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
      if (bytes > MAX_BYTES) throw new CalendarFailure('too_large');
      const spans = await this.parser.expand(texts, expansion);
      this.spans += spans.reduce((sum, one) => sum + (one?.length ?? 0), 0);
      if (this.spans > MAX_SPANS) throw new CalendarFailure('too_large');
      objects.push(
        // Without an ETag an object is fetched each time, and known nevertheless, so that it is missed.
        ...there.map(({ href, etag }, index) => ({
          key: keyOfHref(href),
          etag: etag ?? '',
          spans: spans[index] ?? null,
        })),
      );
    }
    return objects;
  }

  private async account(): Promise<Account> {
    return (this.known ??= await this.discover());
  }

  /** From the URL, which may be of the server, a principal, a home of calendars, or a calendar. */
  private async discover(): Promise<Account> {
    const { url, username } = this.access;
    const wellKnown = new URL('/.well-known/caldav', url).href;
    const [there] =
      (await this.requests.find(url, '0', OF_CALENDAR)) ??
      (await this.requests.find(wellKnown, '0', OF_CALENDAR)) ??
      [];
    if (!there) throw new CalendarFailure('bad_response');
    const [principal] = there.principal
      ? ((await this.requests.find(there.principal, '0', OF_PRINCIPAL)) ?? [])
      : [there];
    const home = principal?.home ?? there.home;
    const told = [...(principal?.addresses ?? []), ...there.addresses, username];
    return {
      home,
      addresses: [...new Set(told.map((address) => address.toLowerCase().replace(/^mailto:/, '')))],
      calendar: there.isCalendar ? there : null,
    };
  }
}

/** Throws unless each object is there, or has gone between the two requests: what is left out may take time. */
function checkWhole(hrefs: readonly string[], fetched: readonly DavResource[]): void {
  const told = fetched.filter(({ status }) => status === null || status < 300 || GONE.includes(status));
  const keys = new Set(told.map(({ href }) => keyOfHref(href)));
  if (!hrefs.every((href) => keys.has(keyOfHref(href)))) throw new CalendarFailure('bad_response');
}

function hasEvents(components: readonly string[]): boolean {
  return components.length === 0 || components.includes('VEVENT');
}
