import { connectionTables } from '../calendar-connections.tables.js';
import type { CalendarConnectionEntity } from './calendar-connection.entity.js';

/** A connection as the worker needs it, with what it reads of the member. */
export type DueConnection = Pick<
  CalendarConnectionEntity,
  | 'id'
  | 'memberId'
  | 'provider'
  | 'status'
  | 'failureReason'
  | 'failureSince'
  | 'failureAttempts'
  | 'calendars'
  | 'writeBookings'
  | 'lastReadAt'
  | 'url'
  | 'username'
  | 'authorizationUntil'
  | 'verifier'
  | 'grantCode'
  | 'secrets'
  | 'ownCalendar'
  | 'version'
  | 'readAllAt'
  | 'nextAt'
  | 'disconnectedAt'
> & {
  /** The e-mail address of the member. */
  address: string;
  /** The zone of the member's availability. */
  timezone: string | null;
  /** The calendars that connections of the member made. */
  ownCalendars: string[];
  /** Whether the member is the host of an active booking type. */
  isHost: boolean;
};

const COLUMNS = `c.id, c.member_id as "memberId", c.provider, c.status, c.failure_reason as "failureReason",
  c.failure_since as "failureSince", c.failure_attempts as "failureAttempts", c.calendars,
  c.write_bookings as "writeBookings", c.last_read_at as "lastReadAt", c.url, c.username,
  c.authorization_until as "authorizationUntil", c.verifier, c.grant_code as "grantCode", c.secrets,
  c.own_calendar as "ownCalendar", c.version, c.read_all_at as "readAllAt", c.next_at as "nextAt",
  c.disconnected_at as "disconnectedAt", a.email as address, v.timezone,
  array(
    select o.own_calendar from calendar_connections o
    where o.organization_id = :organization and o.member_id = c.member_id and o.own_calendar is not null) as "ownCalendars",
  exists (
    select from booking_types t
    where t.organization_id = :organization and t.host_member_id = c.member_id and t.status = 'active') as "isHost"`;
const FROM = `calendar_connections c
  join members m on m.organization_id = c.organization_id and m.id = c.member_id
  join accounts a on a.id = m.account_id
  left join availabilities v on v.organization_id = c.organization_id and v.id = c.member_id`;

export const listDue = connectionTables
  .statement(
    'list_due_calendar_connections',
    { now: 'timestamptz' },
    `select ${COLUMNS} from ${FROM}
     where c.organization_id = :organization and c.next_at <= :now order by c.next_at, c.id limit 20`,
  )
  .returning<DueConnection>();

export const findConnection = connectionTables
  .statement(
    'find_calendar_connection_to_work_with',
    { id: 'uuid' },
    `select ${COLUMNS} from ${FROM} where c.organization_id = :organization and c.id = :id`,
  )
  .returning<DueConnection>();

export const findNextDue = connectionTables
  .statement(
    'find_next_calendar_connection',
    {},
    'select min(next_at) as at from calendar_connections where organization_id = :organization',
  )
  .returning<{ at: Date | null }>();

/** Compares what the worker has worked with: whoever changed it meanwhile goes first. */
export const UNCHANGED = 'organization_id = :organization and id = :id and version = :version';

export const putAside = connectionTables.statement(
  'put_aside_calendar_connection',
  { id: 'uuid', version: 'integer' },
  `update calendar_connections set next_at = null where ${UNCHANGED}`,
);

// Whoever wanted it to be read meanwhile has set a next_at after `wantedAfter`: it is read once more.
export const storeReading = connectionTables.statement(
  'store_reading_of_calendar_connection',
  {
    ...{ id: 'uuid', version: 'integer', calendars: 'jsonb', readAt: 'timestamptz', readAllAt: 'timestamptz' },
    ...{ wantedAfter: 'timestamptz', next: 'timestamptz', now: 'timestamptz' },
  },
  `update calendar_connections set status = 'active', calendars = :calendars, last_read_at = :readAt,
     read_all_at = :readAllAt, next_at = case when next_at > :wantedAfter::timestamptz then next_at else :next end,
     grant_code = null, verifier = null, failure_reason = null, failure_since = null, failure_attempts = 0, updated_at = :now
   where ${UNCHANGED} and status in ('pending', 'active', 'failing', 'revoked')`,
);

export const storeUnreadable = connectionTables.statement(
  'store_unreadable_of_calendar_connection',
  { id: 'uuid', unreadable: 'integer' },
  'update calendar_connections set unreadable = :unreadable where organization_id = :organization and id = :id',
);

export const storeFailure = connectionTables.statement(
  'store_failure_of_calendar_connection',
  {
    ...{ id: 'uuid', version: 'integer', status: 'text', reason: 'text', since: 'timestamptz', attempts: 'integer' },
    ...{ next: 'timestamptz', now: 'timestamptz' },
  },
  `update calendar_connections set status = :status, failure_reason = :reason, failure_since = :since,
     failure_attempts = :attempts, next_at = :next, updated_at = :now,
     grant_code = case when :next::timestamptz is null then null else grant_code end
   where ${UNCHANGED} and status in ('pending', 'active', 'failing', 'revoked')`,
);
