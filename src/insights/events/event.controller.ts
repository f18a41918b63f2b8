import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope } from '#kernel/work';
import { listEvents, listEventTypes } from './event.operations.js';
import { EventService } from './event.service.js';

@Controller()
export class EventController {
  constructor(private readonly events: EventService) {}

  @Operation(listEvents)
  list(scope: Scope, { query }: InputOf<typeof listEvents>) {
    return this.events.list(scope, query);
  }

  @Operation(listEventTypes)
  listTypes(_scope: Scope, { query }: InputOf<typeof listEventTypes>) {
    return Promise.resolve(this.events.listTypes(query));
  }
}
