import { ConfigModule } from '@nestjs/config';
import { checkRelyingParty } from '#kernel/authentication';
import { DatabaseSettings } from '#kernel/persistence';
import { Configuration, isVariable, RoleSettings, SettingsError } from '#kernel/settings';

/** A worker that writes an export reads from one connection and stores parts by another. */
const CONNECTIONS_OF_WORKER = 2;

/** Reads the configuration from the environment and `.env`; `overrides` take precedence. Throws SettingsError. */
export async function loadConfiguration(
  overrides: Record<string, string> = {},
  { ignoreEnvFile = false } = {},
): Promise<Configuration> {
  let configuration: Configuration | undefined;
  await ConfigModule.forRoot({
    ignoreEnvFile,
    validate: (environment) => {
      configuration = new Configuration({ ...environment, ...overrides });
      // Other lines of `.env` are not exported to the process: pg would read PGSSLMODE, for example.
      return Object.fromEntries(Object.entries(environment).filter(([name]) => isVariable(name)));
    },
  });
  checkPool(configuration as Configuration);
  checkRelyingParty(configuration as Configuration);
  return configuration as Configuration;
}

function checkPool(configuration: Configuration): void {
  const { DATABASE_POOL_SIZE } = configuration.get(DatabaseSettings);
  if (DATABASE_POOL_SIZE >= CONNECTIONS_OF_WORKER || configuration.get(RoleSettings).ROLE === 'api') return;
  throw new SettingsError(
    `Configuration: DATABASE_POOL_SIZE must be at least ${CONNECTIONS_OF_WORKER}, except with ROLE=api: an export takes two`,
  );
}
