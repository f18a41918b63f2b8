import { kernelTables } from '../persistence/kernel.tables.js';

/** Sets the tenant of a transaction of the service itself. */
export const setOrganization = kernelTables.statement(
  'set_organization',
  { lockTimeoutMs: 'integer' },
  'select app_begin(:organization, :lockTimeoutMs)',
);

/** Sets the tenant of a caller's read, and confirms the caller. */
export const enterOrganization = kernelTables.statement(
  'enter_organization',
  { key: 'uuid', accessState: 'bytea' },
  'select app_enter(:organization, :key, :accessState)',
);
