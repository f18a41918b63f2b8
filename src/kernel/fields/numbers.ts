import { Field, type FieldOptions } from './field.js';

export const MAX_INT4 = 2_147_483_647;

/** An integer in the range of PostgreSQL's `integer`; strings are not converted. */
export function WholeNumber(options: FieldOptions & { min?: number; max?: number } = {}): PropertyDecorator {
  const { min = 0, max = MAX_INT4 } = options;
  const range = max === MAX_INT4 ? `, at least ${min}` : ` from ${min} to ${max}`;
  const isValid = (value: unknown): boolean =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
  return Field(
    { type: 'integer', minimum: min, maximum: max },
    (value) => (isValid(value) ? undefined : `must be a whole number${range}`),
    options,
  );
}

export function PositiveInteger(options: FieldOptions = {}): PropertyDecorator {
  return WholeNumber({ ...options, min: 1 });
}

/** true or false in a query, where every value is a string. */
export function QueryFlag(options: FieldOptions = {}): PropertyDecorator {
  const check = (value: unknown) => (typeof value === 'boolean' ? undefined : 'must be true or false');
  const convert = (value: unknown) => (value === 'true' ? true : value === 'false' ? false : value);
  return Field({ type: 'boolean' }, check, options, convert);
}

/** true or false; strings are not converted. */
export function Flag(options: FieldOptions = {}): PropertyDecorator {
  const check = (value: unknown) => (typeof value === 'boolean' ? undefined : 'must be true or false');
  return Field({ type: 'boolean' }, check, options);
}
