// Exports of bookings for other contexts.
export { BookingsModule } from './bookings.module.js';
export { AvailabilityEntity } from './calendar/availability.entity.js';
export { CalendarRepository } from './calendar/calendar.repository.js';
export type { Slot } from './calendar/slots.js';
export { transferBookings } from './booking/booking-transfer.js';
