import { Injectable } from '@nestjs/common';
import { jsonSchemaOf, toResources } from '#kernel/fields';
import { type Page, type PageQuery, pageSize, ListOrder } from '#kernel/lists';
import type { Scope } from '#kernel/work';
import { EventEntity } from '#kernel/trail';
import { declaredEvents } from '#kernel/events';
import { Event, type EventsQuery, type EventType } from './event.dto.js';
import { OF_PERIOD } from '../trail-query.js';
import { insightTables } from '../insights.tables.js';

const listEvents = insightTables.list('list_events', {
  rows: EventEntity,
  by: ['name'],
  filters: OF_PERIOD,
  order: { desc: ['occurredAt', 'id'] },
});

const BY_NAME = new ListOrder([{ property: 'name', direction: 'asc', type: 'text', sql: '' }]);

@Injectable()
export class EventService {
  private types: EventType[] | undefined;

  list(scope: Scope, query: EventsQuery): Promise<Page<Event>> {
    return scope.list(listEvents, query, toResources(Event));
  }

  listTypes(query: PageQuery): Page<EventType> {
    this.types ??= [...declaredEvents().values()]
      .map(({ name, summary, version, data }) => ({ name, summary, version, schema: jsonSchemaOf(data) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    const [after] = BY_NAME.placeIn(query) ?? [];
    const rest = this.types.filter(({ name }) => after === undefined || name > after);
    return BY_NAME.page(rest.slice(0, pageSize(query) + 1), query);
  }
}
