import { Instant, NameIn, OpenObject, PositiveInteger, Text, Uuid } from '#kernel/fields';
import { EVENT_NAMES } from '#kernel/events';
import { TrailQuery } from '../trail-query.js';

export class EventsQuery extends TrailQuery {
  @Text({ optional: true, description: 'Event type', example: 'group.created' }) name?: string;
}

export class Event {
  @NameIn(EVENT_NAMES, { description: 'Event type', example: 'group.created' }) name: string;
  @Uuid({ description: 'Event identifier' }) id: string;
  @Instant({ description: 'Time of the change, UTC' }) occurredAt: string;

  @OpenObject({ description: 'Data, as described by the schema of the event type', example: { groupId: '…' } })
  data: object;
}

export class EventType {
  @NameIn(EVENT_NAMES, { description: 'Name of the event type', example: 'group.created' }) name: string;
  @Text({ description: 'What has happened', example: 'A group was created.' }) summary: string;
  @PositiveInteger({ description: 'Incremented when fields are added to the data', example: 1 }) version: number;
  @OpenObject({ description: "JSON Schema of the event's data", example: { type: 'object' } }) schema: object;
}
