import { schedule } from '#kernel/jobs';
import type { TenantSession } from '#kernel/persistence';
import { connectionTables } from '../calendar-connections.tables.js';
import { keyOf } from '../provider/object-key.js';

/** Reads calendars, and what else is to be done at their servers. */
export const CALENDARS_JOB = 'calendar_connections';
/** Writes bookings into the calendars that connections made. */
export const MIRRORS_JOB = 'booking_mirrors';

const deleteTimes = connectionTables.statement(
  'delete_external_times',
  { connection: 'uuid', kept: 'text[]' },
  `delete from external_busy
   where organization_id = :organization and connection_id = :connection and not calendar_key = any(:kept::text[])`,
);

const deleteObjects = connectionTables.statement(
  'delete_external_objects',
  { connection: 'uuid', kept: 'text[]' },
  `delete from external_objects
   where organization_id = :organization and connection_id = :connection and not calendar_key = any(:kept::text[])`,
);

/** Deletes what was read of other calendars than these. */
export async function keepOnly(tenant: TenantSession, connection: string, calendars: readonly string[]): Promise<void> {
  const kept = calendars.map(keyOf);
  await tenant.execute(deleteTimes, { connection, kept });
  await tenant.execute(deleteObjects, { connection, kept });
}

// Those that failed wait for their time.
const readSoon = connectionTables.statement(
  'read_calendars_of_host_soon',
  { host: 'uuid', now: 'timestamptz' },
  `update calendar_connections set next_at = :now
   where organization_id = :organization and member_id = :host and status = 'active' and failure_attempts = 0
     and calendars @> '[{"selected": true}]' and (next_at is null or next_at > :now)`,
);

/** Has the calendars of a host read once the transaction is committed. */
export async function readCalendarsSoon(tenant: TenantSession, host: string, now: Date): Promise<void> {
  if ((await tenant.execute(readSoon, { host, now })) > 0) await schedule(tenant, CALENDARS_JOB, now);
}

const hint = connectionTables.statement(
  'hint_at_calendars_of_host',
  { host: 'uuid', now: 'timestamptz', before: 'timestamptz' },
  `update calendar_connections set next_at = :now, hinted_at = :now
   where organization_id = :organization and member_id = :host and status in ('active', 'failing')
     and (hinted_at is null or hinted_at <= :before) and next_at > :now`,
);

const hintById = connectionTables.statement(
  'hint_at_calendar_connection',
  { id: 'uuid', now: 'timestamptz', before: 'timestamptz' },
  `update calendar_connections set next_at = :now, hinted_at = :now
   where organization_id = :organization and id = :id and status in ('active', 'failing')
     and (hinted_at is null or hinted_at <= :before) and next_at > :now`,
);

/** A hint has calendars read now, once a minute at most. */
const HINTED_EVERY_MS = 60_000;

export async function hintAtHost(tenant: TenantSession, host: string, now: Date): Promise<void> {
  const before = new Date(now.getTime() - HINTED_EVERY_MS);
  if ((await tenant.execute(hint, { host, now, before })) > 0) await schedule(tenant, CALENDARS_JOB, now);
}

export async function hintAtConnection(tenant: TenantSession, id: string, now: Date): Promise<void> {
  const before = new Date(now.getTime() - HINTED_EVERY_MS);
  if ((await tenant.execute(hintById, { id, now, before })) > 0) await schedule(tenant, CALENDARS_JOB, now);
}

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
