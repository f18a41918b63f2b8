import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const LIMITS = 'virtual:limits';
const NAMES = 'virtual:names';
const KINDS = ['maxLength', 'minimum', 'maximum', 'maxItems'] as const;

interface Schema extends Partial<Record<(typeof KINDS)[number], number>> {
  enum?: string[];
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

type Limits = Record<string, Record<string, number>>;

interface Body {
  $ref?: string;
  content?: Record<string, { schema: Schema }>;
}

interface Document {
  paths: Record<string, Record<string, { requestBody?: Body }>>;
  components: { schemas: Record<string, Schema>; requestBodies?: Record<string, Body> };
}

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The writes that the console sends: they stand in its sources as `"POST /groups"`. */
function writesOf(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path));
  const texts = paths.map((path) => readFileSync(join(folder, path), 'utf8'));
  const found = texts.flatMap((text) => text.match(/(?<=["'])(POST|PUT|PATCH) \/[^"']+(?=["'])/g) ?? []);
  return [...new Set(found)].sort();
}

const nameOf = ($ref = '') => $ref.split('/').at(-1) ?? '';

/** The limits of the fields of a schema, by their paths. */
function limitsIn(document: Document, schema: Schema, path: string, limits: Limits): Limits {
  const { $ref, properties = {}, items, allOf = [], anyOf = [], oneOf = [] } = schema;
  const own = KINDS.flatMap((kind) => (schema[kind] === undefined ? [] : [[kind, schema[kind]] as const]));
  if (own.length > 0 && path !== '') limits[path] = { ...limits[path], ...Object.fromEntries(own) };
  const named = document.components.schemas[nameOf($ref)];
  for (const part of [named, ...allOf, ...anyOf, ...oneOf]) {
    if (part) limitsIn(document, part, path, limits);
  }
  if (items) limitsIn(document, items, path, limits);
  for (const [name, field] of Object.entries(properties)) {
    limitsIn(document, field, path === '' ? name : `${path}.${name}`, limits);
  }
  return limits;
}

/** Gives the console what the OpenAPI document states: the limits of the requests that it sends, and the names in the audit and of events. */
export function stated(): Plugin {
  return {
    name: 'stated',
    resolveId: (id) => ([LIMITS, NAMES].includes(id) ? `\0${id}` : undefined),
    load(id) {
      if (![LIMITS, NAMES].includes(id.slice(1))) return undefined;
      const file = at('../openapi.json');
      this.addWatchFile(file);
      const document = JSON.parse(readFileSync(file, 'utf8')) as Document;
      return `export default ${JSON.stringify(id.slice(1) === LIMITS ? limitsOf(document) : namesIn(document))};`;
    },
  };
}

function limitsOf(document: Document): Record<string, Limits> {
  const entries = writesOf(at('src')).map((write) => {
    const [verb = '', path = ''] = write.split(' ');
    const stated = document.paths[`/api/v1${path}`]?.[verb.toLowerCase()]?.requestBody;
    const body = document.components.requestBodies?.[nameOf(stated?.$ref)] ?? stated;
    const schema = body?.content?.['application/json']?.schema;
    return [write, schema ? limitsIn(document, schema, '', {}) : {}] as const;
  });
  return Object.fromEntries(entries.filter(([, found]) => Object.keys(found).length > 0));
}

function namesIn({ components: { schemas } }: Document) {
  return {
    actions: schemas['AuditAction']?.enum ?? [],
    targetTypes: schemas['AuditTargetType']?.enum ?? [],
    events: schemas['EventName']?.enum ?? [],
  };
}
