import { migrations } from '../../migrations/list.js';
import { findRunningCluster, startEmbeddedCluster } from './embedded-database/cluster.js';
import { checkDatabase, DatabaseSettings, migrate } from '#kernel/persistence';
import type { Runtime } from '#kernel';
import { secretKeysOf, SecretSettings } from '#kernel/secrets';
import { type Configuration, DataSettings, SettingsError } from '#kernel/settings';
import { processCount, ProcessSettings } from './process.settings.js';
import { secretKeyBesideDatabase } from './secret-file.js';

export interface StartedRuntime extends Runtime {
  ownerUrl: string;
  embedded: boolean;
  /** The migrations that this start ran. */
  migrated: string[];
  stop: () => Promise<void>;
}

/** Connects to DATABASE_URL or the embedded database, which `reuseRunning` may find running; checks and migrates it. */
export async function startRuntime(
  configuration: Configuration,
  use: { reuseRunning: boolean; onMigrating?: () => void } = { reuseRunning: false },
): Promise<StartedRuntime> {
  const { DATABASE_URL, DATABASE_STATEMENTS } = configuration.get(DatabaseSettings);
  const runtime = DATABASE_URL
    ? external(configuration, DATABASE_URL)
    : await embedded(configuration, use.reuseRunning);
  try {
    if (!runtime.embedded) {
      const allowSuperuser = configuration.get(ProcessSettings).NODE_ENV === 'development';
      await checkDatabase(runtime.databaseUrl, { allowSuperuser, statements: DATABASE_STATEMENTS });
    }
    runtime.migrated = await migrate(runtime.ownerUrl, runtime.databaseUrl, migrations, use.onMigrating);
    return runtime;
  } catch (error) {
    await runtime.stop();
    throw error;
  }
}

function external(configuration: Configuration, databaseUrl: string): StartedRuntime {
  const { NODE_ENV } = configuration.get(ProcessSettings);
  const { DATA_DIR } = configuration.get(DataSettings);
  const secretKeys = secretKeysOf(configuration.get(SecretSettings));
  if (secretKeys.length === 0) {
    if (NODE_ENV === 'production') throw new SettingsError('Configuration: SECRET_KEYS must be set with DATABASE_URL');
    secretKeys.push(secretKeyBesideDatabase(DATA_DIR));
  }
  const ownerUrl = configuration.get(DatabaseSettings).MIGRATION_DATABASE_URL ?? databaseUrl;
  const stop = () => Promise.resolve();
  return { configuration, databaseUrl, ownerUrl, secretKeys, embedded: false, migrated: [], stop };
}

async function embedded(configuration: Configuration, reuseRunning: boolean): Promise<StartedRuntime> {
  const { DATA_DIR } = configuration.get(DataSettings);
  const running = reuseRunning ? await findRunningCluster(DATA_DIR) : null;
  const maxConnections = connectionsFor(configuration);
  const cluster = running ?? (await startEmbeddedCluster({ dataDir: DATA_DIR, maxConnections }));
  const configured = secretKeysOf(configuration.get(SecretSettings));
  return {
    configuration,
    databaseUrl: cluster.serviceUrl,
    ownerUrl: cluster.ownerUrl,
    secretKeys: configured.length > 0 ? configured : [secretKeyBesideDatabase(DATA_DIR)],
    embedded: true,
    migrated: [],
    // The database of another process is not stopped.
    stop: running ? () => Promise.resolve() : () => cluster.stop(),
  };
}

/** Each process has its pool and a connection for notices; one more process runs during a restart; the rest is for commands. */
function connectionsFor(configuration: Configuration): number {
  const processes = processCount(configuration.get(ProcessSettings)) + 1;
  return Math.max(100, processes * (configuration.get(DatabaseSettings).DATABASE_POOL_SIZE + 1) + 20);
}
