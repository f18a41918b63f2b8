import type { FieldIssue } from '../errors/service-error.js';

/** The further fields of each kind; a `?` marks an optional one. */
type Kinds = Readonly<Record<string, readonly string[]>>;
type Schema = Record<string, unknown>;

const declared = new Map<string, { type: object; kinds: Kinds }>();

/** An object whose `kind` decides which of its other fields it has. Documents have it as a union of its kinds. */
export function Variants(kinds: Kinds): ClassDecorator {
  return (type) => {
    declared.set(type.name, { type, kinds });
  };
}

/** The issues with fields that the kind requires or does not have; `path` is of the object. */
export function variantIssues(object: object & { kind: string }, path: string): FieldIssue[] {
  const { kind } = object;
  const kinds = [...declared.values()].find(({ type }) => type === object.constructor)?.kinds ?? {};
  const fields = new Set(Object.values(kinds).flat().map(nameOf));
  return [...fields].flatMap((field) => {
    const own = kinds[kind].find((name) => nameOf(name) === field);
    const isSent = object[field as keyof typeof object] !== undefined;
    if (own === undefined) return isSent ? [{ field: `${path}.${field}`, issue: `is not for ${kind}` }] : [];
    return isSent || isOptional(own) ? [] : [{ field: `${path}.${field}`, issue: `is required for ${kind}` }];
  });
}

/** The schemas with a union for each class of several kinds, and a schema for each of these kinds. */
export function withVariants(schemas: Record<string, Schema>): Record<string, Schema> {
  const all = Object.entries(schemas).flatMap(([name, schema]) => {
    const kinds = declared.get(name)?.kinds;
    return kinds ? variantsOf(name, schema, kinds) : [[name, schema] as const];
  });
  return Object.fromEntries(all);
}

function variantsOf(name: string, schema: Schema, kinds: Kinds): [string, Schema][] {
  const { kind: kindField, ...properties } = schema.properties as Record<string, Schema>;
  const shapes = Object.values(kinds).map((fields) => fields.join());
  const variants = [...new Set(shapes)].map((shape) => {
    const own = Object.keys(kinds).filter((kind) => kinds[kind].join() === shape);
    return { own, fields: kinds[own[0]], variant: name + pascalCase(own.length === 1 ? own[0] : commonWords(own)) };
  });
  // An example is made of the first of a union.
  variants.sort(
    (a, b) => Number(b.own.includes(String(kindField.example))) - Number(a.own.includes(String(kindField.example))),
  );
  const reference = (variant: string) => `#/components/schemas/${variant}`;
  const union = {
    description: kindField.description,
    oneOf: variants.map(({ variant }) => ({ $ref: reference(variant) })),
    discriminator: {
      propertyName: 'kind',
      mapping: Object.fromEntries(
        variants.flatMap(({ own, variant }) => own.map((kind) => [kind, reference(variant)])),
      ),
    },
  };
  const members = variants.map(({ own, fields, variant }): [string, Schema] => {
    const required = ['kind', ...fields.filter((field) => !isOptional(field))];
    const kind = { type: 'string', enum: own };
    const others = Object.fromEntries(fields.map((field) => [nameOf(field), properties[nameOf(field)]])) as Schema;
    return [variant, { type: 'object', properties: { kind, ...others }, required }];
  });
  return [[name, union], ...members];
}

/** `after` of `after_start` and `after_enrollment`. */
function commonWords(kinds: readonly string[]): string {
  const [first, ...others] = kinds.map((kind) => kind.split('_'));
  return first.filter((word, index) => others.every((words) => words[index] === word)).join('_') || kinds[0];
}

function pascalCase(text: string): string {
  return text.replace(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase());
}

function nameOf(field: string): string {
  return field.replace('?', '');
}

function isOptional(field: string): boolean {
  return field.endsWith('?');
}
