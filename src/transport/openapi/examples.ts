import type { Components, Json } from './components.js';

export const EXAMPLE_CORRELATION_ID = '0198c5d2-7b1e-7c4f-9d3a-5f0e6b2a4c11';

const BY_FORMAT: Record<string, string> = {
  uuid: '0198c5d2-7b1e-7c4f-9d3a-5f0e6b2a4c10',
  'date-time': '2030-01-15T09:30:00.000Z',
  date: '2030-01-15',
};

/** A JSON body, with the given example or one generated from the schema. */
export function jsonContent(components: Components, schema: Json, example?: unknown): Json {
  return { 'application/json': { schema, example: example ?? exampleOf(components, schema) } };
}

/** A value that satisfies the schema, from its examples if it has any. */
export function exampleOf(components: Components, schema: Json): unknown {
  if (typeof schema.$ref === 'string') {
    return exampleOf(components, components.schemas[schema.$ref.slice('#/components/schemas/'.length)]);
  }
  if (schema.example !== undefined) return schema.example;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const composed = (schema.oneOf ?? schema.anyOf ?? schema.allOf) as Json[] | undefined;
  if (composed) return exampleOf(components, composed[0]);
  switch (Array.isArray(schema.type) ? (schema.type as string[])[0] : schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries((schema.properties ?? {}) as Record<string, Json>).map(([name, property]) => [
          name,
          exampleOf(components, property),
        ]),
      );
    case 'array':
      return [exampleOf(components, schema.items as Json)];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    default:
      return BY_FORMAT[schema.format as string] ?? 'Text'.padEnd(Number(schema.minLength ?? 0), '.');
  }
}
