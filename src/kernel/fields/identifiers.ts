import { Field, ListField, type FieldOptions, type ListOptions } from './field.js';
import { lowerCase } from './text.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const SCHEMA = { type: 'string', format: 'uuid' } as const;

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}

/** A UUID of any version, converted to lower case. */
export function Uuid(options: FieldOptions = {}): PropertyDecorator {
  return Field(SCHEMA, (value) => (isUuid(value) ? undefined : 'must be a UUID'), options, lowerCase);
}

/** A list of distinct UUIDs, converted to lower case. */
export function UuidList(options: ListOptions): PropertyDecorator {
  return ListField(
    { type: 'array', items: SCHEMA },
    (items) => {
      if (!items.every(isUuid)) return 'must be a list of UUIDs';
      return new Set(items).size === items.length ? undefined : 'must not repeat an item';
    },
    options,
    (value) => (Array.isArray(value) ? value.map(lowerCase) : value),
  );
}
