import { randomUUID } from 'node:crypto';
import { type Answer, type Asked, NOT_FOUND, StandIn } from './stand-in.js';

type Item = Record<string, unknown> & { id: string };

interface Calendar {
  entry: Record<string, unknown>;
  events: Map<string, Item & { changed: number; removed?: boolean }>;
}

/** Microsoft Graph, as far as the service uses it. */
export class MicrosoftStandIn extends StandIn {
  readonly calendars = new Map<string, Calendar>();
  private changes = 0;
  private oldestToken = 0;

  constructor() {
    super();
    this.calendars.set('AAMk=default', {
      entry: { id: 'AAMk=default', name: 'Calendar', isDefaultCalendar: true },
      events: new Map(),
    });
  }

  get endpoints(): string {
    return `authorize=${this.url}/authorize,token=${this.url}/token,api=${this.url}/v1.0`;
  }

  /** One with `isApart` is in no list of changes, and can be read by itself. */
  put(item: Item, calendar = 'AAMk=default'): void {
    this.changes += 1;
    this.calendars
      .get(calendar)
      ?.events.set(item.id, { type: 'singleInstance', showAs: 'busy', ...item, changed: this.changes });
  }

  remove(id: string): void {
    this.changes += 1;
    this.calendars.get('AAMk=default')?.events.set(id, { id, removed: true, changed: this.changes });
  }

  expireDeltas(): void {
    this.changes += 1;
    this.oldestToken = this.changes;
  }

  get made(): { id: string; events: Item[] }[] {
    return [...this.calendars]
      .filter(([, { entry }]) => String(entry.name).startsWith('Bookings'))
      .map(([id, { events }]) => ({ id, events: [...events.values()].filter(({ removed }) => !removed) }));
  }

  protected api({ method, path, query, json }: Asked): Answer {
    const rest = path.replace('/v1.0', '');
    if (rest === '/subscriptions') return { status: 201, json: {} };
    if (rest === '/me/calendars' && method === 'GET') {
      return { status: 200, json: { value: [...this.calendars.values()].map(({ entry }) => entry) } };
    }
    if (rest === '/me/calendars') {
      const id = `AAMk=made${this.calendars.size}`;
      this.calendars.set(id, { entry: { id, ...json }, events: new Map() });
      return { status: 201, json: { id, ...json } };
    }
    const [, , , encoded = '', kind, event] = rest.split('/');
    const id = decodeURIComponent(encoded);
    const calendar = this.calendars.get(id);
    if (!calendar) return NOT_FOUND;
    if (kind === undefined) {
      this.calendars.delete(id);
      return { status: 204 };
    }
    if (kind === 'calendarView') return this.delta(path, calendar, query);
    if (event !== undefined) return this.event(calendar, { method, event: decodeURIComponent(event), json });
    if (method === 'GET') return this.page(path, calendar, query);
    const twin = [...calendar.events.values()].find((one) => one.transactionId === json.transactionId);
    // The first creation counts: what is sent now is not looked at.
    if (twin) return { status: 201, json: twin };
    const made = { ...json, id: randomUUID() };
    this.put(made, id);
    return { status: 201, json: made };
  }

  /** Events of a calendar in pages, as long as `$top` says. */
  private page(path: string, { events }: Calendar, query: URLSearchParams): Answer {
    const [top, skip] = ['$top', '$skip'].map((name) => Number(query.get(name) ?? 0));
    const there = [...events.values()].filter(({ removed }) => !removed);
    const isLast = there.length <= skip + top;
    const next = `${this.url}${path}?$top=${top}&$skip=${skip + top}`;
    const value = there.slice(skip, skip + top).map(({ id, transactionId }) => ({ id, transactionId }));
    return { status: 200, json: { value, ...(!isLast && { '@odata.nextLink': next }) } };
  }

  private event(
    calendar: Calendar,
    { method, event, json }: { method: string; event: string; json: Record<string, unknown> },
  ): Answer {
    const there = calendar.events.get(event);
    if (!there || there.removed) return NOT_FOUND;
    if (method === 'GET') return { status: 200, json: there };
    if (method === 'DELETE') {
      calendar.events.delete(event);
      return { status: 204 };
    }
    calendar.events.set(event, { ...there, ...json });
    return { status: 200, json: { id: event } };
  }

  private delta(path: string, { events }: Calendar, query: URLSearchParams): Answer {
    const token = query.get('$deltatoken');
    if (token !== null && Number(token) < this.oldestToken)
      return { status: 410, json: { error: { code: 'syncStateNotFound' } } };
    const value = [...events.values()]
      .filter(({ isApart }) => isApart !== true)
      .filter(({ changed, removed }) => (token === null ? !removed : changed > Number(token)))
      .map(({ removed, changed: _, ...one }) => (removed ? { id: one.id, '@removed': { reason: 'deleted' } } : one));
    const link = `${this.url}${path}?$deltatoken=${this.changes}`;
    return { status: 200, json: { value, '@odata.deltaLink': link } };
  }
}
