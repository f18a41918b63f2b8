import { Injectable } from '@nestjs/common';
import { invalidField } from '#kernel/errors';
import { declaredEvents } from '#kernel/events';
import { toResource, toResources } from '#kernel/fields';
import type { Page } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import { lockCreation } from '../creation-lock.js';
import { webhookTables } from '../webhooks.tables.js';
import {
  EventFeed,
  FeedEvent,
  type CreateEventFeedRequest,
  type EventFeedQuery,
  type FeedPage,
  type ReadEventFeedQuery,
} from './event-feed.dto.js';
import { EVENT_FEED, EventFeedEntity } from './event-feed.entity.js';
import { closeEventFeed, createEventFeed, feedLimit, MAX_OPEN_FEEDS } from './event-feed.operations.js';
import { feedCursor, placeOf } from './feed-cursor.js';

const USUAL_EVENTS = 100;

const listFeeds = webhookTables.list('list_event_feeds', { rows: EventFeedEntity });

const countOpen = webhookTables
  .statement(
    'count_open_event_feeds',
    {},
    `select count(*)::integer as count from event_feeds where organization_id = :organization and status = 'open'`,
  )
  .returning<{ count: number }>();

const listEntries = webhookTables
  .statement(
    'list_event_feed_entries',
    { feed: 'uuid', after: 'integer', most: 'integer' },
    `select n.position, e.id, e.name as type, e.occurred_at as timestamp,
       e.correlation_id as "correlationId", e.data
     from event_feed_entries n
     join events e on e.organization_id = n.organization_id and e.id = n.event_id
     where n.organization_id = :organization and n.event_feed_id = :feed and n.position > :after
     order by n.position limit :most`,
  )
  .returning<{ position: number; id: string; type: string; timestamp: Date; correlationId: string; data: object }>();

@Injectable()
export class EventFeedService {
  async create(uow: UnitOfWork, { name, eventNames }: CreateEventFeedRequest): Promise<EventFeed> {
    await lockCreation(uow, 'event feed');
    const [{ count }] = await uow.query(countOpen);
    if (count >= MAX_OPEN_FEEDS) throw feedLimit.error();
    const feed = uow.insert(EventFeedEntity, { name, eventNames, status: 'open', lastPosition: 0 });
    uow.record(createEventFeed.event, feed, { eventNames });
    return toResource(EventFeed, feed);
  }

  list(scope: Scope, query: EventFeedQuery): Promise<Page<EventFeed>> {
    return scope.list(listFeeds, query, toResources(EventFeed));
  }

  async read(scope: Scope, id: string, { after, limit = USUAL_EVENTS }: ReadEventFeedQuery): Promise<FeedPage> {
    const place = after === undefined ? 0 : placeOf(after, id);
    if (place === undefined) throw invalidField('after', 'must be next of a page of this feed');
    EVENT_FEED.require(await scope.get(EventFeedEntity, id), 'open');
    const entries = await scope.query(listEntries, { feed: id, after: place, most: limit + 1 });
    const shown = entries.slice(0, limit);
    const events = shown.map((entry) => ({ ...entry, version: declaredEvents().get(entry.type)?.version ?? 1 }));
    return {
      events: toResources(FeedEvent)(events),
      next: feedCursor(id, shown.at(-1)?.position ?? place),
      caughtUp: entries.length <= limit,
    };
  }

  async close(uow: UnitOfWork, id: string): Promise<EventFeed> {
    const change = { closedAt: uow.now };
    return toResource(
      EventFeed,
      await uow.move(EventFeedEntity, id, EVENT_FEED, 'closed', closeEventFeed.event, change),
    );
  }
}
