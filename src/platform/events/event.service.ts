import { Injectable } from '@nestjs/common';
import { pageSize, readCursor, toPage, type Page, type PageQuery } from '../lists/page.js';
import { jsonSchemaOf } from '../openapi/json-schema.js';
import type { Scope } from '../persistence/scope.js';
import type { Event, EventsQuery, EventType } from './event.dto.js';
import { EventRepository } from './event.repository.js';
import { declaredEvents } from './event.js';

@Injectable()
export class EventService {
  private types: EventType[] | undefined;

  constructor(private readonly events: EventRepository) {}

  list(scope: Scope, query: EventsQuery): Promise<Page<Event>> {
    return this.events.list(scope, query);
  }

  /** Every declared event, by name. */
  listTypes(query: PageQuery): Page<EventType> {
    this.types ??= describeAll();
    const cursor = readCursor(query, (key) => key.length === 1);
    const rest = this.types.filter(({ name }) => cursor === undefined || name > cursor[0]);
    return toPage(
      rest.slice(0, pageSize(query) + 1),
      query,
      ({ name }) => [name],
      (type) => type,
    );
  }
}

function describeAll(): EventType[] {
  return [...declaredEvents().values()]
    .map(({ name, summary, version, data }) => ({ name, summary, version, schema: jsonSchemaOf(data) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
