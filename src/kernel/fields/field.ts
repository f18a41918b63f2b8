import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';
import { Shape } from './field-shape.js';
import { isPatch } from './patch-of.js';

/** Options of every field decorator. By default a field is required and not nullable. */
export interface FieldOptions {
  description?: string;
  example?: unknown;
  optional?: boolean;
  nullable?: boolean;
}

export interface ListOptions extends FieldOptions {
  minItems?: number;
  maxItems?: number;
}

/** Returns the issue with a value that is neither undefined nor null; undefined when it is valid. */
export type Check = (value: unknown) => string | undefined;

/** For fields of responses, which are not validated. */
export const unchecked: Check = () => undefined;

/** A field: one check, with the schema that documents it. `convert` is applied to a sent value before the check. */
export function Field(
  schema: ApiPropertyOptions,
  check: Check,
  options: FieldOptions = {},
  convert?: (value: unknown) => unknown,
): PropertyDecorator {
  const { optional = false, nullable = false, description, example } = options;
  const issueOf = (value: unknown, request?: object): string | undefined => {
    if (value === undefined) return optional || isPatch(request) ? undefined : 'is required';
    if (value === null) return nullable ? undefined : 'must not be null';
    return check(value);
  };
  const documented = { ...schema, required: !optional } as Record<string, unknown>;
  if (nullable) documented.nullable = true;
  if (description !== undefined) documented.description = description;
  if (example !== undefined) documented.example = example;
  const decorators = [
    ApiProperty(documented),
    ValidateBy({
      name: 'field',
      validator: {
        validate: (value: unknown, args) => issueOf(value, args?.object) === undefined,
        defaultMessage: (args) => issueOf(args?.value, args?.object) ?? '',
      },
    }),
  ];
  if (convert) decorators.push(Transform(({ value }: { value: unknown }) => convert(value), { toClassOnly: true }));
  return applyDecorators(...decorators);
}

/** A field that is a list: the bounds on its length, then `check` for the items. */
export function ListField(
  schema: ApiPropertyOptions,
  check: (items: readonly unknown[]) => string | undefined,
  options: ListOptions,
  convert?: (value: unknown) => unknown,
): PropertyDecorator {
  const { minItems = 0, maxItems = Infinity } = options;
  const documented = { ...schema } as Record<string, unknown>;
  if (minItems > 0) documented.minItems = minItems;
  if (maxItems < Infinity) documented.maxItems = maxItems;
  const checkList: Check = (value) => {
    if (!Array.isArray(value)) return 'must be a list';
    if (value.length < minItems) return `must have at least ${minItems} items`;
    if (value.length > maxItems) return `must have at most ${maxItems} items`;
    return check(value);
  };
  return applyDecorators(Field(documented, checkList, options, convert), Shape({ maxItems }));
}
