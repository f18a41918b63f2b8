import type { CohortTeller, Staff } from './cohorts/cohort-teller.js';
import type { Story } from './story.js';

/** The host is available on five days a week, so that a slot is found within so many days. */
const SLOT_WITHIN_DAYS = 3;

interface BookingPlan {
  day: number;
  who: string;
  /** The first day on which a slot is looked for. */
  slotOn: number;
  held?: string;
  cancelled?: { day: number; reason: string };
}

const BOOKINGS: readonly BookingPlan[] = [
  { day: -20.5, who: 'Ada', slotOn: -18, held: 'Wants to lead the weekly meeting.' },
  { day: -19.5, who: 'Cleo', slotOn: -17, held: 'Practised how to begin a difficult talk.' },
  { day: -16.5, who: 'Ben', slotOn: -13, cancelled: { day: -14.5, reason: 'A meeting that cannot be moved' } },
  { day: -13.5, who: 'Eva', slotOn: -11, held: 'Asked how to answer silence.' },
  { day: -10.5, who: 'Lea', slotOn: -8, held: 'Hands over two of her tasks.' },
  { day: -2.6, who: 'Lea', slotOn: 2 },
  { day: -2.4, who: 'Ada', slotOn: 5 },
  { day: -1.6, who: 'Finn', slotOn: 6 },
];

const OFFICE_HOURS = [1, 2, 3, 4, 5].flatMap((weekday) => [
  { weekday, from: '09:00', to: '12:00' },
  { weekday, from: '14:00', to: '17:00' },
]);

/** Enters when the coach of a cohort can be booked, and who booked what. */
export function tellOfBookings(story: Story, { staff, cohort }: { staff: Staff; cohort: CohortTeller }): void {
  const { memberId, door: coach } = staff.coach;
  let bookingTypeId: string;
  story.on(-28, async () => {
    const exceptions = [{ date: story.dateOf(9), windows: [] }];
    await coach('set_availability', { memberId, timezone: 'Europe/Paris', weekly: OFFICE_HOURS, exceptions });
    const terms = {
      durationMinutes: 30,
      stepMinutes: 30,
      bufferAfterMinutes: 15,
      maxDaysAhead: 30,
      cancelNoticeHours: 24,
    };
    const joinUrl = 'https://calls.school.example/carl';
    const type = { name: 'Coaching call', hostMemberId: memberId, cohortId: cohort.cohortId, ...terms, joinUrl };
    ({ id: bookingTypeId } = await coach('create_booking_type', type));
    await coach('create_calendar_feed', { name: 'My coaching', audience: 'coach' });
  });
  // A calendar elsewhere, which cannot be read: there is no such server.
  story.on(-1, () => {
    const server = { provider: 'caldav', url: 'https://calendar.school.example/', username: 'carl' };
    return coach('create_calendar_connection', { label: 'School calendar', ...server, password: 'of no server' });
  });
  for (const { day, who, slotOn, held, cancelled } of BOOKINGS) {
    story.on(day, async () => {
      const enrollmentId = cohort.idOf(who);
      const period = {
        from: story.dayOf(slotOn).toISOString(),
        to: story.dayOf(slotOn + SLOT_WITHIN_DAYS).toISOString(),
      };
      const offered = { bookingTypeId, enrollmentId, ...period, limit: '1' };
      const { items } = await coach<{ items: { startsAt: string }[] }>('list_slots', offered);
      const [{ startsAt }] = items;
      const booked = { bookingTypeId, enrollmentId, startsAt };
      const { id: bookingId, coachingSessionId } = await coach<{ id: string; coachingSessionId: string }>(
        'book_slot',
        booked,
      );
      if (cancelled) {
        const { reason } = cancelled;
        story.on(cancelled.day, () => coach('cancel_booking', { bookingId, reason }));
      }
      if (held === undefined) return;
      const report = { coachingSessionId, heldAt: startsAt, summary: held };
      story.on(slotOn + SLOT_WITHIN_DAYS, () => coach('complete_coaching_session', report));
    });
  }
}
