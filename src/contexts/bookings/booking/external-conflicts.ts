import { declareEvent, declareServiceAct } from '#kernel/events';
import { Instant, Uuid } from '#kernel/fields';
import { newId, type TenantSession } from '#kernel/persistence';
import { recordServiceAct } from '#kernel/trail';
import { bookingTables } from '../bookings.tables.js';

class ConflictFound {
  @Uuid() bookingId: string;
  @Uuid() hostMemberId: string;
  @Instant() startsAt: string;
}

export const bookingConflictFound = declareEvent(
  'booking.conflict_found',
  "An entry in a calendar of the host's takes the time of a booking.",
  ConflictFound,
);
const CONFLICT_FOUND = declareServiceAct(bookingConflictFound.name, 'booking');

// FOR UPDATE: a booking that is moved at the same time keeps the conflict of its former time to itself.
const lockConflicts = bookingTables
  .statement(
    'lock_bookings_with_conflict',
    { host: 'uuid', now: 'timestamptz' },
    `select b.id, b.starts_at as "startsAt", b.ends_at as "endsAt" from bookings b
     where b.organization_id = :organization and b.host_member_id = :host and b.status = 'booked' and b.starts_at > :now
       and exists (
         select from external_busy x
         where x.organization_id = :organization and x.member_id = :host and x.starts_at < b.ends_at
           and x.ends_at > b.starts_at and not exists (
             select from booking_conflicts k
             where k.organization_id = :organization and k.booking_id = b.id and k.outside_at = x.starts_at))
     order by b.id for update of b`,
  )
  .returning<{ id: string; startsAt: Date; endsAt: Date }>();

const listOutside = bookingTables
  .statement(
    'list_outside_entries_over_booking',
    { host: 'uuid', startsAt: 'timestamptz', endsAt: 'timestamptz' },
    `select distinct starts_at as "outsideAt" from external_busy
     where organization_id = :organization and member_id = :host and starts_at < :endsAt and ends_at > :startsAt
     order by starts_at`,
  )
  .returning<{ outsideAt: Date }>();

const insertConflict = bookingTables.statement(
  'insert_booking_conflict',
  { id: 'uuid', booking: 'uuid', outsideAt: 'timestamptz', now: 'timestamptz' },
  `insert into booking_conflicts (organization_id, id, booking_id, outside_at, found_at)
   values (:organization, :id, :booking, :outsideAt, :now)
   on conflict (organization_id, booking_id, outside_at) do nothing`,
);

const noteConflict = bookingTables.statement(
  'note_booking_conflict',
  { id: 'uuid', now: 'timestamptz' },
  `update bookings set conflict_found_at = :now, updated_at = :now
   where organization_id = :organization and id = :id and status = 'booked'`,
);

/** Records which of a host's bookings to come have an outside entry over them: once for each booking and outside instant. People decide. */
export async function recordConflicts(tenant: TenantSession, host: string, now: Date): Promise<void> {
  for (const { id, startsAt, endsAt } of await tenant.query(lockConflicts, { host, now })) {
    for (const { outsideAt } of await tenant.query(listOutside, { host, startsAt, endsAt })) {
      const inserted = await tenant.execute(insertConflict, { id: newId(), booking: id, outsideAt, now });
      if (inserted === 0) continue;
      await tenant.execute(noteConflict, { id, now });
      const data = { bookingId: id, hostMemberId: host, startsAt: startsAt.toISOString() };
      await recordServiceAct(tenant, {
        ...{ audited: CONFLICT_FOUND, targetId: id, occurredAt: now },
        changes: { outsideAt: outsideAt.toISOString() },
        event: { declaration: bookingConflictFound, data },
      });
    }
  }
}
