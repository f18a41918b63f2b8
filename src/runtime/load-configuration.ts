import { ConfigModule } from '@nestjs/config';
import { Configuration, isVariable } from '#kernel/settings';

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
  return configuration as Configuration;
}
