import { Injectable } from '@nestjs/common';
import {
  coachOf,
  refusalOfUnseen,
  visibleEnrollment,
  type EnrollmentStatus,
} from '#contexts/enrollments/enrollments.public.js';
import {
  cancelBookedSession,
  lockBookedSession,
  moveBookedSession,
  planBookedSession,
} from '#contexts/follow-up/follow-up.public.js';
import { invalidField, wrongStatus } from '#kernel/errors';
import { toResources } from '#kernel/fields';
import { ListOrder, pageSize, type Page } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import { BookingTypeEntity } from '../booking-type/booking-type.entity.js';
import { checkOffered, isOffered } from '../booking-type/booking-type.policy.js';
import { bookingTables } from '../bookings.tables.js';
import { CalendarRepository } from '../calendar/calendar.repository.js';
import { AvailabilityEntity } from '../calendar/availability.entity.js';
import { HostObservers } from '../calendar/host-observers.js';
import type { Slot } from '../calendar/slots.js';
import {
  BookableSlot,
  type Booking,
  type BookingQuery,
  type BookSlotRequest,
  type SlotPage,
  type SlotQuery,
} from './booking.dto.js';
import { BookingMoveEntity } from './booking-move.entity.js';
import { BOOKING, BookingEntity } from './booking.entity.js';
import { termsOf } from './booking-terms.js';
import { BookingRepository, bookingList } from './booking.repository.js';
import { shownExternal, takenOutside } from './shown-external.js';
import {
  bookingLimit,
  bookSlot,
  cancelBooking,
  MAX_TO_COME,
  noticeOver,
  rescheduleBooking,
  slotTaken,
} from './booking.operations.js';

const HOUR_MS = 3_600_000;

const SLOT_ORDER = new ListOrder(
  ['startsAt', 'endsAt'].map((property) => ({
    property,
    direction: 'asc' as const,
    type: 'timestamptz' as const,
    sql: property,
  })),
);

const findStatus = bookingTables
  .statement(
    'find_status_of_booking_enrollment',
    { id: 'uuid' },
    'select status from enrollments where organization_id = :organization and id = :id',
  )
  .returning<{ status: EnrollmentStatus }>();

/** Whoever makes or moves a booking locks the host's calendar, then looks at the slots. */
@Injectable()
export class BookingService {
  constructor(
    private readonly calendars: CalendarRepository,
    private readonly bookings: BookingRepository,
    private readonly hosts: HostObservers,
  ) {}

  async listSlots(scope: Scope, typeId: string, query: SlotQuery): Promise<SlotPage> {
    const { enrollmentId, from, to } = query;
    const place = SLOT_ORDER.placeIn(query);
    await visibleEnrollment.authorize(scope, enrollmentId);
    await checkOffered(scope, typeId, enrollmentId);
    const type = await scope.get(BookingTypeEntity, typeId);
    const [{ status }] = await scope.query(findStatus, { id: enrollmentId });
    if (type.status !== 'active' || status !== 'active') {
      const external = await this.calendars.external(scope, type.hostMemberId, scope.now);
      return { items: [], nextCursor: null, external: shownExternal(external) };
    }
    const calendar = await scope.get(AvailabilityEntity, type.hostMemberId);
    const { slots: all, external } = await this.calendars.offer(scope, calendar, type, { from, to });
    const last = place ? new Date(place[0]) : undefined;
    const rest = last ? all.filter(({ startsAt }) => startsAt > last) : all;
    const page = SLOT_ORDER.page(rest.slice(0, pageSize(query) + 1), query);
    return { ...page, items: toResources(BookableSlot)(page.items), external: shownExternal(external) };
  }

  async book(uow: UnitOfWork, typeId: string, { enrollmentId, startsAt }: BookSlotRequest): Promise<Booking> {
    const { hostMemberId } = await uow.get(BookingTypeEntity, typeId);
    const calendar = await this.calendars.lock(uow, hostMemberId);
    const enrollment = await this.bookings.lockEnrollment(uow, enrollmentId);
    if (!enrollment) throw await refusalOfUnreached(uow);
    await checkOffered(uow, typeId, enrollmentId);
    const type = await uow.get(BookingTypeEntity, typeId);
    const slot = await this.slotAt(uow, { calendar, type, startsAt, status: enrollment.status });
    if ((await this.bookings.countToCome(uow, typeId, enrollmentId)) >= MAX_TO_COME) throw bookingLimit.error();
    const session = { enrollmentId, scheduledAt: startsAt, title: type.name };
    const booking = uow.insert(BookingEntity, {
      bookingTypeId: typeId,
      hostMemberId,
      enrollmentId,
      coachingSessionId: planBookedSession(uow, session),
      ...termsOf(type, calendar, slot),
      status: 'booked',
      bookedBy: uow.caller.accountId,
    });
    await this.hosts.changed(uow, booking);
    const { coachingSessionId, endsAt } = booking;
    uow.record(bookSlot.event, booking, {
      bookingTypeId: typeId,
      hostMemberId,
      enrollmentId,
      coachingSessionId,
      startsAt,
      endsAt,
    });
    return this.describe(uow, booking);
  }

  list(scope: Scope, query: BookingQuery): Promise<Page<Booking>> {
    const { coach: viewer } = coachOf(scope.caller);
    return scope.list(bookingList, { ...query, viewer }, (rows) => this.bookings.describe(scope, rows));
  }

  async reschedule(uow: UnitOfWork, id: string, startsAt: Date): Promise<Booking> {
    const { hostMemberId } = await uow.get(BookingEntity, id);
    const calendar = await this.calendars.lock(uow, hostMemberId);
    const { booking, session, enrollment } = await this.lock(uow, id);
    BOOKING.require(booking, 'booked');
    checkNotice(uow, booking, enrollment);
    // Without an offer there are no slots: the host may have lost the enrollment, which may have moved to another cohort.
    if (!(await isOffered(uow, booking.bookingTypeId, booking.enrollmentId))) throw slotTaken.error();
    const type = await uow.get(BookingTypeEntity, booking.bookingTypeId);
    const { status } = enrollment;
    const slot = await this.slotAt(uow, { calendar, type, startsAt, status, except: booking });
    const { startsAt: previousStartsAt, enrollmentId } = booking;
    moveBookedSession(uow, session, startsAt);
    const movedBy = uow.caller.accountId;
    uow.insert(BookingMoveEntity, {
      bookingId: id,
      enrollmentId,
      previousStartsAt,
      startsAt,
      movedBy,
      movedAt: uow.now,
    });
    const change = { ...termsOf(type, calendar, slot), conflictFoundAt: null };
    await this.hosts.changed(uow, booking);
    const { event } = rescheduleBooking;
    return this.describe(
      uow,
      await uow.move(BookingEntity, booking, BOOKING, 'booked', event, change, { previousStartsAt }),
    );
  }

  async cancel(uow: UnitOfWork, id: string, reason?: string | null): Promise<Booking> {
    const { booking, session, enrollment } = await this.lock(uow, id);
    BOOKING.checkMove(booking.status, 'cancelled');
    checkNotice(uow, booking, enrollment);
    cancelBookedSession(uow, session);
    await this.hosts.changed(uow, booking);
    // A blank text says as little as none.
    const change = { cancelReason: reason || null, cancelledBy: uow.caller.accountId, cancelledAt: uow.now };
    const byMember = enrollment.isOwn;
    const { event } = cancelBooking;
    return this.describe(
      uow,
      await uow.move(BookingEntity, booking, BOOKING, 'cancelled', event, change, { byMember }),
    );
  }

  /** Locks enrollment, session and booking. Throws 404 where the caller reaches it no longer. */
  private async lock(uow: UnitOfWork, id: string) {
    const { enrollmentId, coachingSessionId } = await uow.get(BookingEntity, id);
    const lockEnrollment = async (enrollment: string) => {
      const locked = await this.bookings.lockEnrollment(uow, enrollment);
      if (!locked) throw await refusalOfUnseen(uow);
      return locked;
    };
    const enrollment = await lockEnrollment(enrollmentId);
    const session = await lockBookedSession(uow, coachingSessionId);
    const booking = await uow.getForUpdate(BookingEntity, id);
    // It may have gone along with a transfer meanwhile.
    const isMoved = booking.enrollmentId !== enrollmentId;
    return { booking, session, enrollment: isMoved ? await lockEnrollment(booking.enrollmentId) : enrollment };
  }

  /** The slot on the locked calendar that begins at the instant. Throws 409. */
  private async slotAt(uow: UnitOfWork, wanted: Wanted): Promise<Slot> {
    const { calendar, type, startsAt, status, except } = wanted;
    if (type.status !== 'active') throw wrongStatus('booking type', type.status);
    if (status !== 'active') throw wrongStatus('enrollment', status);
    const range = { from: startsAt, to: new Date(startsAt.getTime() + 1), except: except?.id };
    const isAnother = except?.startsAt.getTime() !== startsAt.getTime();
    if (!isAnother) throw slotTaken.error();
    const { slots, own } = await this.calendars.offer(uow, calendar, type, range);
    const [slot] = slots;
    if (!slot) throw own.length > 0 ? takenOutside() : slotTaken.error();
    return slot;
  }

  private async describe(
    scope: Scope,
    booking: Parameters<BookingRepository['describe']>[1][number],
  ): Promise<Booking> {
    return (await this.bookings.describe(scope, [booking]))[0];
  }
}

interface Wanted {
  calendar: AvailabilityEntity;
  type: BookingTypeEntity;
  startsAt: Date;
  /** The enrollment's. */
  status: EnrollmentStatus;
  /** The booking that is to begin then. */
  except?: BookingEntity;
}

/** The person enrolled changes a booking only until its notice. Throws 409. */
function checkNotice({ now }: UnitOfWork, booking: BookingEntity, { isOwn }: { isOwn: boolean }): void {
  const last = booking.startsAt.getTime() - booking.cancelNoticeHours * HOUR_MS;
  if (isOwn && now.getTime() > last) throw noticeOver.error();
}

/** The refusal of an enrollment in the body: 403 for whoever has neither a role nor an enrollment. */
async function refusalOfUnreached(uow: UnitOfWork) {
  const refusal = await refusalOfUnseen(uow);
  if (refusal.code === 'forbidden') return refusal;
  return invalidField('enrollmentId', "must be an enrollment that the caller reaches or the caller's own");
}
