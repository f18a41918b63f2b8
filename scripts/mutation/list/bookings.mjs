/** Bookings and calendar feeds. */
const BOOKING = 'test/bookings/booking.e2e-spec.ts';
const FEED = 'test/calendars/calendar-feed.e2e-spec.ts';
const SERVICE = 'src/contexts/bookings/booking/booking.service.ts';

export default [
  {
    id: 'booking-calendar-lock',
    removes: "the lock of the host's calendar while a slot is booked",
    file: 'src/contexts/bookings/calendar/calendar.repository.ts',
    from: 'return uow.getForUpdate(AvailabilityEntity, memberId);',
    to: 'return uow.get(AvailabilityEntity, memberId);',
    tests: BOOKING,
    titles: ['waits for a change of the calendar under way, and is then refused outside of the new hours'],
  },
  {
    id: 'booking-offered',
    removes: 'the check that a booking type is offered to the enrollment that books',
    file: SERVICE,
    from: 'await checkOffered(uow, typeId, enrollmentId);',
    to: '',
    tests: BOOKING,
    titles: ['cover 31 days at most, of an enrollment that the type is offered to'],
  },
  {
    id: 'booking-notice',
    removes: 'the notice after which the person enrolled changes no booking',
    file: SERVICE,
    from: 'if (isOwn && now.getTime() > last)',
    to: 'if (isOwn && now.getTime() > last + 1e12)',
    tests: BOOKING,
    titles: ['is changed by the person enrolled until its notice, and by the staff after it'],
  },
  {
    id: 'booked-session-moves',
    removes: 'the refusal to move the session of a booking alone',
    file: 'src/contexts/bookings/booking/booking-sessions.ts',
    from: "if (booking?.status === 'booked') throw",
    to: "if (booking?.status === 'held') throw",
    tests: BOOKING,
    titles: ['says when its session is: the session alone gets no other time'],
  },
  {
    id: 'calendar-feed-session',
    removes: 'the refusal of session keys by calendar feeds',
    file: 'src/contexts/calendars/calendar-feed.policy.ts',
    from: 'if (caller.session) throw',
    to: 'if (caller.session && caller.role === "OWNER") throw',
    tests: FEED,
    titles: ['is refused to session keys, whatever they ask'],
  },
  {
    id: 'calendar-feed-detached',
    removes: 'the look at whether the member of a calendar feed is active',
    file: 'src/contexts/calendars/calendar-items.statements.ts',
    from: "f.revoked_at is null and m.status = 'active'",
    to: 'f.revoked_at is null',
    tests: FEED,
    titles: ['is not found with another token, nor for a member who is detached, and says nothing of the cause'],
  },
  {
    id: 'booking-reschedule-offered',
    removes: 'the check that a booking type is still offered when a booking gets another time',
    file: SERVICE,
    from: 'if (!(await isOffered(uow, booking.bookingTypeId, booking.enrollmentId))) throw slotTaken.error();',
    to: '',
    tests: BOOKING,
    titles: ['gets no other time once its host reaches the enrollment no longer, and is still cancelled'],
  },
  {
    id: 'calendar-sequence-transfer',
    removes: 'the count of transfers in the sequence of an event',
    file: 'src/contexts/calendars/calendar-items.statements.ts',
    from: 'and t.enrolled_at > i.created_at and t.enrolled_at <= e.enrolled_at',
    to: 'and t.enrolled_at > e.enrolled_at',
    tests: 'test/calendars/foreign-reader.e2e-spec.ts',
    titles: ['for a newer version of the same event, also a transfer'],
  },
];
