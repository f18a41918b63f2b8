#!/usr/bin/env node
// Compares two OpenAPI documents: `node scripts/compare-openapi.mjs OLD NEW`. References are resolved; texts, examples
// and order are ignored. Prints each difference and exits with 1 if there is any.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';

const TEXTS = ['summary', 'description', 'example', 'examples', 'title', 'externalDocs'];
/** Maps whose keys are names chosen by the API. */
const MAPS = (
  'paths webhooks parameters responses headers content callbacks links encoding variables schemas securitySchemes ' +
  'flows scopes mapping properties patternProperties dependentSchemas dependentRequired $defs'
).split(' ');
/** Lists that are sets. */
const SETS = ['required', 'enum', 'type', 'tags', 'security'];
/** Arbitrary values. */
const LITERALS = ['const', 'default', 'enum'];
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
/** Default values. */
const DEFAULTS = { required: false, deprecated: false, nullable: false, uniqueItems: false };

/** The differences between two documents, as lines with their location. */
export function differences(before, after) {
  const found = [];
  const compared = new Set();

  function compare(place, old, now, isMap) {
    const [a, b] = [merged(before, followed(before, old)), merged(after, followed(after, now))];
    if (a !== old || b !== now) {
      const pair = JSON.stringify([old, now]);
      if (compared.has(pair)) return;
      compared.add(pair);
    }
    if (Array.isArray(a) && Array.isArray(b)) {
      if (a.length !== b.length) reportUnlessEqual(place, a, b);
      else a.forEach((part, index) => compare(`${place}[${index}]`, part, b[index], false));
    } else if (isObject(a) && isObject(b)) {
      const [x, y] = isMap ? [a, b] : [plain(a), plain(b)];
      for (const name of new Set([...Object.keys(x), ...Object.keys(y)])) {
        const at = `${place} ${name}`;
        const inBoth = Object.hasOwn(x, name) && Object.hasOwn(y, name);
        if (!inBoth || (!isMap && LITERALS.includes(name))) reportUnlessEqual(at, x[name], y[name]);
        else compare(at, x[name], y[name], !isMap && MAPS.includes(name));
      }
    } else reportUnlessEqual(place, a, b);
  }

  function reportUnlessEqual(place, a, b) {
    if (!isDeepStrictEqual(a, b)) found.push(`${place.trim()}: ${shown(a)} → ${shown(b)}`);
  }

  compare('', withoutParts(before), withoutParts(after), false);
  return found;
}

/** The document with inherited members copied into every operation, and without components other than schemas. */
function withoutParts({ paths = {}, webhooks = {}, components = {}, security = [], servers = [] }) {
  const document = { paths, webhooks, components };
  const operations = (items) =>
    mapped(items, (item) => {
      const { parameters: shared = [], ...path } = followed(document, item);
      return mapped(path, (operation, method) => {
        if (!METHODS.includes(method)) return operation;
        const all = [...shared, ...(operation.parameters ?? [])].map((one) => followed(document, one));
        // A parameter of the operation overrides that of the path.
        const parameters = Object.fromEntries(all.map(({ name, in: where, ...one }) => [`${where} ${name}`, one]));
        return { security, tags: [], ...operation, parameters };
      });
    });
  const { schemas = {}, securitySchemes = {} } = components;
  return {
    servers: servers.map(({ url }) => url),
    paths: operations(paths),
    webhooks: operations(webhooks),
    components: { schemas, securitySchemes },
  };
}

/** Normalizes an object: no texts, sorted sets, and null as in OpenAPI 3.1. */
function plain(object) {
  const said = Object.entries(object).filter(([name, value]) => !TEXTS.includes(name) && DEFAULTS[name] !== value);
  const result = Object.fromEntries(said);
  if (typeof result.type === 'string') result.type = [result.type];
  if (result.nullable === true && result.type) {
    delete result.nullable;
    result.type = [...result.type, 'null'];
    if (result.enum && !result.enum.includes(null)) result.enum = [...result.enum, null];
  }
  for (const name of SETS) if (Array.isArray(result[name])) result[name] = inOrder(result[name]);
  for (const name of ['required', 'tags']) if (result[name]?.length === 0) delete result[name];
  return result;
}

function inOrder(list) {
  const key = (value) => JSON.stringify(value);
  return [...list].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** Resolves references, keeping the siblings of $ref. */
function followed(document, part) {
  if (typeof part?.$ref !== 'string') return part;
  const { $ref, ...beside } = part;
  const names = $ref.split('/').slice(1);
  const keys = names.map((name) => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~'));
  const target = $ref.startsWith('#/') ? keys.reduce((node, key) => node?.[key], document) : undefined;
  if (target === undefined) throw new Error(`${$ref} leads nowhere`);
  return { ...followed(document, target), ...beside };
}

/** The one object schema that `allOf` and its siblings amount to. */
function merged(document, schema) {
  if (!Array.isArray(schema?.allOf)) return schema;
  const { allOf, unevaluatedProperties, ...beside } = schema;
  const parts = [...allOf.map((part) => merged(document, followed(document, part))), beside];
  const required = [...new Set(parts.flatMap((part) => part.required ?? []))];
  const properties = {};
  for (const part of parts) {
    for (const [name, field] of Object.entries(part.properties ?? {})) {
      properties[name] = { ...properties[name], ...field };
    }
  }
  const closed = unevaluatedProperties === undefined ? {} : { additionalProperties: unevaluatedProperties };
  return Object.assign({}, ...parts, { required, properties }, closed);
}

function mapped(object, change) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(value) {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [before, after] = process.argv.slice(2, 4).map((file) => JSON.parse(readFileSync(file, 'utf8')));
  const found = differences(before, after);
  for (const line of found) console.log(line);
  console.log(`${found.length} difference(s)`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
