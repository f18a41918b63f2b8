import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type JsonSchema, jsonSchemaOf } from '#kernel/fields';
import { declaredEvents } from '#kernel/events';

/** The fields of an event's data, by path: `scopes[]` is "string", a field that may be left out ends with "?". */
export type Shape = Record<string, string>;

/** Of each event, the shape of each of its versions, the first one first. A version that was sent is never edited. */
export type Recorded = Record<string, Shape[]>;

export interface DeclaredShape {
  name: string;
  version: number;
  shape: Shape;
}

export const RECORD = fileURLToPath(new URL('../../../test/kernel/event-shapes.json', import.meta.url));

export function recordedShapes(file = RECORD): Recorded {
  return JSON.parse(readFileSync(file, 'utf8')) as Recorded;
}

/** What the code declares; whoever asks has imported the application. */
export function declaredShapes(): DeclaredShape[] {
  return [...declaredEvents().values()].map(({ name, version, data }) => ({
    name,
    version,
    shape: shapeOf(jsonSchemaOf(data)),
  }));
}

/** The record with the new events and versions, and what is declared in breach of it, in words. */
export function withDeclared(recorded: Recorded, declared: DeclaredShape[]): { shapes: Recorded; breaches: string[] } {
  const shapes = { ...recorded };
  const breaches: string[] = [];
  for (const { name, version, shape } of declared) {
    const versions = recorded[name] ?? [];
    const latest = versions.at(-1) ?? {};
    const [known, next] = [versions.length, versions.length + 1];
    const broken = Object.keys(latest).filter((field) => latest[field] !== shape[field]);
    const added = Object.keys(shape).filter((field) => latest[field] === undefined);
    if (version !== next && version !== known)
      breaches.push(`${name} declares version ${version}; its last recorded version is ${known}`);
    else if (broken.length > 0)
      breaches.push(`${name} removes or changes ${broken.join(', ')}: declare a new event for that`);
    else if (version === known && added.length > 0)
      breaches.push(`${name} adds ${added.join(', ')} to version ${known}: declare version ${next}`);
    else if (version === next) shapes[name] = [...versions, shape];
  }
  const names = new Set(declared.map(({ name }) => name));
  for (const name of Object.keys(recorded).filter((one) => !names.has(one)))
    breaches.push(`${name} is recorded and no longer declared`);
  return { shapes: Object.fromEntries(Object.entries(shapes).sort(([a], [b]) => (a < b ? -1 : 1))), breaches };
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
