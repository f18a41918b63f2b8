import { Field, type FieldOptions } from './field.js';

const MAX_INT4 = 2_147_483_647;

/** A whole number that PostgreSQL's integer holds; nothing is converted. */
export function WholeNumber(options: FieldOptions & { min?: number; max?: number } = {}): PropertyDecorator {
  const { min = 0, max = MAX_INT4 } = options;
  const issue =
    max === MAX_INT4 ? `must be a whole number, at least ${min}` : `must be a whole number from ${min} to ${max}`;
  return Field(
    { type: 'integer', minimum: min, maximum: max },
    (value) =>
      typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? undefined : issue,
    options,
  );
}

/** A positive whole number. */
export function PositiveInteger(options: FieldOptions = {}): PropertyDecorator {
  return WholeNumber({ ...options, min: 1 });
}

/** true or false; nothing is converted. */
export function Flag(options: FieldOptions = {}): PropertyDecorator {
  return Field(
    { type: 'boolean' },
    (value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
    options,
  );
}
