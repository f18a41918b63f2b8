import type { BookingTypeEntity } from '../booking-type/booking-type.entity.js';
import type { AvailabilityEntity } from '../calendar/availability.entity.js';
import type { Slot } from '../calendar/slots.js';

const MINUTE_MS = 60_000;

/** The terms that a booking keeps of its type and calendar, whatever happens to them later. */
export function termsOf(type: BookingTypeEntity, calendar: AvailabilityEntity, { startsAt, endsAt }: Slot) {
  const { bufferBeforeMinutes, bufferAfterMinutes, cancelNoticeHours, joinUrl } = type;
  const busyFrom = new Date(startsAt.getTime() - bufferBeforeMinutes * MINUTE_MS);
  const busyUntil = new Date(endsAt.getTime() + bufferAfterMinutes * MINUTE_MS);
  return { startsAt, endsAt, busyFrom, busyUntil, timezone: calendar.timezone, cancelNoticeHours, joinUrl };
}
