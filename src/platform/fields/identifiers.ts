import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { Field, type FieldOptions } from './field.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}

/** A UUID of any version; compared, and so kept, in lower case. */
export function Uuid(options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    Field({ type: 'string', format: 'uuid' }, (value) => (isUuid(value) ? undefined : 'must be a UUID'), options),
    Transform(({ value }: { value: unknown }) => (isUuid(value) ? value.toLowerCase() : value), { toClassOnly: true }),
  );
}

/** A list of distinct UUIDs; compared, and so kept, in lower case. */
export function UuidList(options: FieldOptions & { minItems?: number; maxItems: number }): PropertyDecorator {
  const { minItems = 0, maxItems } = options;
  return applyDecorators(
    Field(
      { type: 'array', items: { type: 'string', format: 'uuid' }, ...(minItems > 0 ? { minItems } : {}), maxItems },
      (value) => {
        if (!Array.isArray(value)) return 'must be a list';
        if (value.length < minItems || value.length > maxItems) return `must have ${minItems} to ${maxItems} items`;
        if (!value.every(isUuid)) return 'must be a list of UUIDs';
        return new Set(value).size === value.length ? undefined : 'must not repeat an item';
      },
      options,
    ),
    Transform(
      ({ value }: { value: unknown }) =>
        Array.isArray(value) ? value.map((id: unknown) => (isUuid(id) ? id.toLowerCase() : id)) : value,
      { toClassOnly: true },
    ),
  );
}
