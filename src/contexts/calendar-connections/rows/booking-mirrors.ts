import { schedule } from '#kernel/jobs';
import { newId, type TenantSession } from '#kernel/persistence';
import { connectionTables } from '../calendar-connections.tables.js';
import { MIRRORS_JOB } from './connection-rows.js';

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
  tenant: TenantSession,
  booking: { id: string; hostMemberId: string },
  now: Date,
): Promise<void> {
  const touched = await tenant.execute(touchMirrors, { booking: booking.id, now });
  const writing = await tenant.query(listWriting, { host: booking.hostMemberId });
  for (const { id: connection } of writing) {
    await tenant.execute(insertMirror, { id: newId(), booking: booking.id, connection, now });
  }
  if (touched > 0 || writing.length > 0) await schedule(tenant, MIRRORS_JOB, now);
}

const listMissing = connectionTables
  .statement(
    'list_bookings_to_mirror',
    { now: 'timestamptz' },
    `select b.id as booking, c.id as connection from calendar_connections c
     join bookings b on b.organization_id = c.organization_id and b.host_member_id = c.member_id
     where c.organization_id = :organization and c.write_bookings and c.status in ('active', 'failing')
       and b.status = 'booked' and b.ends_at > :now
       and not exists (
         select from booking_mirrors m
         where m.organization_id = :organization and m.booking_id = b.id and m.connection_id = c.id)
     order by b.starts_at, b.id limit 1000`,
  )
  .returning<{ booking: string; connection: string }>();

/** Adds the bookings to come that a connection is to write since it was made, or its member has asked for it. */
export async function addMissingMirrors(tenant: TenantSession, now: Date): Promise<void> {
  for (const { booking, connection } of await tenant.query(listMissing, { now })) {
    await tenant.execute(insertMirror, { id: newId(), booking, connection, now });
  }
}
