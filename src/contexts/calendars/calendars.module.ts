import { Module } from '@nestjs/common';
import { CalendarController } from './calendar.controller.js';
import { CalendarFeedController } from './calendar-feed.controller.js';
import { CalendarFeedService } from './calendar-feed.service.js';
import { CalendarService } from './calendar.service.js';

@Module({
  controllers: [CalendarFeedController, CalendarController],
  providers: [CalendarFeedService, CalendarService],
})
export class CalendarsModule {}
