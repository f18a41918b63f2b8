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
     and calendars @> '[{"selected": true}]'`,
);

/** Has the calendars of a host read once the transaction is committed. */
export async function readCalendarsSoon(tenant: TenantSession, host: string, now: Date): Promise<void> {
  if ((await tenant.execute(readSoon, { host, now })) > 0) await schedule(tenant, CALENDARS_JOB, now);
}
