import type { TenantSession } from '#kernel/persistence';
import { bookingTables } from '../bookings.tables.js';

/** Why it is not known when calendars outside take a host's time. */
export const EXTERNAL_UNKNOWN = ['not_connected', 'calendar_stale', 'calendar_failing'] as const;
export type ExternalUnknown = (typeof EXTERNAL_UNKNOWN)[number];

/** The knowledge of a host's calendars outside: `asOf` is the oldest reading. */
export type ExternalTimes = { measured: true; asOf: Date } | { measured: false; reason: ExternalUnknown };

const findState = bookingTables
  .statement(
    'find_external_times_of_host',
    { host: 'uuid' },
    `select min(last_read_at) as "asOf", count(*)::integer as connections,
       count(*) filter (where status <> 'active')::integer as failing,
       count(*) filter (where last_read_at is null)::integer as unread
     from calendar_connections
     where organization_id = :organization and member_id = :host and status in ('active', 'failing', 'revoked')
       and calendars @> '[{"selected": true}]'`,
  )
  .returning<{ asOf: Date | null; connections: number; failing: number; unread: number }>();

/** A host without a connection, or without a selected calendar, has no calendars outside: nothing is withheld then. */
export async function externalTimesOf(
  session: TenantSession,
  host: string,
  { now, freshMinutes }: { now: Date; freshMinutes: number },
): Promise<ExternalTimes> {
  const [{ asOf, connections, failing, unread }] = await session.query(findState, { host });
  if (connections === 0) return { measured: false, reason: 'not_connected' };
  if (failing > 0) return { measured: false, reason: 'calendar_failing' };
  const oldest = now.getTime() - freshMinutes * 60_000;
  if (asOf === null || unread > 0 || asOf.getTime() < oldest) return { measured: false, reason: 'calendar_stale' };
  return { measured: true, asOf };
}

const listTimes = bookingTables
  .statement(
    'list_external_times',
    { host: 'uuid', from: 'timestamptz', to: 'timestamptz' },
    `select starts_at as "busyFrom", ends_at as "busyUntil" from external_busy
     where organization_id = :organization and member_id = :host and starts_at < :to and ends_at > :from
     order by starts_at`,
  )
  .returning<{ busyFrom: Date; busyUntil: Date }>();

/** The times that selected calendars outside take. */
export function listExternalTimes(session: TenantSession, host: string, { from, to }: { from: Date; to: Date }) {
  return session.query(listTimes, { host, from, to });
}

/** Whether a host whose calendars outside are not known is offered nevertheless. */
export function isWithheld(times: ExternalTimes, { whenUnknown }: { whenUnknown: 'withhold' | 'offer' }): boolean {
  return !times.measured && times.reason !== 'not_connected' && whenUnknown === 'withhold';
}
