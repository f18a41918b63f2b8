import { secretKeysOf, SettingsError, type Settings } from '../config/settings.js';
import { findRunningCluster, startEmbeddedCluster } from '../embedded-database/cluster.js';
import { checkDatabase, migrate } from '../persistence/migrate.js';
import type { Runtime } from '../platform.module.js';
import { secretKeyBesideDatabase } from './secret-file.js';

/** A database that is ready to be used, and what has to be stopped after it. */
export interface StartedRuntime extends Runtime {
  ownerUrl: string;
  embedded: boolean;
  stop: () => Promise<void>;
}

/**
 * Finds the database: the user's where DATABASE_URL names one, else an embedded one in DATA_DIR, which is started
 * where it does not run. Refuses a role that row-level security would not bind, and migrates.
 */
export async function startRuntime(
  settings: Settings,
  use: { beside: boolean } = { beside: false },
): Promise<StartedRuntime> {
  const runtime = settings.DATABASE_URL
    ? external(settings, settings.DATABASE_URL)
    : await embedded(settings, use.beside);
  try {
    if (!runtime.embedded) await checkDatabase(runtime.databaseUrl, settings);
    await migrate(runtime.ownerUrl, runtime.databaseUrl);
    return runtime;
  } catch (error) {
    await runtime.stop();
    throw error;
  }
}

function external(settings: Settings, databaseUrl: string): StartedRuntime {
  const secretKeys = secretKeysOf(settings);
  if (secretKeys.length === 0) {
    if (settings.NODE_ENV === 'production')
      throw new SettingsError('Configuration: SECRET_KEYS must be set with DATABASE_URL');
    secretKeys.push(secretKeyBesideDatabase(settings.DATA_DIR));
  }
  const ownerUrl = settings.MIGRATION_DATABASE_URL ?? databaseUrl;
  return { settings, databaseUrl, ownerUrl, secretKeys, embedded: false, stop: () => Promise.resolve() };
}

async function embedded(settings: Settings, beside: boolean): Promise<StartedRuntime> {
  const running = beside ? await findRunningCluster(settings.DATA_DIR) : null;
  const cluster = running ?? (await startEmbeddedCluster({ dataDir: settings.DATA_DIR }));
  const configured = secretKeysOf(settings);
  return {
    settings,
    databaseUrl: cluster.serviceUrl,
    ownerUrl: cluster.ownerUrl,
    secretKeys: configured.length > 0 ? configured : [secretKeyBesideDatabase(settings.DATA_DIR)],
    embedded: true,
    // What somebody else started is theirs to stop.
    stop: running ? () => Promise.resolve() : () => cluster.stop(),
  };
}
