import { administrators } from '#kernel/access';
import { PageQuery } from '#kernel/lists';
import { declareList } from '#kernel/operations';
import { Event, EventsQuery, EventType } from './event.dto.js';

const common = { tag: 'Events', access: administrators };

export const listEvents = declareList({
  ...common,
  name: 'list_events',
  path: '/events',
  summary: 'List events',
  description: 'Every event of the organization, newest first.',
  query: EventsQuery,
  mayLag: true,
  item: Event,
});

export const listEventTypes = declareList({
  ...common,
  name: 'list_event_types',
  path: '/event-types',
  summary: 'List event types',
  description: 'Every event that a webhook subscription can receive, by name, with the JSON Schema of its data.',
  query: PageQuery,
  item: EventType,
});
