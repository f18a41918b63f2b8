import { schedule } from '#kernel/jobs';
import type { TenantSession } from '#kernel/persistence';
import { recordServiceAct } from '#kernel/trail';
import { connectionTables } from '../calendar-connections.tables.js';
import type { CalendarFailure } from '../parsing/calendar-failure.js';
import type { ConnectionStatus } from '../rows/calendar-connection.entity.js';
import {
  CONNECTION_ACTIVATED,
  CONNECTION_FAILED,
  CONNECTION_RECOVERED,
  connectionFailed,
  connectionRecovered,
} from '../rows/calendar-connection.events.js';
import { keepOnly, MIRRORS_JOB } from '../rows/connection-rows.js';
import { type DueConnection, storeFailure, storeReading, storeUnreadable } from '../rows/due-connections.js';
import type { ReadConnection } from './calendar-reader.js';
import { applyReading, unreadableObjects } from './read-store.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WAITS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS];
/** So many attempts one after the other have failed. */
const FAILING_AFTER = 3;

// Whoever detaches a member locks it before the connection.
const lockMember = connectionTables.statement(
  'lock_member_of_read_calendars',
  { member: 'uuid' },
  'select 1 from members where organization_id = :organization and id = :member for key share',
);

interface Noted {
  /** When the reading began. */
  readAt: Date;
  next: Date;
  now: Date;
}

/** Stores a reading. False where somebody has changed the connection meanwhile. */
export async function noteReading(
  tenant: TenantSession,
  connection: DueConnection,
  { calendars, readings, isWhole }: ReadConnection,
  { readAt, next, now }: Noted,
): Promise<boolean> {
  const { id, version, status, readAllAt, memberId } = connection;
  await tenant.query(lockMember, { member: memberId });
  // PostgreSQL keeps microseconds, which a Date has not.
  const wantedAfter = connection.nextAt === null ? null : new Date(connection.nextAt.getTime() + 1);
  const stored = await tenant.execute(storeReading, {
    ...{ id, version, calendars, readAt, wantedAfter, next, now },
    readAllAt: isWhole ? readAt : readAllAt,
  });
  if (stored === 0) return false;
  const selected = calendars.filter((one) => one.selected).map((one) => one.id);
  await keepOnly(tenant, id, selected);
  for (const { calendarId, reading } of readings) await applyReading(tenant, id, calendarId, reading);
  await tenant.execute(storeUnreadable, { id, unreadable: await unreadableObjects(tenant, id) });
  if (status === 'active') return true;
  if (connection.writeBookings) await schedule(tenant, MIRRORS_JOB, now);
  const act = { targetId: id, occurredAt: now, changes: { status: { from: status, to: 'active' } } };
  if (status === 'pending') await recordServiceAct(tenant, { ...act, audited: CONNECTION_ACTIVATED });
  else {
    const data = { calendarConnectionId: id, memberId, provider: connection.provider };
    const event = { declaration: connectionRecovered, data };
    await recordServiceAct(tenant, { ...act, audited: CONNECTION_RECOVERED, event });
  }
  return true;
}

/** Notes a failed attempt, and when the next one is made. One event for a change of status. */
export async function noteFailure(
  tenant: TenantSession,
  connection: DueConnection,
  failure: CalendarFailure,
  now: Date,
): Promise<void> {
  const { id, version, memberId, provider, status: before, failureSince } = connection;
  const { reason } = failure;
  const attempts = connection.failureAttempts + 1;
  const status = statusAfter(before, reason, attempts);
  const isOver = reason === 'refused' || (before === 'pending' && reason === 'consent_missing');
  const wait = Math.min(HOUR_MS, Math.max(failure.retryAfterMs, WAITS_MS[attempts - 1] ?? HOUR_MS));
  const stored = await tenant.execute(storeFailure, {
    ...{ id, version, status, reason, attempts, now },
    since: failureSince ?? now,
    next: isOver ? null : new Date(now.getTime() + wait),
  });
  if (stored === 0 || status === before) return;
  const event = { declaration: connectionFailed, data: { calendarConnectionId: id, memberId, provider, reason } };
  const changes = { status: { from: before, to: status }, reason };
  await recordServiceAct(tenant, { audited: CONNECTION_FAILED, targetId: id, occurredAt: now, changes, event });
}

function statusAfter(before: ConnectionStatus, reason: CalendarFailure['reason'], attempts: number): ConnectionStatus {
  if (reason === 'refused') return 'revoked';
  if (before !== 'active') return before;
  return reason === 'consent_missing' || attempts >= FAILING_AFTER ? 'failing' : 'active';
}
