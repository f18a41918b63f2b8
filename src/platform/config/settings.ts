import { plainToInstance, Transform, Type } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  Min,
  ValidateBy,
  validateSync,
} from 'class-validator';

const toBoolean = ({ value }: { value: unknown }): unknown =>
  value === 'true' ? true : value === 'false' ? false : value;

const URL_ISSUE = '$property must be a postgresql:// URL, with special characters of its password percent-encoded';

function isPostgresUrl(text: unknown): boolean {
  try {
    const { protocol, username, password } = new URL(text as string);
    return ['postgres:', 'postgresql:'].includes(protocol) && decodeURIComponent(username + password) !== undefined;
  } catch {
    return false;
  }
}

/** The configuration, read from environment variables of the same names. `.env.example` gives their meanings. */
export class Settings {
  @IsIn(['development', 'test', 'production'])
  NODE_ENV: 'development' | 'test' | 'production' = 'development';

  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(65_535)
  PORT = 3000;

  @IsString()
  HOST = '127.0.0.1';

  /** `api` serves requests, `worker` delivers webhooks, `all` does both; any number of each may run. */
  @IsIn(['api', 'worker', 'all'])
  ROLE: 'api' | 'worker' | 'all' = 'all';

  @IsString()
  DATA_DIR = './.data';

  @IsOptional()
  @ValidateBy({ name: 'postgresUrl', validator: { validate: isPostgresUrl } }, { message: URL_ISSUE })
  DATABASE_URL?: string;

  @IsOptional()
  @ValidateBy({ name: 'postgresUrl', validator: { validate: isPostgresUrl } }, { message: URL_ISSUE })
  MIGRATION_DATABASE_URL?: string;

  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(500)
  DATABASE_POOL_SIZE = 8;

  /** `unnamed` behind a pooler in transaction mode that does not carry prepared statements over. */
  @IsIn(['named', 'unnamed'])
  DATABASE_STATEMENTS: 'named' | 'unnamed' = 'named';

  @IsOptional()
  @Transform(toBoolean)
  @IsBoolean()
  DEMO_DATA?: boolean;

  @IsOptional()
  @Matches(/^[A-Za-z0-9+/_-]{43,}={0,2}(,[A-Za-z0-9+/_-]{43,}={0,2})*$/, {
    message: 'SECRET_KEYS must be base64 keys of at least 32 bytes, separated by commas',
  })
  SECRET_KEYS?: string;

  @IsIn(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
  LOG_LEVEL = 'info';

  @Type(() => Number)
  @IsInt()
  @Min(100)
  @Max(60_000)
  LOCK_TIMEOUT_MS = 3000;

  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(60_000)
  OVERLOAD_WAIT_MS = 1500;

  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(36_500)
  IDEMPOTENCY_RETENTION_DAYS = 0;

  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(876_000)
  REVIEW_DUE_HOURS = 72;

  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(60_000)
  SHUTDOWN_DELAY_MS = 0;

  /** How long a receiver may take to answer a delivery; a lease outlives it. */
  @Type(() => Number)
  @IsInt()
  @Min(100)
  @Max(20_000)
  WEBHOOK_TIMEOUT_MS = 15_000;

  /** For development: webhook endpoints may be plain http and at private addresses. */
  @Transform(toBoolean)
  @IsBoolean()
  WEBHOOK_ALLOW_PRIVATE_ADDRESSES = false;
}

/** A configuration that can't be used; its message names each variable at fault. */
export class SettingsError extends Error {}

/** Reads the settings; throws SettingsError. An empty variable counts as not set. */
export function readSettings(environment: Record<string, unknown>): Settings {
  const known = Object.keys(new Settings()).concat(
    'DATABASE_URL',
    'MIGRATION_DATABASE_URL',
    'DEMO_DATA',
    'SECRET_KEYS',
  );
  const given = Object.fromEntries(
    known.flatMap((name) =>
      environment[name] === undefined || environment[name] === '' ? [] : [[name, environment[name]]],
    ),
  );
  const settings = plainToInstance(Settings, given, { exposeDefaultValues: true });
  const problems = validateSync(settings).flatMap((error) => Object.values(error.constraints ?? {}));
  if (problems.length > 0) throw new SettingsError(`Configuration: ${problems.join('; ')}`);
  return settings;
}

/** The configured secret keys as bytes, the current one first. */
export function secretKeysOf(settings: Settings): Buffer[] {
  return (settings.SECRET_KEYS ?? '')
    .split(',')
    .filter((text) => text !== '')
    .map((text) => Buffer.from(text, 'base64'));
}
