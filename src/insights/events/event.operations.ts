import { administrators } from '#kernel/access';
import { pageOf, PageQuery } from '#kernel/lists';
import { declareRead } from '#kernel/operations';
import { Event, EventsQuery, EventType } from './event.dto.js';

const common = {
  tag: 'Events',
  access: administrators,
  refusals: { 400: 'A filter, limit or cursor is invalid.', 403: administrators.forbidden },
};

export const listEvents = declareRead({
  ...common,
  name: 'list_events',
  path: '/events',
  summary: 'List events',
  description: 'Every event of the organization, newest first.',
  query: EventsQuery,
  mayLag: true,
  response: pageOf(Event),
});

export const listEventTypes = declareRead({
  ...common,
  name: 'list_event_types',
  path: '/event-types',
  summary: 'List event types',
  description: 'Every event that a webhook subscription can receive, by name, with the JSON Schema of its data.',
  query: PageQuery,
  response: pageOf(EventType),
});
