import { readFileSync } from 'node:fs';
import type { JsonSchema } from '../../src/platform/openapi/json-schema.js';

/** The fields of an event's data, by path: `scopes[]` is "string", a field that may be left out ends with "?". */
export type Shape = Record<string, string>;

/** Of each event, the shape of each of its versions, the first one first. A version that was sent is never edited. */
export function recordedShapes(): Record<string, Shape[]> {
  const file = new URL('../../../test/platform/event-shapes.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Shape[]>;
}

export function shapeOf(schema: JsonSchema): Shape {
  const shape: Shape = {};
  const definitions = (schema.$defs ?? {}) as Record<string, JsonSchema>;
  const visit = (part: JsonSchema, path: string): void => {
    if (typeof part.$ref === 'string') return visit(definitions[part.$ref.split('/').at(-1) ?? ''], path);
    const kinds = ((part.anyOf ?? part.oneOf ?? part.allOf) as JsonSchema[] | undefined) ?? [];
    if (kinds.length > 0) return kinds.forEach((kind) => visit(kind, path));
    const type = [part.type].flat().join('|') + (part.format === undefined ? '' : ` ${part.format as string}`);
    if (path !== '') shape[path] = shape[path] === undefined ? type : `${shape[path]}|${type}`;
    if (part.items !== undefined) visit(part.items as JsonSchema, `${path}[]`);
    const required = (part.required ?? []) as string[];
    for (const [name, field] of Object.entries((part.properties ?? {}) as Record<string, JsonSchema>)) {
      visit(field, `${path}${path === '' ? '' : '.'}${name}${required.includes(name) ? '' : '?'}`);
    }
  };
  visit(schema, '');
  return shape;
}
