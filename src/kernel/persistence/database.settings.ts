import { problemOfDatabaseUrl } from './database-url.js';
import { Setting } from '../settings/setting.decorator.js';

export class DatabaseSettings {
  @Setting.checked(problemOfDatabaseUrl) DATABASE_URL?: string;
  @Setting.checked(problemOfDatabaseUrl) MIGRATION_DATABASE_URL?: string;
  @Setting.integer({ min: 1, max: 500 }) DATABASE_POOL_SIZE = 8;

  /** For notices of events, where DATABASE_URL leads through a pooler. */
  @Setting.checked(problemOfDatabaseUrl) NOTIFY_DATABASE_URL?: string;

  /** A standby that answers reads which may lag, and how old their data is at most. */
  @Setting.checked(problemOfDatabaseUrl) READ_DATABASE_URL?: string;
  @Setting.integer({ min: 0, max: 60_000 }) READ_MAX_LAG_MS = 1000;

  /** `unnamed` behind a pooler in transaction mode that does not track prepared statements. */
  @Setting.oneOf(['named', 'unnamed']) DATABASE_STATEMENTS: 'named' | 'unnamed' = 'named';
  @Setting.integer({ min: 100, max: 60_000 }) LOCK_TIMEOUT_MS = 3000;
}
