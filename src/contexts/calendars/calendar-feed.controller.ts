import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import {
  createCalendarFeed,
  listCalendarFeeds,
  revokeCalendarFeed,
  rotateCalendarFeed,
} from './calendar-feed.operations.js';
import { CalendarFeedService } from './calendar-feed.service.js';

@Controller()
export class CalendarFeedController {
  constructor(private readonly feeds: CalendarFeedService) {}

  @Operation(createCalendarFeed)
  create(uow: UnitOfWork, { body }: InputOf<typeof createCalendarFeed>) {
    return this.feeds.create(uow, body);
  }

  @Operation(listCalendarFeeds)
  list(scope: Scope, { query }: InputOf<typeof listCalendarFeeds>) {
    return this.feeds.list(scope, query);
  }

  @Operation(rotateCalendarFeed)
  rotate(uow: UnitOfWork, { params }: InputOf<typeof rotateCalendarFeed>) {
    return this.feeds.rotate(uow, params.calendarFeedId);
  }

  @Operation(revokeCalendarFeed)
  revoke(uow: UnitOfWork, { params }: InputOf<typeof revokeCalendarFeed>) {
    return this.feeds.revoke(uow, params.calendarFeedId);
  }
}
