import { schedule } from '#kernel/jobs';
import type { TenantSession } from '#kernel/persistence';
import { connectionTables } from '../calendar-connections.tables.js';
import { MIRRORS_JOB } from './connection-rows.js';

const OF_HOST = `c.organization_id = :organization and c.member_id = b.host_member_id and c.write_bookings
  and c.status in ('active', 'failing')`;

const touchMirrors = connectionTables.statement(
  'touch_mirrors_of_booking',
  { booking: 'uuid', now: 'timestamptz' },
  `update booking_mirrors set revision = revision + 1, next_at = :now, attempts = 0, updated_at = :now
   where organization_id = :organization and booking_id = :booking`,
);

const insertMirror = connectionTables.statement(
  'insert_booking_mirror',
  { id: 'uuid', booking: 'uuid', connection: 'uuid', now: 'timestamptz' },
  `insert into booking_mirrors
     (organization_id, id, booking_id, connection_id, external_id, is_sent, revision, attempts, next_at, created_at, updated_at)
   values (:organization, :id, :booking, :connection, null, false, 1, 0, :now, :now, :now)
   on conflict (organization_id, booking_id, connection_id) do nothing`,
);

const listWriting = connectionTables
  .statement(
    'list_connections_that_write_for_host',
    { host: 'uuid' },
    `select id from calendar_connections
     where organization_id = :organization and member_id = :host and write_bookings and status in ('active', 'failing')
     order by id`,
  )
  .returning<{ id: string }>();

/** Has the entries of a booking written once the transaction is committed: by the state that it has then. */
export async function mirrorBooking(
  tenant: TenantSession & { newId(): string },
  booking: { id: string; hostMemberId: string },
  now: Date,
): Promise<void> {
  const touched = await tenant.execute(touchMirrors, { booking: booking.id, now });
  const writing = await tenant.query(listWriting, { host: booking.hostMemberId });
  for (const { id: connection } of writing) {
    await tenant.execute(insertMirror, { id: tenant.newId(), booking: booking.id, connection, now });
  }
  if (touched > 0 || writing.length > 0) await schedule(tenant, MIRRORS_JOB, now);
}

const listUnwritten = connectionTables
  .statement(
    'list_bookings_to_mirror',
    { connection: 'uuid', now: 'timestamptz' },
    `select b.id from bookings b
     join calendar_connections c on c.id = :connection and ${OF_HOST}
     where b.organization_id = :organization and b.status = 'booked' and b.ends_at > :now
       and not exists (
         select from booking_mirrors m
         where m.organization_id = :organization and m.booking_id = b.id and m.connection_id = :connection)
     order by b.starts_at, b.id limit 1000`,
  )
  .returning<{ id: string }>();

/** Has all bookings to come written that are not yet. */
export async function mirrorBookingsToCome(tenant: TenantSession, connection: string, newId: () => string, now: Date) {
  const unwritten = await tenant.query(listUnwritten, { connection, now });
  for (const { id: booking } of unwritten)
    await tenant.execute(insertMirror, { id: newId(), booking, connection, now });
  await schedule(tenant, MIRRORS_JOB, now);
}
