import { administrators } from '#kernel/access';
import { refusal, refusedIn } from '#kernel/errors';
import { declareEvent, EVENT_NAMES } from '#kernel/events';
import { NamesIn, Uuid } from '#kernel/fields';
import { declareRead, existing, resource } from '#kernel/operations';
import { ALL_EVENTS } from '../subscription/webhook-subscription.dto.js';
import { webhookTables } from '../webhooks.tables.js';
import { CreateEventFeedRequest, EventFeed, EventFeedQuery, FeedPage, ReadEventFeedQuery } from './event-feed.dto.js';
import { EVENT_FEED } from './event-feed.entity.js';

class EventFeedChanged {
  @Uuid() eventFeedId: string;
  @NamesIn(EVENT_NAMES, { also: ALL_EVENTS, example: ['group.created'] }) eventNames: string[];
}

export const MAX_OPEN_FEEDS = 20;

export const feedLimit = refusal('event_feed_limit', `The organization has ${MAX_OPEN_FEEDS} open event feeds.`);

const existingFeed = existing('event feed', webhookTables, 'event_feeds');

const feeds = resource({
  noun: 'event feed',
  path: '/event-feeds/:eventFeedId',
  response: EventFeed,
  target: existingFeed,
  read: administrators,
  write: administrators,
  permission: 'admin',
});

export const createEventFeed = feeds.create({
  description:
    'A feed keeps the events that follow its creation, for a program that reads them at its own pace. An organization has ' +
    `at most ${MAX_OPEN_FEEDS} open feeds.`,
  body: CreateEventFeedRequest,
  event: declareEvent('event_feed.created', 'An event feed was created.', EventFeedChanged),
  reasons: [feedLimit],
});

export const listEventFeeds = feeds.list({ query: EventFeedQuery, description: 'Newest first.' });

export const readEventFeed = declareRead({
  name: 'read_event_feed',
  path: '/event-feeds/:eventFeedId/events',
  tag: 'Event feeds',
  summary: 'Read the events of a feed',
  description:
    'Oldest first: none is skipped, and with the same `after` the same events follow. Read on with `next` of the page before; ' +
    'it never expires.',
  access: administrators,
  permission: 'admin',
  target: existingFeed,
  query: ReadEventFeedQuery,
  response: FeedPage,
  refusals: { 400: 'limit is invalid, or after is not `next` of a page of this feed.' },
  reasons: refusedIn('event feed', ['closed']),
});

export const closeEventFeed = feeds.command('close', {
  leadsTo: 'closed',
  description: 'For good: it keeps no further events and is not read any more.',
  event: declareEvent('event_feed.closed', 'An event feed was closed.', EventFeedChanged),
  reasons: EVENT_FEED.refusalsOfMove('closed'),
});
