import { Controller } from '@nestjs/common';
import type { Page } from '#kernel/lists';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope } from '#kernel/work';
import type { Event, EventType } from './event.dto.js';
import { listEvents, listEventTypes } from './event.operations.js';
import { EventService } from './event.service.js';

@Controller()
export class EventController {
  constructor(private readonly events: EventService) {}

  @Operation(listEvents)
  list(scope: Scope, { query }: InputOf<typeof listEvents>): Promise<Page<Event>> {
    return this.events.list(scope, query);
  }

  @Operation(listEventTypes)
  listTypes(_scope: Scope, { query }: InputOf<typeof listEventTypes>): Promise<Page<EventType>> {
    return Promise.resolve(this.events.listTypes(query));
  }
}
