import type { DocumentParser } from '../parsing/calendar-parser.js';
import { CalendarFailure } from '../parsing/calendar-failure.js';
import type { DavResource } from '../parsing/multistatus.js';
import type { CalendarAnswer, CalendarRequest, CalendarSender } from './calendar-requests.js';

const XML = { 'Content-Type': 'application/xml; charset=utf-8' };
const NAMESPACES = 'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:s="http://calendarserver.org/ns/"';

export const GONE = [404, 410];

export interface CaldavAccess {
  url: string;
  username: string;
  password: string;
}

/** Requests to one CalDAV server, with a password. */
export class CaldavRequests {
  private readonly authorization: string;
  private readonly origin: string;

  constructor(
    private readonly requests: CalendarSender,
    private readonly parser: DocumentParser,
    { url, username, password }: CaldavAccess,
  ) {
    this.origin = new URL(url).origin;
    this.authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  }

  send(url: string, request: CalendarRequest): Promise<CalendarAnswer> {
    const headers = { Authorization: this.authorization, ...request.headers };
    return this.requests.send(url, { ...request, headers });
  }

  /** The resources, with absolute addresses; undefined where the server has nothing there. */
  async find(url: string, depth: '0' | '1', properties: readonly string[]): Promise<DavResource[] | undefined> {
    const body = `<d:propfind ${NAMESPACES}><d:prop>${properties.map((name) => `<${name}/>`).join('')}</d:prop></d:propfind>`;
    const found = await this.ask(url, { method: 'PROPFIND', headers: { ...XML, Depth: depth }, body });
    // Some servers answer 207 for what they do not have.
    const there = found?.filter(({ status }) => status === null || !GONE.includes(status));
    return there?.length === 0 ? undefined : there;
  }

  /** The objects with the addresses, with their data. */
  async fetch(url: string, addresses: readonly string[]): Promise<DavResource[]> {
    const hrefs = addresses.map((address) => `<d:href>${escaped(new URL(address).pathname)}</d:href>`).join('');
    const body =
      `<c:calendar-multiget ${NAMESPACES}><d:prop><d:getetag/><c:calendar-data/></d:prop>${hrefs}` +
      '</c:calendar-multiget>';
    const found = await this.ask(url, { method: 'REPORT', headers: { ...XML, Depth: '1' }, body });
    if (!found) throw new CalendarFailure('bad_response');
    return found;
  }

  private async ask(url: string, request: CalendarRequest): Promise<DavResource[] | undefined> {
    const answer = await this.send(url, request);
    if ([403, 404, 405, 410].includes(answer.status)) return undefined;
    if (answer.status !== 207) throw new CalendarFailure('bad_response');
    const resources = await this.parser.multistatus(answer.body.toString('utf8'));
    return resources.map((resource) => ({
      ...resource,
      href: this.within(resource.href, answer.url),
      principal: resource.principal && this.within(resource.principal, answer.url),
      home: resource.home && this.within(resource.home, answer.url),
    }));
  }

  /** An address of this server. Throws for one that leads elsewhere. */
  private within(href: string, base: string): string {
    if (!URL.canParse(href, base)) throw new CalendarFailure('bad_response');
    const url = new URL(href, base);
    if (url.origin !== this.origin) throw new CalendarFailure('bad_response');
    return url.href;
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
