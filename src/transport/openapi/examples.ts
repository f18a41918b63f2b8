import type { Components, Json } from './components.js';
import { exampleId, exampleInstant, nameOfId } from './example-values.js';

export const EXAMPLE_CORRELATION_ID = '0198c5d2-7b1e-7c4f-9d3a-5f0e6b2a4c11';

/** Nullable fields that a resource has only later, or in another case than the one that its first status shows. */
const LATER = /(At|By|Id|Name|[rR]eason|[oO]utcome)$/;
const ALWAYS = /^(dueAt|startsAt|endsAt|scheduledAt)$/;

/** Where a value is: in which schema, under which name, and whether a request sends it. */
interface Place {
  owner: string;
  field: string;
  sent: boolean;
}

const TOP: Place = { owner: '', field: '', sent: false };

/** A JSON body, with the given example or one generated from the schema. */
export function jsonContent(components: Components, schema: Json, example?: unknown): Json {
  return { 'application/json': { schema, example: example ?? exampleOf(components, schema) } };
}

/** The JSON body of a request, whose example has a value for each field that is not null in its own example. */
export function sentContent(components: Components, schema: Json): Json {
  return jsonContent(components, schema, sentExampleOf(components, schema));
}

/** A value with each field that is not null in its own example. */
export function sentExampleOf(components: Components, schema: Json, place: Partial<Place> = {}): unknown {
  return exampleOf(components, schema, { ...TOP, ...place, sent: true });
}

/** A value that satisfies the schema, from its examples if it has any. */
export function exampleOf(components: Components, schema: Json, place = TOP): unknown {
  if (schema.example !== undefined) return schema.example;
  if (typeof schema.$ref === 'string') {
    const owner = schema.$ref.slice('#/components/schemas/'.length);
    const answer = place.sent ? undefined : components.answerOf(owner);
    return answer ?? exampleOf(components, components.schemas[owner], { ...place, owner });
  }
  if (isNullable(schema) && !place.sent && LATER.test(place.field) && !ALWAYS.test(place.field)) return null;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const composed = (schema.oneOf ?? schema.anyOf ?? schema.allOf) as Json[] | undefined;
  if (composed) return exampleOf(components, composed[0], place);
  switch (Array.isArray(schema.type) ? (schema.type as string[])[0] : schema.type) {
    case 'object':
      return exampleObject(components, schema, place);
    case 'array':
      return [exampleOf(components, schema.items as Json, { ...place, field: place.field.replace(/s$/, '') })];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    default:
      return exampleText(components, schema, place);
  }
}

function exampleObject(components: Components, schema: Json, place: Place): Json {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>);
  return Object.fromEntries(
    properties.map(([field, property]) => [field, exampleOf(components, property, { ...place, field })]),
  );
}

function exampleText(components: Components, { format, minLength }: Json, { owner, field }: Place): string {
  if (format === 'uuid') return exampleId(field === 'id' ? nameOfId(owner, components.idNames) : field);
  if (format === 'date-time') return exampleInstant(field);
  if (format === 'date') return exampleInstant(field).slice(0, 10);
  return 'Text'.padEnd(Number(minLength ?? 0), '.');
}

function isNullable({ type, nullable }: Json): boolean {
  return nullable === true || (Array.isArray(type) && type.includes('null'));
}
