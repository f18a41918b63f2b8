import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { misspelledNames } from './misspelled.js';
import { declaredClasses, variablesOf, type SettingsClass } from './setting.decorator.js';

/** The configuration is invalid; the message names every invalid variable. */
export class SettingsError extends Error {}

export function notDeclared({ name }: { name: string }): SettingsError {
  return new SettingsError(`Configuration: ${name} is not part of it. Declare its fields with @Setting.`);
}

export class Configuration {
  private readonly instances: ReadonlyMap<SettingsClass, object>;

  /** Reads environment variables; an empty one counts as unset. Throws SettingsError, also for a name that resembles a setting's. */
  constructor(environment: Record<string, unknown>, classes: readonly SettingsClass[] = declaredClasses()) {
    const problems = [...duplicates(classes), ...misspellings(environment, classes)];
    this.instances = new Map(
      classes.map((settings) => {
        const values = variablesOf(settings)
          .filter((name) => environment[name] !== undefined && environment[name] !== '')
          .map((name) => [name, environment[name]]);
        const instance = plainToInstance(settings, Object.fromEntries(values), { exposeDefaultValues: true });
        problems.push(...validateSync(instance).flatMap((error) => Object.values(error.constraints ?? {})));
        return [settings, instance];
      }),
    );
    if (problems.length > 0) throw new SettingsError(`Configuration: ${problems.sort().join('; ')}`);
  }

  get<Settings extends object>(settings: SettingsClass<Settings>): Settings {
    const instance = this.instances.get(settings);
    if (instance) return instance as Settings;
    throw notDeclared(settings);
  }

  /** Every class with its instance. Throws SettingsError for a class that was loaded later than the configuration. */
  all(): [SettingsClass, object][] {
    return declaredClasses().map((settings) => [settings, this.get(settings)]);
  }
}

function misspellings(environment: Record<string, unknown>, classes: readonly SettingsClass[]): string[] {
  const found = misspelledNames(Object.keys(environment), [...declaredClasses(), ...classes].flatMap(variablesOf));
  return [...found].map(([name, meant]) => `${name} is not a setting; did you mean ${meant}?`);
}

function duplicates(classes: readonly SettingsClass[]): string[] {
  const owners = new Map<string, string>();
  return classes.flatMap((settings) =>
    variablesOf(settings).flatMap((name) => {
      const owner = owners.get(name);
      owners.set(name, settings.name);
      return owner === undefined ? [] : [`${name} is declared by both ${owner} and ${settings.name}`];
    }),
  );
}
