import { everyMember } from '#kernel/access';
import { refusal } from '#kernel/errors';
import { declareEvent } from '#kernel/events';
import { OneOf, Uuid } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { declareWrite, resource } from '#kernel/operations';
import { CalendarFeed, CalendarFeedWithUrl, CreateCalendarFeedRequest } from './calendar-feed.dto.js';
import { AUDIENCES } from './calendar-feed.entity.js';
import { ownFeed, revocableFeed } from './calendar-feed.policy.js';

/** Open ones of a member. */
export const MAX_FEEDS = 10;

export const feedLimit = refusal('calendar_feed_limit', `The member has ${MAX_FEEDS} calendar feeds, the maximum.`);
export const feedRevoked = refusal('calendar_feed_revoked', 'The calendar feed is revoked.');

class CalendarFeedReference {
  @Uuid() calendarFeedId: string;
  @Uuid() memberId: string;
  @OneOf(AUDIENCES) audience: string;
}

export const calendarFeedRotated = declareEvent(
  'calendar_feed.rotated',
  'The URL of a calendar feed was rotated.',
  CalendarFeedReference,
);

const SESSION = 'No role is required; session keys are refused.';
const refusals = { 403: SESSION };

const feeds = resource({
  noun: 'calendar feed',
  path: '/calendar-feeds/:calendarFeedId',
  response: CalendarFeed,
  target: revocableFeed,
  read: everyMember,
  write: everyMember,
});

export const createCalendarFeed = feeds.create({
  description:
    'A document that calendar programs read without a key, by its URL: from 30 days back to a year ahead, at most 1,000 items. ' +
    'What it has is decided anew on each read, by what the member reaches then.',
  body: CreateCalendarFeedRequest,
  response: CalendarFeedWithUrl,
  event: declareEvent('calendar_feed.created', 'A calendar feed was created.', CalendarFeedReference),
  shownOnce: ['url'],
  refusals: {
    400: 'A field is invalid, or cohortId is missing for the audience cohort, or sent for another one.',
    403: `${SESSION} The audiences coach and cohort require OWNER, ADMIN, or a business role.`,
    404: 'The cohort does not exist in the organization, or the caller reaches no enrollment in it.',
  },
  reasons: [feedLimit],
});

export const listCalendarFeeds = feeds.list({
  description: "Newest first, revoked ones included: the caller's own, and all for OWNER and ADMIN.",
  query: PageQuery,
  refusals,
});

export const rotateCalendarFeed = declareWrite({
  name: 'rotate_calendar_feed',
  path: '/calendar-feeds/:calendarFeedId/rotate',
  tag: 'Calendar feeds',
  summary: 'Rotate the URL of a calendar feed',
  description: 'The former URL is not found from now on. Only the member whose feed it is rotates it.',
  access: everyMember,
  target: ownFeed,
  targetType: 'calendar_feed',
  response: CalendarFeedWithUrl,
  event: calendarFeedRotated,
  shownOnce: ['url'],
  refusals,
  reasons: [feedRevoked],
});

export const revokeCalendarFeed = feeds.command('revoke', {
  description: 'For good: its URL is not found from now on.',
  event: declareEvent('calendar_feed.revoked', 'A calendar feed was revoked.', CalendarFeedReference),
  refusals,
  reasons: [feedRevoked],
});
