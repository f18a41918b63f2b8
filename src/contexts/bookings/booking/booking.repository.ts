import { Injectable } from '@nestjs/common';
import {
  coachedEnrollments,
  OF_PERSON,
  REACHED,
  reachParameters,
  reachValues,
  type EnrollmentStatus,
} from '#contexts/enrollments/enrollments.public.js';
import { toResource } from '#kernel/fields';
import { idsOf } from '#kernel/lists';
import type { NewRow } from '#kernel/persistence';
import type { Scope, UnitOfWork } from '#kernel/work';
import { bookingTables } from '../bookings.tables.js';
import { Booking } from './booking.dto.js';
import { BookingEntity } from './booking.entity.js';

export const bookingList = bookingTables.list('list_bookings', {
  rows: BookingEntity,
  by: ['hostMemberId', 'enrollmentId', 'status'],
  filters: {
    from: ['timestamptz', 'item.starts_at >= :from'],
    to: ['timestamptz', 'item.starts_at < :to'],
    viewer: [
      'uuid',
      `(item.enrollment_id = any(${coachedEnrollments(':viewer::uuid')}) or item.host_member_id = :viewer::uuid)`,
    ],
  },
  order: { asc: ['startsAt', 'id'] },
});

const listOfIds = bookingTables
  .statement(
    'list_bookings_by_id',
    { ids: 'uuid[]' },
    `select b.id, h.name as "hostName", m.name as "memberName" from bookings b
     join members h on h.organization_id = b.organization_id and h.id = b.host_member_id
     join enrollments e on e.organization_id = b.organization_id and e.id = b.enrollment_id
     join members m on m.organization_id = e.organization_id and m.id = e.member_id
     where b.organization_id = :organization and b.id = any(:ids::uuid[])`,
  )
  .returning<{ id: string; hostName: string; memberName: string }>();

/** More than half a year has room for. */
const MOST_TO_COME = 50_000;

// The status stays what it is until the end of the unit.
const lockEnrollment = bookingTables
  .statement(
    'lock_enrollment_to_book',
    { id: 'uuid', account: 'uuid', ...reachParameters },
    `select e.status, ${OF_PERSON} as "isOwn" from enrollments e
     where e.organization_id = :organization and e.id = :id and (${REACHED} or ${OF_PERSON}) for share of e`,
  )
  .returning<{ status: EnrollmentStatus; isOwn: boolean }>();

const countToCome = bookingTables
  .statement(
    'count_bookings_to_come',
    { type: 'uuid', enrollment: 'uuid', now: 'timestamptz' },
    `select count(*)::integer as bookings from bookings
     where organization_id = :organization and enrollment_id = :enrollment and booking_type_id = :type
       and status = 'booked' and starts_at > :now`,
  )
  .returning<{ bookings: number }>();

const findBySession = bookingTables
  .statement(
    'find_booking_of_session',
    { session: 'uuid' },
    'select id from bookings where organization_id = :organization and coaching_session_id = :session',
  )
  .returning<{ id: string }>();

@Injectable()
export class BookingRepository {
  /** The host's bookings that begin now or later, soonest first. */
  listToCome(scope: Scope, hostMemberId: string): Promise<BookingEntity[]> {
    return scope.listRows(bookingList, { hostMemberId, status: 'booked', from: scope.now, limit: MOST_TO_COME });
  }

  /** With the names of host and member. */
  async describe(scope: Scope, rows: readonly NewRow<BookingEntity>[]): Promise<Booking[]> {
    const found = await scope.query(listOfIds, { ids: idsOf(rows) });
    const names = new Map(found.map((row) => [row.id, row]));
    return rows.map((row) => {
      const { conflictFoundAt } = row;
      const externalConflict = conflictFoundAt && { foundAt: conflictFoundAt.toISOString() };
      return toResource(Booking, { ...row, externalConflict, ...(names.get(row.id) as (typeof found)[number]) });
    });
  }

  /** Undefined unless the caller reaches it, or it is the caller's own. */
  async lockEnrollment(uow: UnitOfWork, id: string) {
    const { caller } = uow;
    const values = { id, account: caller.accountId, ...reachValues(caller) };
    return (await uow.query(lockEnrollment, values)).at(0);
  }

  async countToCome(scope: Scope, type: string, enrollment: string): Promise<number> {
    return (await scope.query(countToCome, { type, enrollment, now: scope.now }))[0].bookings;
  }

  /** Locks the booking of a coaching session, if it has one. */
  async lockOfSession(uow: UnitOfWork, session: string): Promise<BookingEntity | null> {
    const [row] = await uow.query(findBySession, { session });
    return row ? uow.getForUpdate(BookingEntity, row.id) : null;
  }
}
