/** Tables, statements, rows and connections. */
export { ConnectionQueue, lineNameOf, type QueueOwner } from './connection-queue.js';
export { asServiceError, changedMeanwhile, lockedByAnother } from './database-errors.js';
export { DatabaseSetupError } from './database-setup.error.js';
export { DatabaseSettings } from './database.settings.js';
export { type Changes, fieldChanges, InternalColumn, REDACTED, RedactedColumn } from './field-changes.js';
export { type Filters, type FilterValues, List, type PageSql } from './list.js';
export { checkDatabase, migrate } from './migrate.js';
export { FIRST_ID, firstIdAt, LAST_ID, newId } from './new-id.js';
export { type Arguments, type Parameters, Statement, type ValuesOf } from './statement.js';
export { Tables } from './tables.js';
export { type Change, type InsertedRow, type NewRow, TenantEntity } from './tenant-entity.js';
export { TenantSession } from './tenant-session.js';
