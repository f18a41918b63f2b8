import { administratorsAndCoaches, anyStaff, everyMember } from '#kernel/access';
import { refusedIn } from '#kernel/errors';
import { declareEvent, withFields } from '#kernel/events';
import { Uuid } from '#kernel/fields';
import { existing, resource } from '#kernel/operations';
import { bookingTables } from '../bookings.tables.js';
import {
  BookingType,
  BookingTypeQuery,
  CreateBookingTypeRequest,
  UpdateBookingTypeRequest,
} from './booking-type.dto.js';
import { BOOKING_TYPE } from './booking-type.entity.js';
import { ownBookingType } from './booking-type.policy.js';

class BookingTypeReference {
  @Uuid() bookingTypeId: string;
  @Uuid() hostMemberId: string;
}

class BookingTypeUpdated extends withFields(BookingTypeReference) {}

const INVALID = 'A field is invalid, or cohortId or programId does not exist in the organization, or both are given';
const refusals = { 403: 'Requires OWNER, ADMIN, or a coach who is its host.' };

const bookingTypes = resource({
  noun: 'booking type',
  path: '/booking-types/:bookingTypeId',
  response: BookingType,
  target: ownBookingType,
  read: everyMember,
  write: administratorsAndCoaches,
});

export const createBookingType = bookingTypes.create({
  description:
    'What a coach can be booked for, on which terms: for one cohort or one program, or for all enrollments that the host reaches.',
  body: CreateBookingTypeRequest,
  event: declareEvent('booking_type.created', 'A booking type was created.', BookingTypeReference),
  refusals: { ...refusals, 400: `${INVALID}; or hostMemberId is not an active member who is a coach.` },
});

export const listBookingTypes = bookingTypes.list({
  description: 'Newest first. The staff sees all; members enrolled see active ones that are offered to them.',
  query: BookingTypeQuery,
  mayLag: true,
});

export const getBookingType = bookingTypes.get({
  description: 'In any status, whoever its host is.',
  access: anyStaff,
  target: existing('booking type', bookingTables, 'booking_types'),
});

export const updateBookingType = bookingTypes.patch({
  description: 'Bookings that were made stay as they are.',
  body: UpdateBookingTypeRequest,
  event: declareEvent('booking_type.updated', 'A booking type was updated.', BookingTypeUpdated),
  refusals: { ...refusals, 400: `${INVALID}.` },
  reasons: refusedIn('booking type', ['archived']),
});

export const archiveBookingType = bookingTypes.command('archive', {
  leadsTo: 'archived',
  description: 'For good. Bookings that were made stay as they are.',
  event: declareEvent('booking_type.archived', 'A booking type was archived.', BookingTypeReference),
  refusals,
  reasons: BOOKING_TYPE.refusalsOfMove('archived'),
});
