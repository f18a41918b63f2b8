import type { OpenAPIObject } from '@nestjs/swagger';

type Json = Record<string, unknown>;
const SCHEMA_PREFIX = '#/components/schemas/';

/** Every operation object of the document. */
export function operationsOf(document: OpenAPIObject): Json[] {
  return Object.values(document.paths).flatMap((path) =>
    Object.entries(path as Json).flatMap(([method, operation]) =>
      ['get', 'post', 'put', 'patch', 'delete'].includes(method) ? [operation as Json] : [],
    ),
  );
}

/** Writes a query class out as parameters, one for each of its fields. */
export function expandQueries(document: OpenAPIObject): void {
  const schemas = document.components?.schemas as Record<string, Json>;
  const expanded = new Set<string>();
  for (const operation of operationsOf(document)) {
    const name = operation['x-query'] as string | undefined;
    if (name === undefined) continue;
    const { properties = {}, required = [] } = schemas[name] as {
      properties?: Record<string, Json>;
      required?: string[];
    };
    const parameters = Object.entries(properties).map(([field, { description, ...schema }]) => ({
      name: field,
      in: 'query',
      required: required.includes(field),
      ...(description === undefined ? {} : { description }),
      schema,
    }));
    operation.parameters = [...((operation.parameters as Json[] | undefined) ?? []), ...parameters];
    delete operation['x-query'];
    expanded.add(name);
  }
  for (const name of expanded) delete schemas[name];
}

/** OpenAPI 3.1 says `type: [string, "null"]` where 3.0 said `nullable`. */
export function modernizeNullable(node: unknown): void {
  if (Array.isArray(node)) return node.forEach(modernizeNullable);
  if (typeof node !== 'object' || node === null) return;
  const schema = node as Json;
  Object.values(schema).forEach(modernizeNullable);
  if (schema.nullable !== true) return;
  delete schema.nullable;
  const reference = schema.$ref ?? (schema.allOf as Json[] | undefined)?.[0]?.$ref;
  if (reference !== undefined) {
    delete schema.$ref;
    delete schema.allOf;
    delete schema.type;
    schema.oneOf = [{ $ref: reference }, { type: 'null' }];
  } else {
    schema.type = [schema.type, 'null'];
    if (Array.isArray(schema.enum)) schema.enum = [...(schema.enum as unknown[]), null];
  }
}

/** What a response contains is exactly what is documented: no further fields. */
export function closeResponses(document: OpenAPIObject): void {
  const schemas = document.components?.schemas as Record<string, Json>;
  const reached = new Set<string>();
  const follow = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (key === '$ref' && typeof value === 'string') {
        const name = value.slice(SCHEMA_PREFIX.length);
        if (!reached.has(name)) {
          reached.add(name);
          follow(schemas[name]);
        }
      } else follow(value);
    }
  };
  for (const operation of operationsOf(document)) follow(operation.responses);
  for (const name of reached) {
    if (schemas[name].type === 'object' && schemas[name].additionalProperties === undefined) {
      schemas[name].additionalProperties = false;
    }
  }
}
