import fc, { type Arbitrary } from 'fast-check';
import type { ApiDocument, Schema } from './api-document.js';
import { peopleFile } from './csv.js';
import { hostileValue } from './hostile.js';
import { Id } from './json-text.js';

/** Made once each: the tables behind them are large. */
const UNITS = (['grapheme-ascii', 'grapheme-composite', 'binary', 'binary-ascii'] as const).map((unit) =>
  fc.string({ unit, minLength: 1, maxLength: 1 }),
);
const ZONES = ['UTC', 'Europe/Paris', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'Pacific/Chatham', 'utc'];

/** An id where one is asked for: the tenant's own, another tenant's, nobody's. */
export function idValue(name: string): Arbitrary<unknown> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(new Id('own', name)) },
    { weight: 1, arbitrary: fc.constant(new Id('foreign', name)) },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: fc.uuid().map((id) => id.toUpperCase()) },
  );
}

/** Values that the schema allows, often at its bounds. */
export function fitting(document: ApiDocument, schema: Schema, name = ''): Arbitrary<unknown> {
  const { type, ...rest } = document.resolve(schema);
  if (rest.oneOf) return fc.oneof(...rest.oneOf.map((one) => fitting(document, one, name)));
  if (rest.enum) return fc.constantFrom(...rest.enum);
  if (Array.isArray(type)) {
    const others = type.filter((one) => one !== 'null').map((one) => fitting(document, { ...rest, type: one }, name));
    return fc.oneof({ weight: 4, arbitrary: fc.oneof(...others) }, { weight: 1, arbitrary: fc.constant(null) });
  }
  switch (type) {
    case 'string':
      return name === 'csv' ? fc.oneof(peopleFile, fittingText(rest, name)) : fittingText(rest, name);
    case 'integer':
      return fittingInteger(rest);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fittingList(document, rest, name);
    case 'object':
      return fittingObject(document, rest);
    default:
      return fc.constant(null);
  }
}

/** Values just outside of what the schema allows. */
export function beside(document: ApiDocument, schema: Schema, name = ''): Arbitrary<unknown> {
  const { minLength = 0, maxLength, minimum, maximum, minItems = 0, maxItems, ...rest } = document.resolve(schema);
  const types = [rest.type ?? []].flat();
  const values: unknown[] = [];
  if (minLength > 0) values.push('n'.repeat(minLength - 1), ' '.repeat(minLength), `${'n'.repeat(minLength - 1)} `);
  if (maxLength !== undefined) values.push('n'.repeat(maxLength + 1), '\u{1F600}'.repeat(maxLength + 1));
  if (minimum !== undefined) values.push(minimum - 1, minimum + 0.5, String(minimum));
  if (maximum !== undefined) values.push(maximum + 1, maximum * 2);
  if (rest.enum) values.push(...rest.enum.map((one) => String(one).toUpperCase()), '', [rest.enum[0]]);
  const some: Arbitrary<unknown>[] = values.length > 0 ? [fc.constantFrom(...values)] : [];
  if (types.includes('array') && rest.items) {
    const item = fitting(document, rest.items, name);
    if (maxItems !== undefined) some.push(fc.array(item, { minLength: maxItems + 1, maxLength: maxItems + 1 }));
    if (minItems > 0) some.push(fc.constant([]));
    some.push(item.map((one) => [one, one]));
  }
  return some.length > 0 ? fc.oneof(...some) : hostileValue;
}

function fittingText(schema: Schema, name: string): Arbitrary<unknown> {
  const { format, pattern, minLength = 0, maxLength = 60, example } = schema;
  const usual = example === undefined ? [] : [fc.constant(example)];
  if (format === 'uuid') return idValue(name);
  if (format === 'date') return fc.oneof(day('1990-01-01', '2099-12-31'), fc.constantFrom('0001-01-01', '9999-12-31'));
  if (format === 'date-time') return instant();
  if (name === 'timezone') return fc.constantFrom(...ZONES);
  if (pattern?.includes('@')) return fc.oneof(...usual, fc.emailAddress());
  if (pattern?.includes('://') || name.endsWith('Url')) {
    return fc.oneof(...usual, fc.webUrl({ withQueryParameters: true, withFragments: true }));
  }
  const lengths = [minLength, minLength + 1, maxLength - 1, maxLength].filter((one) => one >= minLength);
  const atBounds = fc.tuple(fc.constantFrom(...lengths), fc.constantFrom('n', '\u00e9', '\u{1F600}'));
  return fc.oneof(
    ...usual,
    ...UNITS.map((unit) => fc.string({ unit, minLength, maxLength: Math.min(maxLength, minLength + 40) })),
    atBounds.map(([length, character]) => character.repeat(length)),
  );
}

function fittingInteger({ minimum = 0, maximum = 2 ** 31 - 1 }: Schema): Arbitrary<unknown> {
  return fc.oneof(
    fc.constantFrom(minimum, minimum + 1, maximum - 1, maximum),
    fc.integer({ min: minimum, max: maximum }),
  );
}

function fittingList(document: ApiDocument, schema: Schema, name: string): Arbitrary<unknown> {
  const { items = {}, minItems = 0, maxItems = 4, example } = schema;
  const item = fitting(document, items, name);
  const few = fc
    .tuple(fc.array(item, { minLength: minItems, maxLength: Math.min(maxItems, minItems + 3) }), fc.nat(6))
    .map(([list, first]) => list.map((one, index) => numbered(one, first + index)));
  const full = fc.array(item, { minLength: Math.min(maxItems, 60), maxLength: Math.min(maxItems, 60) });
  const usual = example === undefined ? [] : [{ weight: 6, arbitrary: fc.constant(example) }];
  return fc.oneof(...usual, { weight: 6, arbitrary: few }, { weight: 1, arbitrary: full });
}

/** An item of a list with other ids than the items before it. */
function numbered(item: unknown, nth: number): unknown {
  if (item instanceof Id) return new Id(item.whose, item.name, nth);
  if (typeof item !== 'object' || item === null || Object.getPrototypeOf(item) !== Object.prototype) return item;
  return Object.fromEntries(
    Object.entries(item).map(([name, value]: [string, unknown]) => [
      name,
      value instanceof Id ? new Id(value.whose, value.name, nth) : value,
    ]),
  );
}

function fittingObject(document: ApiDocument, { properties = {}, required = [] }: Schema): Arbitrary<unknown> {
  const members = Object.entries(properties).map(([name, schema]) => [name, fitting(document, schema, name)] as const);
  return fc.record(Object.fromEntries(members), { requiredKeys: required });
}

function instant(): Arbitrary<unknown> {
  const anywhere = fc.date({ min: new Date('1990-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
  const offset = fc.constantFrom('Z', '+02:00', '-11:30', '+1400', '+14', '');
  return fc.oneof(
    fc.tuple(anywhere, offset).map(([date, zone]) => date.toISOString().replace('Z', zone)),
    fc.constantFrom('0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '2030-01-15T09:30Z', '2024-02-29T00:00:00,5Z'),
  );
}

function day(from: string, to: string): Arbitrary<string> {
  const range = { min: new Date(from), max: new Date(to), noInvalidDate: true };
  return fc.date(range).map((date) => date.toISOString().slice(0, 10));
}
