import type { JsonSchema } from '#kernel/fields';
import { SCHEMAS, type Json } from './components.js';

/** A field with the same name and text in so many schemas becomes a component, if it is so long. */
const MIN_USES = 3;
const MIN_LENGTH = 70;

/**
 * The schemas with a component for each long field that many answers have: that of `nextCursor` is `NextCursor`. The fields of
 * requests stay where they are: their limits are looked up there.
 */
export function withSharedFields(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const uses = new Map<string, { name: string; field: Json; count: number }>();
  for (const [name, field] of Object.values(schemas).flatMap(fieldsOf)) {
    const text = JSON.stringify(field);
    if (text.length < MIN_LENGTH) continue;
    const use = uses.get(name + text) ?? { name, field, count: 0 };
    uses.set(name + text, { ...use, count: use.count + 1 });
  }
  const shared: Record<string, JsonSchema> = {};
  const references = new Map<string, Json>();
  for (const [text, { name, field, count }] of uses) {
    const component = name[0].toUpperCase() + name.slice(1);
    if (count < MIN_USES || component in schemas || component in shared) continue;
    shared[component] = field;
    references.set(text, { $ref: SCHEMAS + component });
  }
  const refer = ([name, field]: [string, Json]) => [name, references.get(name + JSON.stringify(field)) ?? field];
  const referring = Object.entries(schemas).map(([name, schema]) => [
    name,
    schema.additionalProperties === false
      ? { ...schema, properties: Object.fromEntries(fieldsOf(schema).map(refer)) as Json }
      : schema,
  ]);
  return { ...(Object.fromEntries(referring) as Record<string, JsonSchema>), ...shared };
}

/** The fields of a schema that only answers have, which is closed. */
function fieldsOf({ properties = {}, additionalProperties }: JsonSchema): [string, Json][] {
  return additionalProperties === false ? Object.entries(properties as Record<string, Json>) : [];
}
