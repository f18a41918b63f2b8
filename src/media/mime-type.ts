import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { Field, type FieldOptions } from '../platform/fields/field.js';

const MIME_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;

/** A MIME type without parameters, in lower case. */
export function MimeType(options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    Field(
      { type: 'string' },
      (value) => (typeof value === 'string' && MIME_TYPE.test(value) ? undefined : 'must be a MIME type'),
      options,
    ),
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.toLowerCase() : value), {
      toClassOnly: true,
    }),
  );
}
