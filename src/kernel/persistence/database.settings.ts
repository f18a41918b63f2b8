import { Setting } from '../settings/setting.decorator.js';

const URL_ISSUE = '$property must be a postgresql:// URL, with special characters of its password percent-encoded';

function isPostgresUrl(text: string): boolean {
  try {
    const { protocol, username, password } = new URL(text);
    return ['postgres:', 'postgresql:'].includes(protocol) && decodeURIComponent(username + password) !== undefined;
  } catch {
    return false;
  }
}

export class DatabaseSettings {
  @Setting.accepted(isPostgresUrl, URL_ISSUE) DATABASE_URL?: string;
  @Setting.accepted(isPostgresUrl, URL_ISSUE) MIGRATION_DATABASE_URL?: string;
  @Setting.integer({ min: 1, max: 500 }) DATABASE_POOL_SIZE = 8;

  /** A standby that answers reads which may lag, and how old their data is at most. */
  @Setting.accepted(isPostgresUrl, URL_ISSUE) READ_DATABASE_URL?: string;
  @Setting.integer({ min: 0, max: 60_000 }) READ_MAX_LAG_MS = 1000;

  /** `unnamed` behind a pooler in transaction mode that does not track prepared statements. */
  @Setting.oneOf(['named', 'unnamed']) DATABASE_STATEMENTS: 'named' | 'unnamed' = 'named';
  @Setting.integer({ min: 100, max: 60_000 }) LOCK_TIMEOUT_MS = 3000;
}
