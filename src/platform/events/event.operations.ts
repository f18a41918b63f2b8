import { administrators } from '../access/access-rule.js';
import { PageQuery, pageOf } from '../lists/page.js';
import { declareRead } from '../operations/operation.js';
import { Event, EventsQuery, EventType } from './event.dto.js';

const refusals = {
  400: 'A filter is invalid, or the cursor is none of this list.',
  403: 'The caller is neither OWNER nor ADMIN.',
};

export const listEvents = declareRead({
  name: 'list_events',
  path: '/events',
  tag: 'Events',
  summary: 'List events',
  description: 'Every event of the organization, the latest first, as it was committed with its change.',
  access: administrators,
  query: EventsQuery,
  response: pageOf(Event),
  refusals,
});

export const listEventTypes = declareRead({
  name: 'list_event_types',
  path: '/event-types',
  tag: 'Events',
  summary: 'List event types',
  description: 'Every event that a webhook subscription can follow, by name, with the JSON Schema of its data.',
  access: administrators,
  query: PageQuery,
  response: pageOf(EventType),
  refusals,
});
