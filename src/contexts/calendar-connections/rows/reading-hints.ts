import { schedule } from '#kernel/jobs';
import type { TenantSession } from '#kernel/persistence';
import { connectionTables } from '../calendar-connections.tables.js';
import { CALENDARS_JOB } from './connection-rows.js';

// Those that failed wait for their time: a server that is throttled is left alone.
const HINTABLE = `status = 'active' and failure_attempts = 0 and (hinted_at is null or hinted_at <= :before)`;

const hint = connectionTables.statement(
  'hint_at_calendars_of_host',
  { host: 'uuid', now: 'timestamptz', before: 'timestamptz' },
  `update calendar_connections set next_at = :now, hinted_at = :now
   where organization_id = :organization and member_id = :host and ${HINTABLE}`,
);

const hintById = connectionTables.statement(
  'hint_at_calendar_connection',
  { id: 'uuid', now: 'timestamptz', before: 'timestamptz' },
  `update calendar_connections set next_at = :now, hinted_at = :now
   where organization_id = :organization and id = :id and ${HINTABLE}`,
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
