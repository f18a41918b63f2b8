import type { Type } from '@nestjs/common';
import { documentedFields } from './documented-fields.js';
import { fieldShape, type FieldShape } from './field-shape.js';
import { isPlainObject } from './plain-object.js';

type OnUnknown = (path: string) => void;

const declared = new WeakMap<Type, Map<string, FieldShape>>();

/**
 * Copies what the class declares, at every depth and in the order sent, and tells the path of every other member. class-transformer would copy
 * all members, in time quadratic in their number.
 */
export function declaredPart(type: Type, sent: object, onUnknown?: OnUnknown, parent = ''): object {
  const fields = fieldsOf(type);
  const part: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(sent)) {
    const shape = fields.get(name);
    if (shape) part[name] = partOf(shape, value, onUnknown, parent + name);
    else onUnknown?.(parent + name);
  }
  return part;
}

function partOf(
  { nested, maxItems, maxMembers }: FieldShape,
  value: unknown,
  onUnknown: OnUnknown | undefined,
  path: string,
): unknown {
  if (maxMembers !== undefined) return whole(firstMembers(value, maxMembers + 1));
  if (!Array.isArray(value)) {
    return nested && isPlainObject(value)
      ? declaredPart(nested(), value, onUnknown, `${path}.`)
      : withoutMembers(value);
  }
  // One item more than allowed is enough to refuse the list.
  return value
    .slice(0, maxItems + 1)
    .map((item: unknown, index) =>
      nested && isPlainObject(item)
        ? declaredPart(nested(), item, onUnknown, `${path}.${index}.`)
        : withoutMembers(item),
    );
}

/** class-transformer, which takes a member `constructor` for a class, does not look into a function. */
function whole(value: unknown): () => unknown {
  return () => value;
}

/** The value that was kept whole. */
export function unwrapped(value: unknown): unknown {
  return typeof value === 'function' ? (value as () => unknown)() : value;
}

/** One member more than allowed is enough to refuse the value. */
function firstMembers(value: unknown, count: number): unknown {
  if (Array.isArray(value)) return value.slice(0, count).map((item) => firstMembers(item, count));
  if (!isPlainObject(value)) return value;
  const members = Object.entries(value).slice(0, count);
  return Object.fromEntries(members.map(([name, member]) => [name, firstMembers(member, count)]));
}

/** No other field is an object or a list of lists: what its members are does not matter. */
function withoutMembers(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return isPlainObject(value) ? {} : value;
}

function fieldsOf(type: Type): Map<string, FieldShape> {
  let fields = declared.get(type);
  if (!fields) {
    fields = new Map(documentedFields(type).map((name) => [name, fieldShape(type, name)]));
    declared.set(type, fields);
  }
  return fields;
}
