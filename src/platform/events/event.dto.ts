import { Uuid } from '../fields/identifiers.js';
import { OpenObject } from '../fields/nested.js';
import { PositiveInteger } from '../fields/numbers.js';
import { Text } from '../fields/text.js';
import { Instant } from '../fields/time.js';
import { TrailQuery } from '../lists/trail-page.js';
import type { EventEntity } from './event.entity.js';

export class EventsQuery extends TrailQuery {
  @Text({ optional: true, description: 'The name of the events', example: 'group.created' })
  name?: string;
}

export class Event {
  @Text({ description: 'What happened', example: 'group.created' })
  name: string;

  @Uuid({ description: 'Event identifier' })
  id: string;

  @Instant({ description: 'When it happened, UTC' })
  occurredAt: string;

  @OpenObject({ description: "The event's data; its type's schema describes it", example: { groupId: '…' } })
  data: object;
}

export class EventType {
  @Text({ description: 'The name of the events', example: 'group.created' })
  name: string;

  @Text({ description: 'What has happened', example: 'A group was created.' })
  summary: string;

  @PositiveInteger({ description: 'Goes up by one when fields are added to the data', example: 1 })
  version: number;

  @OpenObject({ description: "JSON Schema of the event's data", example: { type: 'object' } })
  schema: object;
}

export function toEvent(row: EventEntity): Event {
  return { name: row.name, id: row.id, occurredAt: row.occurredAt.toISOString(), data: row.data };
}
