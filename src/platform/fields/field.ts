import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';

/** What every field decorator takes. A field is required and not nullable unless it says so. */
export interface FieldOptions {
  description?: string;
  example?: unknown;
  /** The field may be left out. */
  optional?: boolean;
  /** The field may be null. */
  nullable?: boolean;
}

/** Says what is wrong with a value that is neither missing nor null; undefined when nothing is. */
export type Check = (value: unknown) => string | undefined;

/**
 * A field of a request or a response: one check, and the schema that documents it, so that the two can't differ.
 * A missing value and null are judged here, for all fields alike.
 */
export function Field(schema: ApiPropertyOptions, check: Check, options: FieldOptions = {}): PropertyDecorator {
  const { optional = false, nullable = false, description, example } = options;
  const judge: Check = (value) => {
    if (value === undefined) return optional ? undefined : 'is required';
    if (value === null) return nullable ? undefined : 'must not be null';
    return check(value);
  };
  const documented = { ...schema, required: !optional } as Record<string, unknown>;
  if (nullable) documented.nullable = true;
  if (description !== undefined) documented.description = description;
  if (example !== undefined) documented.example = example;
  return applyDecorators(
    ApiProperty(documented),
    ValidateBy({
      name: 'field',
      validator: {
        validate: (value: unknown) => judge(value) === undefined,
        defaultMessage: (args) => judge(args?.value) ?? '',
      },
    }),
  );
}
