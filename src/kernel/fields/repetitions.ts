import type { FieldIssue } from '../errors/service-error.js';

/** The issues with values of a list that repeat an earlier one. */
export function repetitions(
  values: readonly unknown[],
  issue: string,
  fieldOf: (index: number) => string,
): FieldIssue[] {
  return values.flatMap((value, index) => (values.indexOf(value) < index ? [{ field: fieldOf(index), issue }] : []));
}
