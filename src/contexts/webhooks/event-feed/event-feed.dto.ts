import { EVENT_NAMES } from '#kernel/events';
import {
  Flag,
  Instant,
  NameIn,
  NamesIn,
  NestedList,
  OneOf,
  OpenObject,
  PositiveInteger,
  Shown,
  Text,
  Uuid,
} from '#kernel/fields';
import { Limit, PageQuery } from '#kernel/lists';
import { ALL_EVENTS, FollowedEvents } from '../subscription/webhook-subscription.dto.js';
import { EVENT_FEED_STATUSES } from './event-feed.entity.js';

export const MAX_EVENTS = 500;

export class CreateEventFeedRequest extends FollowedEvents {}

export class EventFeedQuery extends PageQuery {}

export class EventFeed {
  @Uuid({ description: 'Feed identifier' }) id: string;
  @Shown(FollowedEvents, 'name') name: string;
  @NamesIn(EVENT_NAMES, { also: ALL_EVENTS, description: 'Names of its events, or *', example: ['group.created'] })
  eventNames: string[];
  @OneOf(EVENT_FEED_STATUSES, { description: 'A closed feed is not read any more' }) status: string;
  @Instant({ description: 'Creation, UTC' }) createdAt: string;
  @Instant({ nullable: true, description: 'When it was closed, UTC' }) closedAt: string | null;
}

export class ReadEventFeedQuery {
  @Text({ optional: true, description: 'next of the page before; by default the beginning of the feed' })
  after?: string;
  @Limit({ most: MAX_EVENTS, usual: 100 }) limit?: number;
}

export class FeedEvent {
  @Uuid({ description: 'Event identifier' }) id: string;
  @NameIn(EVENT_NAMES, { description: 'Event type', example: 'group.created' }) type: string;
  @PositiveInteger({ description: 'Incremented when fields are added to the data', example: 1 }) version: number;
  @Instant({ description: 'Time of the change, UTC' }) timestamp: string;
  @Text({ description: 'Correlation id of the request that made the change' }) correlationId: string;
  @OpenObject({ description: 'Data, as described by the schema of the event type', example: { groupId: '…' } })
  data: object;
}

export class FeedPage {
  @NestedList(() => FeedEvent, { maxItems: MAX_EVENTS, description: 'Oldest first' }) events: FeedEvent[];
  @Text({ description: 'Send it as after to read on, also where there are no events yet' }) next: string;
  @Flag({ description: 'Whether the feed had no further events' }) caughtUp: boolean;
}
