import { connectionTables } from '../calendar-connections.tables.js';

export const destroySecrets = connectionTables.statement(
  'destroy_secrets_of_calendar_connection',
  { id: 'uuid' },
  `update calendar_connections set secrets = null, own_calendar = null, url = null, username = null, calendars = '[]',
     next_at = null
   where organization_id = :organization and id = :id and status = 'disconnected'`,
);

export const putOffEnding = connectionTables.statement(
  'put_off_ending_of_calendar_connection',
  { id: 'uuid', next: 'timestamptz' },
  `update calendar_connections set next_at = :next
   where organization_id = :organization and id = :id and status = 'disconnected'`,
);

export const deleteMirrors = connectionTables.statement(
  'delete_mirrors_of_calendar_connection',
  { connection: 'uuid' },
  'delete from booking_mirrors where organization_id = :organization and connection_id = :connection',
);
