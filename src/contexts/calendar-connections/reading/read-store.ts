import { newId, type TenantSession } from '#kernel/persistence';
import { connectionTables } from '../calendar-connections.tables.js';
import { keyOf } from '../provider/object-key.js';
import type { CalendarReading } from '../provider/port.js';

const ROWS_AT_ONCE = 2_000;

const OF_OBJECTS = `organization_id = :organization and connection_id = :connection and calendar_key = :calendar
  and object_key = any(:keys::text[])`;
const ofObjects = { connection: 'uuid', calendar: 'text', keys: 'text[]' } as const;

const deleteTimesOfObjects = connectionTables.statement(
  'delete_external_times_of_objects',
  ofObjects,
  `delete from external_busy where ${OF_OBJECTS}`,
);
const deleteObjects = connectionTables.statement(
  'delete_external_objects_by_key',
  ofObjects,
  `delete from external_objects where ${OF_OBJECTS}`,
);

const OF_CALENDAR = 'organization_id = :organization and connection_id = :connection and calendar_key = :calendar';
const ofCalendar = { connection: 'uuid', calendar: 'text' } as const;

const deleteTimesOfCalendar = connectionTables.statement(
  'delete_external_times_of_calendar',
  ofCalendar,
  `delete from external_busy where ${OF_CALENDAR}`,
);
const deleteObjectsOfCalendar = connectionTables.statement(
  'delete_external_objects_of_calendar',
  ofCalendar,
  `delete from external_objects where ${OF_CALENDAR}`,
);

// INSERT … SELECT from the connection: on Citus, the organization must come from a column of a tenant table.
const insertTimes = connectionTables.statement(
  'insert_external_times',
  { connection: 'uuid', calendar: 'text', rows: 'jsonb' },
  `insert into external_busy
     (organization_id, id, connection_id, member_id, calendar_key, object_key, starts_at, ends_at)
   select c.organization_id, r.id, c.id, c.member_id, :calendar, r.object_key, r.starts_at, r.ends_at
   from calendar_connections c
   cross join jsonb_to_recordset(:rows::jsonb) as r (
     id uuid, object_key text, starts_at timestamptz, ends_at timestamptz)
   where c.organization_id = :organization and c.id = :connection`,
);

const insertObjects = connectionTables.statement(
  'insert_external_objects',
  { connection: 'uuid', calendar: 'text', rows: 'jsonb' },
  `insert into external_objects (organization_id, id, connection_id, calendar_key, object_key, etag, is_unreadable)
   select c.organization_id, r.id, c.id, :calendar, r.object_key, r.etag, r.is_unreadable
   from calendar_connections c
   cross join jsonb_to_recordset(:rows::jsonb) as r (id uuid, object_key text, etag text, is_unreadable boolean)
   where c.organization_id = :organization and c.id = :connection`,
);

const listObjects = connectionTables
  .statement(
    'list_external_objects',
    ofCalendar,
    `select object_key as key, etag from external_objects where ${OF_CALENDAR}`,
  )
  .returning<{ key: string; etag: string }>();

const countUnreadable = connectionTables
  .statement(
    'count_unreadable_external_objects',
    { connection: 'uuid' },
    `select count(*)::integer as objects from external_objects
     where organization_id = :organization and connection_id = :connection and is_unreadable`,
  )
  .returning<{ objects: number }>();

/** The ETags of the objects of a calendar when they were last read. */
export async function knownEtags(tenant: TenantSession, connection: string, calendar: string) {
  const rows = await tenant.query(listObjects, { connection, calendar: keyOf(calendar) });
  return new Map(rows.map(({ key, etag }) => [key, etag]));
}

export async function unreadableObjects(tenant: TenantSession, connection: string): Promise<number> {
  return (await tenant.query(countUnreadable, { connection }))[0].objects;
}

/** Replaces what was read of a calendar by a whole reading, or applies one of changes. Only times are kept, and digests. */
export async function applyReading(
  tenant: TenantSession,
  connection: string,
  calendarId: string,
  { isWhole, objects, gone }: CalendarReading,
): Promise<void> {
  const calendar = keyOf(calendarId);
  if (isWhole) {
    await tenant.execute(deleteTimesOfCalendar, { connection, calendar });
    await tenant.execute(deleteObjectsOfCalendar, { connection, calendar });
  } else {
    const keys = [...gone, ...objects.map(({ key }) => key)];
    if (keys.length > 0) {
      await tenant.execute(deleteTimesOfObjects, { connection, calendar, keys });
      await tenant.execute(deleteObjects, { connection, calendar, keys });
    }
  }
  // The last word about an object counts: pages may repeat one.
  const last = [...new Map(objects.map((one) => [one.key, one])).values()];
  const times = last.flatMap(({ key, spans }) =>
    (spans ?? []).map(([from, to]) => ({ id: newId(), object_key: key, ...period(from, to) })),
  );
  // Those without an ETag are kept where they cannot be read, to be counted.
  const kept = last
    .filter(({ etag, spans }) => etag !== null || spans === null)
    .map(({ key, etag, spans }) => ({ id: newId(), object_key: key, etag: etag ?? '', is_unreadable: spans === null }));
  for (let at = 0; at < times.length; at += ROWS_AT_ONCE) {
    await tenant.execute(insertTimes, { connection, calendar, rows: times.slice(at, at + ROWS_AT_ONCE) });
  }
  for (let at = 0; at < kept.length; at += ROWS_AT_ONCE) {
    await tenant.execute(insertObjects, { connection, calendar, rows: kept.slice(at, at + ROWS_AT_ONCE) });
  }
}

function period(from: number, to: number) {
  return { starts_at: new Date(from).toISOString(), ends_at: new Date(to).toISOString() };
}
