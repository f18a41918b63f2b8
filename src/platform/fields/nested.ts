import { applyDecorators, type Type as Class } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { Field, type FieldOptions } from './field.js';

interface ListOptions extends FieldOptions {
  minItems?: number;
  maxItems?: number;
}

/** A list of objects, each validated by its own class. */
export function NestedList(item: () => Class<object>, options: ListOptions = {}): PropertyDecorator {
  const { minItems = 0, maxItems } = options;
  const size = { ...(minItems > 0 ? { minItems } : {}), ...(maxItems === undefined ? {} : { maxItems }) };
  return applyDecorators(
    Field(
      { type: () => [item()], ...size },
      (value) => {
        if (!Array.isArray(value)) return 'must be a list';
        if (value.length < minItems) return `must have at least ${minItems} items`;
        if (maxItems !== undefined && value.length > maxItems) return `must have at most ${maxItems} items`;
        return value.every(isPlainObject) ? undefined : 'must be a list of objects';
      },
      options,
    ),
    Type(item),
    ValidateNested({ each: true }),
  );
}

/** An object of a response. */
export function Nested(item: () => Class<object>, options: FieldOptions = {}): PropertyDecorator {
  return ApiProperty({
    type: () => item(),
    required: !options.optional,
    ...(options.nullable ? { nullable: true } : {}),
    ...(options.description === undefined ? {} : { description: options.description }),
  });
}

/** An object of a response whose members are not fixed. */
export function OpenObject(options: FieldOptions = {}): PropertyDecorator {
  return Field({ type: 'object', additionalProperties: true }, () => undefined, options);
}

/** A response value that has one of several shapes. */
export function Union(shapes: readonly Class<object>[], options: FieldOptions = {}): PropertyDecorator {
  const property = ApiProperty({
    oneOf: shapes.map((shape) => ({ $ref: getSchemaPath(shape) })),
    required: !options.optional,
    ...(options.description === undefined ? {} : { description: options.description }),
  });
  return (target, key) => {
    ApiExtraModels(...shapes)(target.constructor);
    property(target, key);
  };
}

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
