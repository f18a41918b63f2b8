import { connectionTables } from '../calendar-connections.tables.js';
import type { CalendarProvider, ConnectionStatus } from '../rows/calendar-connection.entity.js';

/** An entry that is due, with the booking as it is now. */
export interface DueMirror {
  id: string;
  bookingId: string;
  connectionId: string;
  externalId: string | null;
  isSent: boolean;
  revision: number;
  attempts: number;
  isCancelled: boolean;
  title: string;
  joinUrl: string | null;
  startsAt: Date;
  endsAt: Date;
  changedAt: Date;
  moves: number;
}

export const listDueMirrors = connectionTables
  .statement(
    'list_due_booking_mirrors',
    { connection: 'uuid', now: 'timestamptz' },
    `select m.id, m.booking_id as "bookingId", m.connection_id as "connectionId", m.external_id as "externalId",
       m.is_sent as "isSent", m.revision, m.attempts, b.status = 'cancelled' as "isCancelled", t.name as title,
       b.join_url as "joinUrl", b.starts_at as "startsAt", b.ends_at as "endsAt", b.updated_at as "changedAt",
       (select count(*)::integer from booking_moves v where v.organization_id = :organization and v.booking_id = b.id) as moves
     from booking_mirrors m
     join bookings b on b.organization_id = m.organization_id and b.id = m.booking_id
     join booking_types t on t.organization_id = b.organization_id and t.id = b.booking_type_id
     where m.organization_id = :organization and m.connection_id = :connection and m.next_at <= :now
     order by m.next_at, m.id limit 50`,
  )
  .returning<DueMirror>();

/** A connection that has something to be written, or whose own calendar is to be removed. */
export interface WritingConnection {
  id: string;
  provider: CalendarProvider;
  status: ConnectionStatus;
  writeBookings: boolean;
  url: string | null;
  username: string | null;
  secrets: Buffer | null;
  ownCalendar: string | null;
  version: number;
}

export const listWritingConnections = connectionTables
  .statement(
    'list_calendar_connections_to_write',
    { now: 'timestamptz' },
    `select c.id, c.provider, c.status, c.write_bookings as "writeBookings", c.url, c.username, c.secrets,
       c.own_calendar as "ownCalendar", c.version
     from calendar_connections c
     where c.organization_id = :organization and c.status in ('active', 'failing')
       and (not c.write_bookings and c.own_calendar is not null
         or c.write_bookings and exists (
           select from booking_mirrors m
           where m.organization_id = :organization and m.connection_id = c.id and m.next_at <= :now))
     order by c.id`,
  )
  .returning<WritingConnection>();

export const findNextMirror = connectionTables
  .statement(
    'find_next_booking_mirror',
    {},
    `select min(m.next_at) as at from booking_mirrors m
     join calendar_connections c on c.organization_id = m.organization_id and c.id = m.connection_id
     where m.organization_id = :organization and c.status in ('active', 'failing') and c.write_bookings`,
  )
  .returning<{ at: Date | null }>();

/** Before it is written. Whoever takes it up after a crash knows that it may have been. */
export const markMirrorSent = connectionTables.statement(
  'mark_booking_mirror_as_sent',
  { id: 'uuid', now: 'timestamptz', next: 'timestamptz' },
  `update booking_mirrors set is_sent = true, attempts = attempts + 1, next_at = :next, updated_at = :now
   where organization_id = :organization and id = :id`,
);

/** Stays due where the booking has changed meanwhile. */
export const settleMirror = connectionTables.statement(
  'settle_booking_mirror',
  { id: 'uuid', revision: 'integer', external: 'text', isSent: 'boolean', now: 'timestamptz' },
  `update booking_mirrors set external_id = :external, is_sent = :isSent, updated_at = :now,
     next_at = case when revision = :revision then null else :now::timestamptz end,
     attempts = case when revision = :revision then 0 else attempts end
   where organization_id = :organization and id = :id`,
);

/** No attempt is made before then, unless the booking changes. */
export const putOffMirror = connectionTables.statement(
  'put_off_booking_mirror',
  { id: 'uuid', revision: 'integer', next: 'timestamptz', now: 'timestamptz' },
  `update booking_mirrors set next_at = :next, updated_at = :now
   where organization_id = :organization and id = :id and revision = :revision`,
);

export const forgetEntries = connectionTables.statement(
  'forget_entries_of_calendar_connection',
  { connection: 'uuid', now: 'timestamptz', next: 'timestamptz' },
  `update booking_mirrors set external_id = null, is_sent = false, next_at = :next, revision = revision + 1, updated_at = :now
   where organization_id = :organization and connection_id = :connection
     and exists (
       select from bookings b
       where b.organization_id = :organization and b.id = booking_mirrors.booking_id and b.status <> 'cancelled'
         and b.ends_at > :now)`,
);
