import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from '#kernel/fields';

export type Json = Record<string, unknown>;

export const SCHEMAS = '#/components/schemas/';

export class Components {
  private readonly parts = { responses: {}, parameters: {}, requestBodies: {}, headers: {} } as Record<string, Json>;
  /** By kind and text: the name under which a part was added first. */
  private readonly names = new Map<string, string>();
  private readonly examples = new Map<string, unknown>();
  private readonly answers = new Map<string, unknown>();

  /** `idNames` are the names of path parameters, such as `groupId`. */
  constructor(
    readonly schemas: Record<string, JsonSchema>,
    readonly idNames: readonly string[],
  ) {}

  /**
   * Adds the part unless it exists and returns a reference to it; one that equals a part with another name is a reference
   * itself. Throws when another part has its name.
   */
  refer(kind: 'responses' | 'parameters' | 'requestBodies' | 'headers', name: string, part: Json): Json {
    const text = `${kind} ${JSON.stringify(part)}`;
    const first = this.names.get(text) ?? name;
    this.names.set(text, first);
    const added = first === name ? part : referenceTo(kind, first);
    if (!isDeepStrictEqual((this.parts[kind][name] ??= added), added)) {
      throw new Error(`two ${kind} of the OpenAPI document are named ${name}`);
    }
    return referenceTo(kind, name);
  }

  /** The example of all answers with the schema, unless there is one: that of its creation, which others then repeat. */
  answer(schema: string, example: () => unknown): void {
    if (!this.answers.has(schema)) this.answers.set(schema, example());
  }

  answerOf(schema: string): unknown {
    return this.answers.get(schema);
  }

  /** The document shows the example with the schema, once for all bodies that have it. A page shows that of its items. */
  exemplify(schema: string, example: unknown): void {
    const { items, nextCursor, ...others } = (this.schemas[schema].properties ?? {}) as Record<string, JsonSchema>;
    const isPage = nextCursor !== undefined && Object.keys(others).length === 0;
    const { $ref } = (isPage ? items.items : {}) as { $ref?: string };
    if ($ref === undefined) this.examples.set(schema, example);
    else this.examples.set($ref.slice(SCHEMAS.length), (example as { items: unknown[] }).items[0]);
  }

  /** In alphabetical order, so that the committed document changes only with the API. */
  sorted(): Record<string, Json> {
    const schemas = Object.entries(this.schemas).map(([name, schema]) => [
      name,
      this.examples.has(name) ? withExample(schema, this.examples.get(name)) : schema,
    ]);
    const kinds = Object.entries<Json>({ ...this.parts, schemas: Object.fromEntries(schemas) as Json });
    return Object.fromEntries(kinds.map(([kind, parts]) => [kind, byName(parts)]));
  }
}

/** The schema with the example, whose values its properties do not repeat. */
function withExample(schema: JsonSchema, example: unknown): Json {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>).map(([name, property]) => {
    const { example: own, ...rest } = property;
    return [name, own !== undefined && isDeepStrictEqual(own, (example as Json)[name]) ? rest : property];
  });
  return { ...schema, properties: Object.fromEntries(properties) as Json, example };
}

function referenceTo(kind: string, name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

export function byName<Part>(record: Record<string, Part>): Record<string, Part> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
