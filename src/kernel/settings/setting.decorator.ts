import 'reflect-metadata';
import { Transform, Type } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Matches, Max, Min, ValidateBy } from 'class-validator';

export type SettingsClass<Settings extends object = object> = new () => Settings;

const declared = new Map<SettingsClass, string[]>();

export function declaredClasses(): SettingsClass[] {
  return [...declared.keys()];
}

export function variablesOf(settings: SettingsClass): readonly string[] {
  return declared.get(settings) ?? [];
}

/** Whether a setting is read from the environment variable. */
export function isVariable(name: string): boolean {
  return [...declared.values()].some((variables) => variables.includes(name));
}

const toBoolean = ({ value }: { value: unknown }): unknown =>
  value === 'true' ? true : value === 'false' ? false : value;

/** Declares a field that is read from the environment variable of its name. Its initializer is the default. */
export const Setting = {
  integer: ({ min, max }: { min: number; max: number }) =>
    setting(
      Type(() => Number),
      IsInt(),
      Min(min),
      Max(max),
    ),
  boolean: () => setting(Transform(toBoolean), IsBoolean()),
  text: () => setting(IsString()),
  oneOf: (values: readonly string[]) => setting(IsIn(values)),
  matching: (pattern: RegExp, message: string) => setting(Matches(pattern, { message })),
  accepted: (accepts: (value: string) => boolean, message: string) =>
    setting(
      ValidateBy({ name: 'accepted', validator: { validate: (value) => accepts(value as string) } }, { message }),
    ),
  /** `problemOf` says what the variable must be, as a continuation of its name; undefined for a valid value. */
  checked: (problemOf: (value: string) => string | undefined) =>
    setting(
      ValidateBy(
        { name: 'checked', validator: { validate: (value) => problemOf(value as string) === undefined } },
        { message: ({ property, value }) => `${property} ${problemOf(value as string) ?? ''}` },
      ),
    ),
};

function setting(...decorators: PropertyDecorator[]): PropertyDecorator {
  return (prototype, field) => {
    const settings = prototype.constructor as SettingsClass;
    declared.set(settings, [...variablesOf(settings), String(field)]);
    for (const decorate of [IsOptional(), ...decorators]) decorate(prototype, field);
  };
}
