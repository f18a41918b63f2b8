import type { Type } from '@nestjs/common';
import { documentedField } from './documented-fields.js';
import { Field, unchecked } from './field.js';

/** The field of a response that shows a field of a request: of the same type and description, without its bounds. */
export function Shown<Request extends object>(
  request: Type<Request>,
  field: keyof Request & string,
): PropertyDecorator {
  const { type, description, nullable } = documentedField(request, field) as ShownField;
  return Field({ type }, unchecked, { description, nullable });
}

interface ShownField {
  type: 'string';
  description: string;
  nullable?: boolean;
}
