import { Injectable } from '@nestjs/common';
import { reachValues } from '#contexts/enrollments/enrollments.public.js';
import type { Caller } from '#kernel/access';
import { Clock } from '#kernel/clock';
import { notFound } from '#kernel/errors';
import { idsOf } from '#kernel/lists';
import type { TenantSession } from '#kernel/persistence';
import { parseCapability } from '#kernel/secrets';
import { Database } from '#kernel/work';
import {
  countChanges,
  findOpenFeed,
  listCoachItems,
  listCohortItems,
  listOwnItems,
  noteRead,
  type CalendarItem,
  type OpenFeed,
} from './calendar-items.statements.js';
import { iCalendar, type CalendarEvent } from './icalendar.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAYS_BACK = 30;
const DAYS_AHEAD = 365;

/** The documents of calendar feeds, which are made anew on each read. */
@Injectable()
export class CalendarService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Throws 404 for every token that gives no access. */
  async read(token: string): Promise<string> {
    const capability = parseCapability(token);
    if (!capability) throw notFound();
    const { organizationId, hash } = capability;
    const now = this.clock.now();
    return this.database.inTenant(organizationId, async (tenant) => {
      const [feed] = await tenant.query(findOpenFeed, { hash });
      if (!feed) throw notFound();
      const items = await listItems(tenant, feed, { organizationId, now });
      const changes = await tenant.query(countChanges, { ids: idsOf(items) });
      const sequences = new Map(changes.map((row) => [row.id, row.changes]));
      const isNoted = feed.lastReadAt && now.getTime() - feed.lastReadAt.getTime() < HOUR_MS;
      if (!isNoted) await tenant.execute(noteRead, { id: feed.id, now });
      const events = items.map((item) => eventOf(item, feed, organizationId, sequences.get(item.id) ?? 0));
      return iCalendar(feed.name, events);
    });
  }
}

function listItems(
  tenant: TenantSession,
  feed: OpenFeed,
  { organizationId, now }: { organizationId: string; now: Date },
): Promise<CalendarItem[]> {
  const { include, accountId: account, cohortId: cohort } = feed;
  const from = new Date(now.getTime() - DAYS_BACK * DAY_MS);
  const to = new Date(now.getTime() + DAYS_AHEAD * DAY_MS);
  if (feed.audience === 'own') return tenant.query(listOwnItems, { include, from, to, account });
  const caller: Caller = { ...feed, organizationId, apiKeyId: null, keyScopes: [] };
  const period = { include, from, to, ...reachValues(caller) };
  if (feed.audience === 'coach') return tenant.query(listCoachItems, period);
  return tenant.query(listCohortItems, { ...period, cohort });
}

function eventOf(item: CalendarItem, feed: OpenFeed, organizationId: string, sequence: number): CalendarEvent {
  const { id, kind, isCancelled, joinUrl, timezone } = item;
  const mayJoin = feed.audience !== 'cohort' && !isCancelled;
  return {
    ...item,
    uid: `${id}@${organizationId}`,
    sequence,
    summary: summaryOf(item),
    description: `Time zone: ${timezone}`,
    url: mayJoin ? joinUrl : null,
    isFree: kind === 'deadlines',
  };
}

function summaryOf({ kind, title, personName }: CalendarItem): string {
  if (kind === 'deadlines') return `Due: ${title}`;
  const name = title ?? 'Coaching session';
  return personName === null ? name : `${name} – ${personName}`;
}
