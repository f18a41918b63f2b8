import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { bookSlot, cancelBooking, listBookings, listSlots, rescheduleBooking } from './booking.operations.js';
import { BookingService } from './booking.service.js';

@Controller()
export class BookingController {
  constructor(private readonly bookings: BookingService) {}

  @Operation(listSlots)
  listSlots(scope: Scope, { params, query }: InputOf<typeof listSlots>) {
    return this.bookings.listSlots(scope, params.bookingTypeId, query);
  }

  @Operation(bookSlot)
  book(uow: UnitOfWork, { params, body }: InputOf<typeof bookSlot>) {
    return this.bookings.book(uow, params.bookingTypeId, body);
  }

  @Operation(listBookings)
  list(scope: Scope, { query }: InputOf<typeof listBookings>) {
    return this.bookings.list(scope, query);
  }

  @Operation(rescheduleBooking)
  reschedule(uow: UnitOfWork, { params, body }: InputOf<typeof rescheduleBooking>) {
    return this.bookings.reschedule(uow, params.bookingId, body.startsAt);
  }

  @Operation(cancelBooking)
  cancel(uow: UnitOfWork, { params, body }: InputOf<typeof cancelBooking>) {
    return this.bookings.cancel(uow, params.bookingId, body.reason);
  }
}
