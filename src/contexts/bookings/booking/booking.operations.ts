import {
  ENROLLMENT_STATUSES,
  OF_PERSON,
  REACHED,
  reachParameters,
  reachValues,
  refusalOfUnseen,
} from '#contexts/enrollments/enrollments.public.js';
import {
  cancelCoachingSession,
  createCoachingSession,
  updateCoachingSession,
} from '#contexts/follow-up/follow-up.public.js';
import { anyMember, enrollmentStaff } from '#kernel/access';
import { refusal, refusedIn, refusedUnless } from '#kernel/errors';
import { declareEvent } from '#kernel/events';
import { Flag, Instant, Uuid } from '#kernel/fields';
import { declareRead, resource, type TargetPolicy } from '#kernel/operations';
import { anyBookingType } from '../booking-type/booking-type.policy.js';
import { bookingTables } from '../bookings.tables.js';
import {
  Booking,
  BookingQuery,
  BookSlotRequest,
  CancelBookingRequest,
  RescheduleBookingRequest,
  SlotPage,
  SlotQuery,
} from './booking.dto.js';
import { BOOKING } from './booking.entity.js';

/** To come, of one enrollment and one type. */
export const MAX_TO_COME = 3;

export const slotTaken = refusal('slot_not_offered', 'The type offers no slot that begins at startsAt.');
export const hostCalendar = refusal(
  'host_calendar',
  "A calendar of the host's takes the time, or the worker is asked to read it first.",
);
export const bookingLimit = refusal(
  'booking_limit',
  `The enrollment has ${MAX_TO_COME} bookings of this type to come, the maximum.`,
);
export const noticeOver = refusal(
  'notice_over',
  'It is too late for the person enrolled to change the booking: ask the host.',
);

class BookingReference {
  @Uuid() bookingId: string;
  @Uuid() bookingTypeId: string;
  @Uuid() hostMemberId: string;
  @Uuid() enrollmentId: string;
  @Instant() startsAt: string;
  @Instant() endsAt: string;
}

class BookingRescheduled extends BookingReference {
  @Instant() previousStartsAt: string;
}

class BookingCancelled extends BookingReference {
  @Flag({ description: 'Whether the person enrolled cancelled it; otherwise the staff did' }) byMember: boolean;
}

const findVisible = bookingTables.statement(
  'see_booking',
  { id: 'uuid', account: 'uuid', ...reachParameters },
  `select 1 from bookings b
   join enrollments e on e.organization_id = b.organization_id and e.id = b.enrollment_id
   where b.organization_id = :organization and b.id = :id and (${REACHED} or ${OF_PERSON})`,
);

/** The path names a booking: open to whoever reaches its enrollment and to the person enrolled. */
const visibleBooking: TargetPolicy = {
  notFound: "The booking does not exist in the organization, or is outside of the caller's scope.",
  authorize: async (scope, id) => {
    const { caller } = scope;
    const [row] = await scope.query(findVisible, { id, account: caller.accountId, ...reachValues(caller) });
    if (!row) throw await refusalOfUnseen(scope);
  },
};

const WHO = 'For the staff of the enrollment and for the person enrolled.';
const NOT_OFFERED = [
  ...refusedIn('booking type', ['paused', 'archived']),
  ...refusedUnless('enrollment', ['active'], ENROLLMENT_STATUSES),
  slotTaken,
  hostCalendar,
];

const bookings = resource({
  noun: 'booking',
  path: '/bookings/:bookingId',
  response: Booking,
  target: visibleBooking,
  read: enrollmentStaff,
  write: anyMember,
});

export const listSlots = declareRead({
  name: 'list_slots',
  path: '/booking-types/:bookingTypeId/slots',
  tag: 'Bookings',
  target: anyBookingType,
  access: anyMember,
  summary: 'List the slots of a booking type',
  description:
    `${WHO} What an enrollment can book now, soonest first: none of a paused or archived type, and none for an enrollment ` +
    "that is not active. Times that a selected calendar of the host's takes are left out; `external` says what is known of them.",
  query: SlotQuery,
  response: SlotPage,
  refusals: { 400: 'enrollmentId, from or to is missing or invalid, or the period is too long.' },
});

export const bookSlot = bookings.create({
  name: 'book_slot',
  path: '/booking-types/:bookingTypeId/bookings',
  parent: anyBookingType,
  summary: 'Book a slot',
  keyScope: 'account',
  description: `${WHO} It makes a planned coaching session, too: the booking is held or cancelled together with it.`,
  body: BookSlotRequest,
  event: declareEvent('booking.created', 'A slot was booked.', BookingReference),
  alsoEvents: [createCoachingSession.event.name],
  refusals: {
    400: "A field is invalid, or enrollmentId is not an enrollment that the caller reaches or the caller's own.",
  },
  reasons: [...NOT_OFFERED, bookingLimit],
});

export const listBookings = bookings.list({
  description: 'By start. Of enrollments that the caller reaches, and those whose host is the caller.',
  query: BookingQuery,
  mayLag: true,
});

export const rescheduleBooking = bookings.command('reschedule', {
  leadsTo: 'booked',
  description: `${WHO} To another slot that the type offers now, on the terms that it has now. Its coaching session gets the same time.`,
  body: RescheduleBookingRequest,
  event: declareEvent('booking.rescheduled', 'A booking got another time.', BookingRescheduled),
  alsoEvents: [updateCoachingSession.event.name],
  reasons: [...BOOKING.refusalsUnless('booked'), ...NOT_OFFERED, noticeOver],
});

export const cancelBooking = bookings.command('cancel', {
  leadsTo: 'cancelled',
  description: `${WHO} Its coaching session is cancelled, too.`,
  body: CancelBookingRequest,
  event: declareEvent('booking.cancelled', 'A booking was cancelled.', BookingCancelled),
  alsoEvents: [cancelCoachingSession.event.name],
  reasons: [...BOOKING.refusalsOfMove('cancelled'), noticeOver],
});

/** The coaching session of a booking was held. */
export const bookingHeld = {
  action: 'booking.held',
  targetType: 'booking',
  event: declareEvent('booking.held', 'The coaching session of a booking was held.', BookingReference),
};
