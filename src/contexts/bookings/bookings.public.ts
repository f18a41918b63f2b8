// Exports of bookings for other contexts.
export { BookingsModule } from './bookings.module.js';
export { AvailabilityEntity } from './calendar/availability.entity.js';
export { CalendarRepository } from './calendar/calendar.repository.js';
export type { Slot } from './calendar/slots.js';
export { transferBookings } from './booking/booking-transfer.js';
export { bookingConflictFound, recordConflicts } from './booking/external-conflicts.js';
export { CalendarFreshSettings } from './calendar/calendar-fresh.settings.js';
export { EXTERNAL_UNKNOWN, type ExternalTimes, listExternalTimes } from './calendar/external-times.js';
export { type HostedBooking, type HostObserver, HostObservers } from './calendar/host-observers.js';
