import { setAvailability } from '#contexts/bookings/availability/availability.operations.js';
import {
  archiveBookingType,
  createBookingType,
  updateBookingType,
} from '#contexts/bookings/booking-type/booking-type.operations.js';
import { bookSlot, cancelBooking, rescheduleBooking } from '#contexts/bookings/booking/booking.operations.js';
import type { School } from '../support/school.js';
import { sample, type Sample } from '../conformance/sample.js';

const HOUR_MS = 3_600_000;

/** A whole hour, so many hours after the next one. */
export const wholeHour = (school: School, hours: number): string =>
  new Date(Math.ceil(school.app.now().getTime() / HOUR_MS + hours) * HOUR_MS).toISOString();

export const bookingsSamples: Sample[] = [
  sample(setAvailability, async (school) => {
    const { memberId } = await school.person();
    await school.booking({
      booking_type_id: await school.bookingType({ host_member_id: await school.availability(memberId) }),
    });
    return {
      params: [memberId],
      body: {
        timezone: 'Europe/Paris',
        weekly: [{ weekday: 1, from: '09:00', to: '24:00' }],
        exceptions: [{ date: '2030-12-24', windows: [{ from: '10:00', to: '12:00' }] }],
      },
    };
  }),
  sample(createBookingType, async (school) => {
    const cohortId = await school.cohort();
    const { memberId } = await school.person('MEMBER', { role: 'coach', cohortId });
    return {
      body: {
        name: 'Coaching call',
        hostMemberId: memberId,
        durationMinutes: 30,
        stepMinutes: 30,
        bufferBeforeMinutes: 0,
        bufferAfterMinutes: 10,
        minNoticeHours: 24,
        maxDaysAhead: 30,
        cancelNoticeHours: 24,
        cohortId,
        joinUrl: 'https://meet.example.com/coaching',
      },
    };
  }),
  sample(updateBookingType, async (school) => ({
    params: [await school.bookingType()],
    body: { name: 'Short call', durationMinutes: 15, status: 'paused' },
  })),
  sample(archiveBookingType, async (school) => ({ params: [await school.bookingType()], body: {} })),
  sample(
    bookSlot,
    async (school) => ({
      params: [await school.bookingType()],
      body: { enrollmentId: await school.enrollment(), startsAt: wholeHour(school, 24) },
    }),
    { also: { 'coaching_session.created': 1 } },
  ),
  sample(
    rescheduleBooking,
    async (school) => ({ params: [await school.booking()], body: { startsAt: wholeHour(school, 48) } }),
    { also: { 'coaching_session.updated': 1 } },
  ),
  sample(cancelBooking, async (school) => ({ params: [await school.booking()], body: { reason: 'Ill' } }), {
    also: { 'coaching_session.cancelled': 1 },
  }),
];
