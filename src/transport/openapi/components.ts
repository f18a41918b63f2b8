import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from '#kernel/fields';

export type Json = Record<string, unknown>;

export class Components {
  private readonly parts = { responses: {}, parameters: {}, requestBodies: {}, headers: {} } as Record<string, Json>;

  /** `idNames` are the names of path parameters, such as `groupId`. */
  constructor(
    readonly schemas: Record<string, JsonSchema>,
    readonly idNames: readonly string[],
  ) {}

  /** Adds the part unless it exists and returns a reference to it. Throws when another part has its name. */
  refer(kind: 'responses' | 'parameters' | 'requestBodies' | 'headers', name: string, part: Json): Json {
    const existing = (this.parts[kind][name] ??= part);
    if (!isDeepStrictEqual(existing, part)) throw new Error(`two ${kind} of the OpenAPI document are named ${name}`);
    return { $ref: `#/components/${kind}/${name}` };
  }

  /** In alphabetical order, so that the committed document changes only with the API. */
  sorted(): Json {
    const kinds = Object.entries<Json>({ ...this.parts, schemas: this.schemas });
    return Object.fromEntries(kinds.map(([kind, parts]) => [kind, byName(parts)]));
  }
}

export function byName<Part>(record: Record<string, Part>): Record<string, Part> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
