import type { FieldIssue } from '#kernel/errors';
import {
  type CrossChecked,
  Instant,
  OneOf,
  PatchOf,
  SecureWebAddress,
  Shown,
  Title,
  Uuid,
  WholeNumber,
} from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { BOOKING_TYPE_STATUSES } from './booking-type.entity.js';

const optional = true;
const JOIN_URL = { nullable: true, description: 'Where to join, https; in no audit entry or event', example: null };

/** The terms that are not sent when it is created. */
export const USUAL_TERMS = {
  stepMinutes: 15,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  minNoticeHours: 0,
  maxDaysAhead: 60,
  cancelNoticeHours: 0,
};

class BookingTypeFields {
  @Title({ min: 1, max: 100, description: 'Name', example: 'Coaching call' }) name: string;

  @WholeNumber({ min: 5, max: 480, description: 'Length of a booking', example: 30 }) durationMinutes: number;
  @WholeNumber({
    min: 5,
    max: 120,
    optional,
    description: 'From one possible start to the next; 15 by default',
    example: 30,
  })
  stepMinutes?: number;

  @WholeNumber({
    max: 120,
    optional,
    description: "The host's time before it that is kept free; 0 by default",
    example: 0,
  })
  bufferBeforeMinutes?: number;

  @WholeNumber({
    max: 120,
    optional,
    description: "The host's time after it that is kept free; 0 by default",
    example: 10,
  })
  bufferAfterMinutes?: number;

  @WholeNumber({ max: 336, optional, description: 'How early it is booked at least; 0 by default', example: 24 })
  minNoticeHours?: number;

  @WholeNumber({
    min: 1,
    max: 180,
    optional,
    description: 'How far ahead it can be booked; 60 by default',
    example: 30,
  })
  maxDaysAhead?: number;

  @WholeNumber({
    max: 336,
    optional,
    description: 'How early at least the person enrolled cancels it or books another time; 0 by default',
    example: 24,
  })
  cancelNoticeHours?: number;

  @Uuid({ optional, nullable: true, description: 'Only for enrollments of this cohort', example: null })
  cohortId?: string | null;

  @Uuid({ optional, nullable: true, description: 'Only for enrollments of this program', example: null })
  programId?: string | null;

  @SecureWebAddress({ ...JOIN_URL, optional }) joinUrl?: string | null;
}

function offerIssues({ cohortId, programId }: Partial<BookingTypeFields>): FieldIssue[] {
  return cohortId && programId ? [{ field: 'programId', issue: 'must be absent when cohortId is given' }] : [];
}

export class CreateBookingTypeRequest extends BookingTypeFields implements CrossChecked {
  @Uuid({ description: 'The host: an active member who is a coach' }) hostMemberId: string;

  crossIssues(): FieldIssue[] {
    return offerIssues(this);
  }
}

export class UpdateBookingTypeRequest extends PatchOf(BookingTypeFields) implements CrossChecked {
  @OneOf(['active', 'paused'], { optional, description: 'paused: it has no slots' }) status?: 'active' | 'paused';

  crossIssues(): FieldIssue[] {
    return offerIssues(this);
  }
}

export class BookingTypeQuery extends PageQuery {
  @Uuid({ optional, description: 'Only those of this host' }) hostMemberId?: string;
  @Uuid({ optional, description: 'Only those that are offered to this enrollment' }) enrollmentId?: string;
}

export class BookingType {
  @Uuid({ description: 'Booking type identifier' }) id: string;
  @Shown(BookingTypeFields, 'name') name: string;
  @Uuid({ description: 'The host' }) hostMemberId: string;
  @WholeNumber({ description: 'Length of a booking', example: 30 }) durationMinutes: number;
  @WholeNumber({ description: 'From one possible start to the next', example: 30 }) stepMinutes: number;
  @WholeNumber({ description: "The host's time before it that is kept free" }) bufferBeforeMinutes: number;
  @WholeNumber({ description: "The host's time after it that is kept free" }) bufferAfterMinutes: number;
  @WholeNumber({ description: 'How early it is booked at least', example: 24 }) minNoticeHours: number;
  @WholeNumber({ description: 'How far ahead it can be booked', example: 30 }) maxDaysAhead: number;
  @WholeNumber({ description: 'How early at least the person enrolled cancels or reschedules', example: 24 })
  cancelNoticeHours: number;
  @Uuid({ nullable: true, description: 'Only for enrollments of this cohort' }) cohortId: string | null;
  @Uuid({ nullable: true, description: 'Only for enrollments of this program' }) programId: string | null;
  @SecureWebAddress(JOIN_URL) joinUrl: string | null;
  @OneOf(BOOKING_TYPE_STATUSES, { description: 'active: it can be booked' }) status: string;
  @Instant({ description: 'Creation, UTC' }) createdAt: string;
  @Instant({ description: 'Last change, UTC' }) updatedAt: string;
}
