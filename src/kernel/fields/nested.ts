import { applyDecorators, type Type as Class } from '@nestjs/common';
import { ApiExtraModels, type ApiPropertyOptions, getSchemaPath } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ValidateIf, ValidateNested } from 'class-validator';
import { type Check, Field, ListField, unchecked, type FieldOptions, type ListOptions } from './field.js';
import { unwrapped } from './declared-part.js';
import { Shape } from './field-shape.js';
import { isPlainObject } from './plain-object.js';

/** A list of objects, each validated by its own class. */
export function NestedList(item: () => Class<object>, options: ListOptions = {}): PropertyDecorator {
  return applyDecorators(LooseList(item, options), Type(item), ValidateNested({ each: true }));
}

/** An object, validated by its own class. */
export function NestedObject(item: () => Class<object>, options: FieldOptions = {}): PropertyDecorator {
  // ValidateNested refuses null.
  const ifNotNull = options.nullable ? [ValidateIf((_, value) => value !== null)] : [];
  return applyDecorators(
    ...ifNotNull,
    Field({ type: () => item() }, (value) => (isPlainObject(value) ? undefined : 'must be an object'), options),
    Shape({ nested: item }),
    Type(item),
    ValidateNested(),
  );
}

/** A list of objects, whose fields are documented and left to the handler to check. */
export function LooseList(item: () => Class<object>, options: ListOptions = {}): PropertyDecorator {
  return applyDecorators(
    ListField(
      { type: () => [item()] },
      (items) => (items.every(isPlainObject) ? undefined : 'must be a list of objects'),
      options,
    ),
    Shape({ nested: item }),
  );
}

/** An object of a response. */
export function Nested(item: () => Class<object>, options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(Field({ type: () => item() }, unchecked, options), Shape({ nested: item }));
}

/** A value of a request whose members, so many at each level, are judged by a check of its own; `schema` documents it. */
export function JudgedValue(
  schema: ApiPropertyOptions,
  check: Check,
  { maxMembers, ...options }: FieldOptions & { maxMembers: number },
): PropertyDecorator {
  return applyDecorators(Field(schema, check, options, unwrapped), Shape({ maxMembers }));
}

/** An object of a response with arbitrary members. */
export function OpenObject(options: FieldOptions = {}): PropertyDecorator {
  return Field({ type: 'object', additionalProperties: true }, unchecked, options);
}

/** A list of a response, whose items have one of several shapes each. */
export function UnionList(shapes: readonly Class<object>[], options: ListOptions = {}): PropertyDecorator {
  const items = { oneOf: shapes.map((shape) => ({ $ref: getSchemaPath(shape) })) };
  return withModels(shapes, ListField({ type: 'array', items }, unchecked, options));
}

/** An object of a response that has one of several shapes. */
export function Union(shapes: readonly Class<object>[], options: FieldOptions = {}): PropertyDecorator {
  return withModels(
    shapes,
    Field({ oneOf: shapes.map((shape) => ({ $ref: getSchemaPath(shape) })) }, unchecked, options),
  );
}

function withModels(shapes: readonly Class<object>[], field: PropertyDecorator): PropertyDecorator {
  return (target, key) => {
    ApiExtraModels(...shapes)(target.constructor);
    field(target, key);
  };
}
