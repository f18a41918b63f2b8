import { Injectable } from '@nestjs/common';
import type { Page } from '../lists/page.js';
import { trailPage } from '../lists/trail-page.js';
import type { Scope } from '../persistence/scope.js';
import { toEvent, type Event, type EventsQuery } from './event.dto.js';
import { EventEntity } from './event.entity.js';

@Injectable()
export class EventRepository {
  list(scope: Scope, query: EventsQuery): Promise<Page<Event>> {
    return trailPage(scope, EventEntity, query, { name: query.name }, toEvent);
  }
}
