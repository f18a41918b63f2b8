import { type Answer, type Asked, NOT_FOUND, StandIn } from './stand-in.js';

type Item = Record<string, unknown> & { id: string };

interface Calendar {
  entry: Record<string, unknown>;
  events: Map<string, Item & { changed: number }>;
}

/** Google Calendar, as far as the service uses it. */
export class GoogleStandIn extends StandIn {
  readonly calendars = new Map<string, Calendar>();
  /** The number of changes so far: a sync token is that of a reading. */
  private changes = 0;
  /** Older tokens have expired. */
  private oldestToken = 0;
  /** Items of a page. */
  pageSize = 2;

  constructor() {
    super();
    this.add('ada@example.com', { summary: 'Ada', primary: true, timeZone: 'Europe/Paris' });
    this.add('team@group.example', { summary: 'Team', timeZone: 'America/New_York' });
  }

  get endpoints(): string {
    return `authorize=${this.url}/authorize,token=${this.url}/token,revoke=${this.url}/revoke,api=${this.url}/calendar/v3`;
  }

  add(id: string, entry: Record<string, unknown>): void {
    this.calendars.set(id, { entry: { id, ...entry }, events: new Map() });
  }

  put(calendar: string, item: Item): void {
    this.changes += 1;
    this.calendars.get(calendar)?.events.set(item.id, { status: 'confirmed', ...item, changed: this.changes });
  }

  expireSyncTokens(): void {
    this.oldestToken = this.changes + 1;
    this.changes += 1;
  }

  /** The calendar that the service has made, with its events that are not deleted. */
  get made(): { id: string; events: Item[] }[] {
    return [...this.calendars]
      .filter(([, { entry }]) => String(entry.description).includes('calendar connection'))
      .map(([id, { events }]) => ({ id, events: [...events.values()].filter(({ status }) => status !== 'cancelled') }));
  }

  protected api({ method, path, query, json }: Asked): Answer {
    const rest = path.replace('/calendar/v3', '');
    if (rest === '/users/me/calendarList') {
      return { status: 200, json: { items: [...this.calendars.values()].map(({ entry }) => entry) } };
    }
    if (rest === '/calendars' && method === 'POST') {
      const id = `made-${this.calendars.size}@group.example`;
      this.add(id, json);
      return { status: 200, json: { id, ...json } };
    }
    const [, , encoded = '', kind, event] = rest.split('/');
    const id = decodeURIComponent(encoded);
    const calendar = this.calendars.get(id);
    if (!calendar) return NOT_FOUND;
    if (kind === undefined && method === 'DELETE') {
      this.calendars.delete(id);
      return { status: 204 };
    }
    if (event === 'watch') return { status: 200, json: {} };
    if (event !== undefined) return this.event(calendar, id, { method, event, json });
    if (method === 'POST') {
      const made = json as Item;
      if (!/^[a-v0-9]{5,1024}$/.test(made.id)) return { status: 400, json: {} };
      if (calendar.events.has(made.id)) return { status: 409, json: { error: { code: 409 } } };
      this.put(id, made);
      return { status: 200, json: made };
    }
    return this.list(calendar, query);
  }

  private event(
    calendar: Calendar,
    id: string,
    { method, event, json }: { method: string; event: string; json: Record<string, unknown> },
  ): Answer {
    const there = calendar.events.get(event);
    if (!there) return NOT_FOUND;
    if (method === 'PUT') {
      this.put(id, { ...json, id: event });
      return { status: 200, json: { ...json, id: event } };
    }
    if (there.status === 'cancelled') return { status: 410, json: {} };
    this.put(id, { id: event, status: 'cancelled' });
    return { status: 204 };
  }

  private list({ entry, events }: Calendar, query: URLSearchParams): Answer {
    const token = query.get('syncToken');
    if (token !== null && Number(token) < this.oldestToken) return { status: 410, json: { error: { code: 410 } } };
    const [from, to] = [query.get('timeMin'), query.get('timeMax')];
    const all = [...events.values()].filter((one) => {
      if (token !== null) return one.changed > Number(token);
      const { start, end } = one as unknown as Record<'start' | 'end', { dateTime?: string; date?: string }>;
      if (one.status === 'cancelled') return false;
      const at = (time: { dateTime?: string; date?: string }) => Date.parse(time.dateTime ?? time.date ?? '');
      const [begin, finish] = [at(start), at(end)] as const;
      if (Number.isNaN(begin)) return true;
      return finish > Date.parse(from ?? '') && begin < Date.parse(to ?? '');
    });
    const at = Number(query.get('pageToken') ?? '0');
    const next = at + this.pageSize;
    return {
      status: 200,
      json: {
        timeZone: entry.timeZone,
        items: all.slice(at, next),
        ...(next < all.length ? { nextPageToken: String(next) } : { nextSyncToken: String(this.changes) }),
      },
    };
  }
}
