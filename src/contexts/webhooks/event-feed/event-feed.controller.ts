import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { closeEventFeed, createEventFeed, listEventFeeds, readEventFeed } from './event-feed.operations.js';
import { EventFeedService } from './event-feed.service.js';

@Controller()
export class EventFeedController {
  constructor(private readonly feeds: EventFeedService) {}

  @Operation(createEventFeed)
  create(uow: UnitOfWork, { body }: InputOf<typeof createEventFeed>) {
    return this.feeds.create(uow, body);
  }

  @Operation(listEventFeeds)
  list(scope: Scope, { query }: InputOf<typeof listEventFeeds>) {
    return this.feeds.list(scope, query);
  }

  @Operation(readEventFeed)
  read(scope: Scope, { params, query }: InputOf<typeof readEventFeed>) {
    return this.feeds.read(scope, params.eventFeedId, query);
  }

  @Operation(closeEventFeed)
  close(uow: UnitOfWork, { params }: InputOf<typeof closeEventFeed>) {
    return this.feeds.close(uow, params.eventFeedId);
  }
}
