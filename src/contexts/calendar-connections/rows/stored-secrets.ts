import { connectionTables } from '../calendar-connections.tables.js';
import { UNCHANGED } from './due-connections.js';

export const storeSecrets = connectionTables.statement(
  'store_secrets_of_calendar_connection',
  { id: 'uuid', before: 'bytea', secrets: 'bytea' },
  `update calendar_connections set secrets = :secrets
   where organization_id = :organization and id = :id and secrets = :before`,
);

/** After the exchange of a grant, which is used up by that: whatever else the member has changed meanwhile. */
export const storeTokens = connectionTables.statement(
  'store_first_secrets_of_calendar_connection',
  { id: 'uuid', grant: 'bytea', secrets: 'bytea' },
  `update calendar_connections set secrets = :secrets, grant_code = null, verifier = null
   where organization_id = :organization and id = :id and status = 'pending' and secrets is null and grant_code = :grant`,
);

export const storeHook = connectionTables.statement(
  'store_hook_of_calendar_connection',
  { id: 'uuid', version: 'integer', hash: 'bytea' },
  `update calendar_connections set hook_hash = :hash where ${UNCHANGED} and status = 'active'`,
);
