import type { FieldIssue } from '#kernel/errors';
import {
  type CrossChecked,
  Instant,
  Measured,
  Nested,
  NestedList,
  OneOf,
  SecureWebAddress,
  Text,
  TimeZone,
  Union,
  Unmeasured,
  Uuid,
} from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { EXTERNAL_UNKNOWN } from '../calendar/external-times.js';
import { BOOKING_STATUSES, type BookingStatus } from './booking.entity.js';

const MOST_DAYS = 31;
/** Changes of the clocks within the period make it up to two hours longer. */
const MOST_MS = (MOST_DAYS * 24 + 2) * 3_600_000;
const END = '2030-01-15T10:30:00.000Z';

export class SlotQuery extends PageQuery implements CrossChecked {
  @Uuid({ description: 'The enrollment that is to book' }) enrollmentId: string;
  @Instant({ description: 'Slots that begin from this instant on' }) from: Date;
  @Instant({ description: `Slots that begin before this instant, at most ${MOST_DAYS} days after from`, example: END })
  to: Date;

  crossIssues(): FieldIssue[] {
    if (this.to <= this.from) return [{ field: 'to', issue: 'must be after from' }];
    const isLong = this.to.getTime() - this.from.getTime() > MOST_MS;
    return isLong ? [{ field: 'to', issue: `must be at most ${MOST_DAYS} days after from` }] : [];
  }
}

export class BookableSlot {
  @Instant({ description: 'Start, UTC' }) startsAt: string;
  @Instant({ description: 'End, UTC', example: END }) endsAt: string;
}

export class ExternalKnown extends Measured {
  @Instant({ description: 'The oldest reading of a selected calendar, UTC' }) asOf: string;
}

export class ExternalNotKnown extends Unmeasured {
  @OneOf(EXTERNAL_UNKNOWN, {
    description: 'Why it is not known. not_connected: there is no selected calendar, and nothing is withheld',
  })
  reason: string;
}

export class SlotPage {
  @NestedList(() => BookableSlot) items: BookableSlot[];
  @Text({ nullable: true, description: 'Cursor of the next page; null on the last page', example: null })
  nextCursor: string | null;
  @Union([ExternalKnown, ExternalNotKnown], { description: "What is known of the host's calendars outside" })
  external: ExternalKnown | ExternalNotKnown;
}

export class RescheduleBookingRequest {
  @Instant({ description: 'The start of a slot that is offered now' }) startsAt: Date;
}

export class BookSlotRequest extends RescheduleBookingRequest {
  @Uuid({ description: 'An active enrollment' }) enrollmentId: string;
}

export class CancelBookingRequest {
  @Text({ optional: true, nullable: true, max: 500, trim: true, description: 'Why', example: 'Ill' })
  reason?: string | null;
}

export class BookingQuery extends PageQuery implements CrossChecked {
  @Uuid({ optional: true, description: 'Only those of this host' }) hostMemberId?: string;
  @Uuid({ optional: true, description: 'Only those of this enrollment' }) enrollmentId?: string;
  @OneOf(BOOKING_STATUSES, { optional: true, description: 'Only those with this status' }) status?: BookingStatus;
  @Instant({ optional: true, description: 'Bookings that begin from this instant on' }) from?: Date;
  @Instant({ optional: true, description: 'Bookings that begin before this instant', example: END }) to?: Date;

  crossIssues(): FieldIssue[] {
    return this.from && this.to && this.to < this.from ? [{ field: 'to', issue: 'must not be before from' }] : [];
  }
}

export class ExternalConflict {
  @Instant({ description: 'When it was found, UTC' }) foundAt: string;
}

export class Booking {
  @Uuid({ description: 'Booking identifier' }) id: string;
  @Uuid({ description: 'Booking type' }) bookingTypeId: string;
  @Uuid({ description: 'The host' }) hostMemberId: string;
  @Text({ description: 'Display name of the host', example: 'Ada Okafor' }) hostName: string;
  @Uuid({ description: 'Enrollment' }) enrollmentId: string;
  @Text({ description: 'Display name of the member enrolled', example: 'Lena Fischer' }) memberName: string;
  @Instant({ description: 'Start, UTC' }) startsAt: string;
  @Instant({ description: 'End, UTC', example: END }) endsAt: string;
  @TimeZone({ description: "The host's, for display" }) timezone: string;
  @OneOf(BOOKING_STATUSES, { description: 'booked until its session is held or cancelled' }) status: string;
  @SecureWebAddress({ nullable: true, description: 'Where to join', example: null }) joinUrl: string | null;
  @Uuid({ description: 'The coaching session that it has' }) coachingSessionId: string;
  @Nested(() => ExternalConflict, {
    nullable: true,
    description:
      "An entry in a calendar of the host's takes its time; null where none was found since it has this time",
    example: null,
  })
  externalConflict: ExternalConflict | null;
  @Uuid({ description: 'Account that booked it' }) bookedBy: string;
  @Uuid({ nullable: true, description: 'Account that cancelled it' }) cancelledBy: string | null;
  @Text({ nullable: true, description: 'Why it was cancelled' }) cancelReason: string | null;
  @Instant({ description: 'Creation, UTC' }) createdAt: string;
  @Instant({ description: 'Last change, UTC' }) updatedAt: string;
}
