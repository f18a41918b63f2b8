import { Field, type FieldOptions, unchecked } from '#kernel/fields';

/** A quantity of a response that is not negative. */
export function Quantity(options: FieldOptions = {}): PropertyDecorator {
  return Field({ type: 'number', minimum: 0 }, unchecked, options);
}

/** A share of a response, from 0 to 1. */
export function Share(options: FieldOptions = {}): PropertyDecorator {
  return Field({ type: 'number', minimum: 0, maximum: 1 }, unchecked, options);
}
