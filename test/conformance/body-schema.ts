import type { OpenAPIObject } from '@nestjs/swagger';
import type { WriteOperation } from '#kernel/operations';

export interface BodySchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  example?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  required?: string[];
  properties?: Record<string, BodySchema>;
  items?: BodySchema;
  allOf?: BodySchema[];
  anyOf?: BodySchema[];
  oneOf?: BodySchema[];
}

export type Position = (string | number)[];

/** A field of a body: where it is, its schema, and a body that is valid there, with the field or without. */
export interface BodyField {
  position: Position;
  schema: BodySchema;
  required: boolean;
  body: unknown;
}

/** Every field that the OpenAPI document has for the body of a write, at any depth, each within the given valid body. */
export function fieldsOf(document: OpenAPIObject, operation: WriteOperation, valid: unknown): BodyField[] {
  const path = `/api/v1${operation.path.replace(/:(\w+)/g, '{$1}')}`;
  const method = operation.method.toLowerCase() as 'post';
  const { content } = document.paths[path][method]?.requestBody as { content: Record<string, { schema: BodySchema }> };
  const found: BodyField[] = [];
  walk(content['application/json'].schema, [], valid);
  return found;

  function walk(given: BodySchema, position: Position, body: unknown): void {
    for (const schema of alternatives(given)) {
      const here = fits(schema, at(body, position)) ? body : withValue(body, position, valueOf(schema));
      for (const [name, field] of Object.entries(schema.properties ?? {})) {
        const inner = [...position, name];
        const required = schema.required?.includes(name) ?? false;
        if (resolved(field).const === undefined)
          found.push({ position: inner, schema: merged(field), required, body: here });
        walk(field, inner, here);
      }
      if (schema.items && typeOf(schema).includes('array')) {
        const first = [...position, 0];
        const list = at(here, position) as unknown[] | undefined;
        const filled =
          list !== undefined && list.length > 0 ? here : withValue(here, position, [valueOf(schema.items)]);
        const items = merged(schema.items);
        if (!items.properties && !items.oneOf)
          found.push({ position: first, schema: items, required: true, body: filled });
        walk(schema.items, first, filled);
      }
    }
  }

  function resolved(schema: BodySchema): BodySchema {
    if (!schema.$ref) return schema;
    return resolved(document.components?.schemas?.[schema.$ref.replace(/^.*\//, '')] as BodySchema);
  }

  /** The schema with what a reference adds; `type` has the types of the alternatives. */
  function merged(given: BodySchema): BodySchema {
    const schema = resolved(given);
    const kinds = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].map(merged);
    return kinds.length === 0 ? schema : { ...schema, type: [...new Set(kinds.flatMap(typeOf))] };
  }

  /** The kinds of object that are possible, without null. */
  function alternatives(given: BodySchema): BodySchema[] {
    const schema = merged(given);
    const kinds = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
    return kinds.length === 0
      ? [schema]
      : kinds.flatMap(alternatives).filter((one) => !typeOf(one).every((type) => type === 'null'));
  }

  function fits(schema: BodySchema, value: unknown): boolean {
    if (value === undefined || value === null) return false;
    return Object.entries(schema.properties ?? {}).every(([name, field]) => {
      const { const: only, enum: choices = only === undefined ? undefined : [only] } = resolved(field);
      const sent = (value as Record<string, unknown>)[name];
      return choices === undefined || sent === undefined || choices.includes(sent);
    });
  }

  /** A value of the schema with what it requires. */
  function valueOf(given: BodySchema): unknown {
    const [schema] = alternatives(given);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return schema.enum[0];
    const [type] = typeOf(schema);
    if (type === 'object') {
      const names = schema.required ?? [];
      return Object.fromEntries(names.map((name) => [name, valueOf(schema.properties?.[name] ?? {})]));
    }
    if (type === 'array') return Array.from({ length: schema.minItems ?? 0 }, () => valueOf(schema.items ?? {}));
    if (type === 'integer') return schema.minimum ?? 1;
    if (type === 'boolean') return true;
    if (schema.format === 'uuid') return '018f3c1e-0000-7000-8000-000000000000';
    if (schema.format === 'date-time') return '2090-02-03T04:05:06.000Z';
    return schema.example ?? 'x'.repeat(schema.minLength ?? 1);
  }
}

export const typeOf = ({ type = [] }: BodySchema): string[] => (Array.isArray(type) ? type : [type]);

export function at(data: unknown, position: Position): unknown {
  return position.reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined | null)?.[step], data);
}

/** A copy of the body with another value at the position; undefined takes it out. */
export function withValue(body: unknown, [step, ...rest]: Position, value: unknown): unknown {
  if (step === undefined) return value;
  const copy = (Array.isArray(body) ? [...(body as unknown[])] : { ...(body as object) }) as Record<string, unknown>;
  copy[step] = rest.length === 0 ? value : withValue(copy[step], rest, value);
  return copy;
}

/** True for texts that people write, other than addresses. */
export function isText({ type = [], format, pattern, enum: choices, maxLength, example }: BodySchema): boolean {
  const isShaped = format ?? pattern ?? choices ?? String(example).startsWith('http');
  return type.includes('string') && maxLength !== undefined && isShaped === false;
}
