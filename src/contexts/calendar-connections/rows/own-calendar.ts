import { connectionTables } from '../calendar-connections.tables.js';

/** Where another worker was faster, or the connection has ended, nothing changes. */
export const storeOwnCalendar = connectionTables.statement(
  'store_own_calendar_of_calendar_connection',
  { id: 'uuid', before: 'text', own: 'text' },
  `update calendar_connections set own_calendar = :own
   where organization_id = :organization and id = :id and own_calendar is not distinct from :before
     and (:own::text is null or status <> 'disconnected')`,
);
