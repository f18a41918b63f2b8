import type { Type } from '@nestjs/common';
import { documentedFields } from './documented-fields.js';

/** The value that a field is made from; an instant becomes a string. */
type Source<Value> = Value extends string ? string | Date : Value;

export type SourceOf<Resource> = { readonly [Field in keyof Resource]: Source<Resource[Field]> };

const fieldsOf = new WeakMap<Type, readonly string[]>();

/** Builds a resource from a row: exactly the documented fields of its class, with instants as ISO 8601 in UTC. */
export function toResource<Resource extends object>(type: Type<Resource>, row: SourceOf<Resource>): Resource {
  let fields = fieldsOf.get(type);
  if (!fields) fieldsOf.set(type, (fields = documentedFields(type)));
  const resource: Record<string, unknown> = {};
  for (const field of fields) {
    const value = (row as Record<string, unknown>)[field];
    resource[field] = value instanceof Date ? value.toISOString() : value;
  }
  return resource as Resource;
}

/** Maps rows to resources, as the last argument of `scope.list`. */
export function toResources<Resource extends object>(type: Type<Resource>) {
  return (rows: readonly SourceOf<Resource>[]): Resource[] => rows.map((row) => toResource(type, row));
}
