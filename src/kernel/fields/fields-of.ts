import type { Type } from '@nestjs/common';
import { ApiExtraModels, PickType } from '@nestjs/swagger';
import { extraModelsOf } from './documented-fields.js';
import { Nested } from './nested.js';
import { fieldShape, Shape } from './field-shape.js';

/** The base of a class that has some fields of another one: `class NextLive extends FieldsOf(UpcomingLive, 'id', 'title') {}`. */
export function FieldsOf<Class extends object, const Name extends keyof Class & string>(
  type: Type<Class>,
  ...names: readonly Name[]
): Type<Pick<Class, Name>> {
  const Fields = PickType(type, names);
  for (const name of names) Shape(fieldShape(type, name))(Fields.prototype as object, name);
  ApiExtraModels(...extraModelsOf(type))(Fields);
  return Fields;
}

/** The base of a class of a response that has an object of one class under each name. */
export function NestedUnder<const Name extends string, Item extends object>(
  names: readonly Name[],
  item: () => Type<Item>,
): Type<Record<Name, Item>> {
  class Objects {}
  for (const name of names) Nested(item)(Objects.prototype, name);
  return Objects as Type<Record<Name, Item>>;
}
