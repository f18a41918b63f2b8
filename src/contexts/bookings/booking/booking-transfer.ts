import type { UnitOfWork } from '#kernel/work';
import { bookingTables } from '../bookings.tables.js';

const moveBookings = bookingTables.statement(
  'transfer_bookings',
  { sessions: 'uuid[]', to: 'uuid', at: 'timestamptz' },
  `update bookings set enrollment_id = :to, updated_at = :at
   where organization_id = :organization and coaching_session_id = any(:sessions::uuid[])`,
);

const moveMoves = bookingTables.statement(
  'transfer_booking_moves',
  { sessions: 'uuid[]', to: 'uuid' },
  `update booking_moves set enrollment_id = :to
   where organization_id = :organization and booking_id = any(array(
     select b.id from bookings b
     where b.organization_id = :organization and b.coaching_session_id = any(:sessions::uuid[])))`,
);

/** The bookings of coaching sessions that move to another enrollment go along. */
export function transferBookings(uow: UnitOfWork, sessions: readonly string[], to: string): void {
  if (sessions.length === 0) return;
  uow.queue(moveBookings, { sessions, to, at: uow.now });
  uow.queue(moveMoves, { sessions, to });
}
