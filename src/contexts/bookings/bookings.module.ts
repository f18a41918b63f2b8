import { Module } from '@nestjs/common';
import { FollowUpModule } from '#contexts/follow-up/follow-up.public.js';
import { AvailabilityController } from './availability/availability.controller.js';
import { AvailabilityService } from './availability/availability.service.js';
import { BookingController } from './booking/booking.controller.js';
import { BookingRepository } from './booking/booking.repository.js';
import { BookingService } from './booking/booking.service.js';
import { BookingSessions } from './booking/booking-sessions.js';
import { BookingTypeController } from './booking-type/booking-type.controller.js';
import { BookingTypeService } from './booking-type/booking-type.service.js';
import { CalendarRepository } from './calendar/calendar.repository.js';
import { HostObservers } from './calendar/host-observers.js';

@Module({
  imports: [FollowUpModule],
  controllers: [AvailabilityController, BookingTypeController, BookingController],
  providers: [
    AvailabilityService,
    BookingTypeService,
    BookingService,
    BookingSessions,
    BookingRepository,
    CalendarRepository,
    HostObservers,
  ],
  exports: [CalendarRepository, HostObservers],
})
export class BookingsModule {}
