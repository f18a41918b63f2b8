import { Injectable } from '@nestjs/common';
import { jsonSchemaOf } from '#kernel/fields';
import { type Page, type PageQuery, pageSize, readCursor, toPage, trailPage } from '#kernel/lists';
import type { Scope } from '#kernel/work';
import { EventEntity } from '#kernel/trail';
import { declaredEvents } from '#kernel/events';
import { Event, type EventsQuery, type EventType } from './event.dto.js';

@Injectable()
export class EventService {
  private types: EventType[] | undefined;

  list(scope: Scope, query: EventsQuery): Promise<Page<Event>> {
    return trailPage(scope, EventEntity, query, { name: query.name }, Event);
  }

  listTypes(query: PageQuery): Page<EventType> {
    this.types ??= [...declaredEvents().values()]
      .map(({ name, summary, version, data }) => ({ name, summary, version, schema: jsonSchemaOf(data) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
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
