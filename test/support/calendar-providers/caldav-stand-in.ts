import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface DavRequest {
  method: string;
  path: string;
  depth: string | undefined;
  /** The paths that a REPORT asks for. */
  hrefs: string[];
  body: string;
}

type Answer = { status: number; body?: string; headers?: Record<string, string> };

/** A CalDAV server that holds calendars in memory, and does what real ones do only when they are broken. */
export class CaldavStandIn {
  readonly username = 'ada';
  readonly password = 'secret of Ada';
  readonly asked: DavRequest[] = [];
  /** Objects by name, by the name of the calendar. */
  readonly calendars = new Map<string, Map<string, string>>();
  /** Answers instead of the server, if it returns something. */
  interfere: ((asked: DavRequest) => Answer | undefined | Promise<Answer | undefined>) | undefined;
  /** Requests that are carried out, and whose answers are lost. */
  loses: ((asked: DavRequest) => boolean) | undefined;
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => void this.serve(request, response));
  }

  async start(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** As it was at first, with one calendar. */
  reset(): void {
    this.interfere = this.loses = undefined;
    this.asked.length = 0;
    this.calendars.clear();
    this.calendars.set('work', new Map());
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  /** Puts an object with one entry of these lines. */
  put(name: string, ...lines: string[]): void {
    const entry = ['BEGIN:VEVENT', `UID:${name}`, 'DTSTAMP:20240101T000000Z', ...lines, 'END:VEVENT'];
    const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...entry, 'END:VCALENDAR', ''].join('\r\n');
    this.calendars.get('work')?.set(name, text);
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString('utf8');
    const asked: DavRequest = {
      ...{ method: request.method ?? '', path: request.url ?? '', depth: request.headers.depth as string | undefined },
      ...{ hrefs: [...body.matchAll(/<d:href>([^<]*)</g)].map(([, href]) => href), body },
    };
    this.asked.push(asked);
    const { status, body: text, headers } = (await this.interfere?.(asked)) ?? this.answer(asked);
    if (this.loses?.(asked)) return void request.socket.destroy();
    response.writeHead(status, headers).end(text);
  }

  private answer({ method, path, depth, hrefs, body }: DavRequest): Answer {
    const [, name = '', file = ''] = path.split('/');
    const calendar = this.calendars.get(name);
    if (path === '/') {
      const names = depth === '1' ? [...this.calendars.keys()] : [];
      return multistatus(HOME, ...names.map((one) => resource(`/${one}/`, CALENDAR + displayName(one))));
    }
    if (method === 'MKCALENDAR') {
      if (calendar) return { status: 405 };
      this.calendars.set(name, new Map());
      return { status: 201 };
    }
    if (!calendar) return { status: method === 'PUT' ? 409 : 404 };
    if (file !== '') return this.object(calendar, file.replace('.ics', ''), method, body);
    if (method === 'DELETE') return { status: this.calendars.delete(name) ? 204 : 404 };
    if (method === 'REPORT') return multistatus(...hrefs.map((href) => objectOf(calendar, href, { withData: true })));
    const objects = depth === '1' ? [...calendar.keys()].map((one) => `/${name}/${one}.ics`) : [];
    return multistatus(
      resource(`/${name}/`, CALENDAR),
      ...objects.map((href) => objectOf(calendar, href, { withData: false })),
    );
  }

  private object(calendar: Map<string, string>, name: string, method: string, body: string): Answer {
    if (method === 'DELETE') return { status: calendar.delete(name) ? 204 : 404 };
    calendar.set(name, body);
    return { status: 201 };
  }
}

const CALENDAR = '<d:resourcetype><d:collection/><c:calendar/></d:resourcetype>';
const displayName = (name: string) => `<d:displayname>${name}</d:displayname>`;

export function multistatus(...responses: string[]): Answer {
  const root = '<d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">';
  return { status: 207, body: `<?xml version="1.0"?>${root}${responses.join('')}</d:multistatus>` };
}

export function resource(href: string, properties: string): string {
  const status = '<d:status>HTTP/1.1 200 OK</d:status>';
  return `<d:response><d:href>${href}</d:href><d:propstat><d:prop>${properties}</d:prop>${status}</d:propstat></d:response>`;
}

export function missing(href: string, status = '404 Not Found'): string {
  return `<d:response><d:href>${href}</d:href><d:status>HTTP/1.1 ${status}</d:status></d:response>`;
}

const HOME = resource(
  '/',
  '<c:calendar-home-set><d:href>/</d:href></c:calendar-home-set><d:current-user-principal><d:href>/</d:href></d:current-user-principal>',
);

function objectOf(calendar: Map<string, string>, href: string, { withData }: { withData: boolean }): string {
  const text = calendar.get((href.split('/').at(-1) ?? '').replace('.ics', ''));
  if (text === undefined) return missing(href);
  const data = withData ? `<c:calendar-data>${text}</c:calendar-data>` : '';
  return resource(href, `<d:getetag>"${text.length}"</d:getetag>${data}`);
}
