import { decimalOf, MAX_DIGITS, significantDigits } from './decimal.js';
import { Field, ListField, type FieldOptions, type ListOptions } from './field.js';

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

/** A list of integers, each greater than the one before it. */
export function AscendingNumbers(options: ListOptions & { min: number; max: number }): PropertyDecorator {
  const { min, max } = options;
  const isValid = (value: unknown): boolean =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
  return ListField(
    { type: 'array', items: { type: 'integer', minimum: min, maximum: max } },
    (items) => {
      if (!items.every(isValid)) return `must be a list of whole numbers from ${min} to ${max}`;
      const isAscending = items.every((item, index) => index === 0 || Number(item) > Number(items[index - 1]));
      return isAscending ? undefined : 'must be ascending';
    },
    options,
  );
}

/** The number of a text that has up to ten digits. */
export function numberInQuery(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
}

/** An integer of a query, where every value is a string. */
export function QueryNumber(options: FieldOptions & { min: number; max?: number }): PropertyDecorator {
  const { min, max = MAX_INT4 } = options;
  const isValid = (value: unknown): boolean => typeof value === 'number' && value >= min && value <= max;
  return Field(
    { type: 'integer', minimum: min, maximum: max },
    (value) => (isValid(value) ? undefined : `must be a whole number, at least ${min}`),
    options,
    numberInQuery,
  );
}

export function PositiveInteger(options: FieldOptions = {}): PropertyDecorator {
  return WholeNumber({ ...options, min: 1 });
}

const MAX_DECIMAL = 10 ** MAX_DIGITS - 1;

/** A number with or without a fraction, as `numeric` columns keep it; strings are not converted. */
export function DecimalNumber(options: FieldOptions = {}): PropertyDecorator {
  const isValid = (value: unknown): boolean =>
    typeof value === 'number' && Math.abs(value) <= MAX_DECIMAL && significantDigits(decimalOf(value)) <= MAX_DIGITS;
  return Field(
    { type: 'number', minimum: -MAX_DECIMAL, maximum: MAX_DECIMAL },
    (value) => (isValid(value) ? undefined : `must be a number with at most ${MAX_DIGITS} significant digits`),
    options,
  );
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
