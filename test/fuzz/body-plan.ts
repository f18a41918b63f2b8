import fc, { type Arbitrary } from 'fast-check';
import type { ApiDocument, DocumentedOperation, Schema } from './api-document.js';
import { hostileText, hostileValue, rawBody, SMUGGLED } from './hostile.js';
import { Id, type Edit, type Path } from './json-text.js';
import { beside, fitting } from './values.js';

/** An id that belongs to nothing; a body that names it must not find it in any row afterwards. */
export const SMUGGLED_ID = '0198c5d2-5e1f-7bad-9bad-5f0e6b2a4bad';

/** How a body is made. `sample` is a call that works, with what it needs built anew. */
export type BodyPlan =
  | { from: 'nothing' }
  | { from: 'sample'; edits: Edit[] }
  | { from: 'schema'; value: unknown; edits: Edit[] }
  | { from: 'cut sample'; after: number }
  | { from: 'text'; text: string };

interface Place {
  at: Path;
  name: string;
  schema: Schema;
}

/** Bodies of the operation: as it wants them, almost so, and otherwise. */
export function bodyPlan(document: ApiDocument, { body, writes }: DocumentedOperation): Arbitrary<BodyPlan> {
  const nothing = fc.constant<BodyPlan>({ from: 'nothing' });
  const text = rawBody.map((one): BodyPlan => ({ from: 'text', text: one }));
  if (!body || !writes) {
    return fc.oneof({ weight: 12, arbitrary: nothing }, { weight: 1, arbitrary: text });
  }
  const { schema } = body;
  const places = placesIn(document, schema, [], '');
  const kindly = fc.array(kindEdit(document, places), { maxLength: 2 });
  const badly = fc.array(badEdit(document, places), { minLength: 1, maxLength: 2 });
  const value = fitting(document, schema);
  return fc.oneof(
    { weight: 7, arbitrary: kindly.map((edits): BodyPlan => ({ from: 'sample', edits })) },
    { weight: 4, arbitrary: value.map((one): BodyPlan => ({ from: 'schema', value: one, edits: [] })) },
    { weight: 6, arbitrary: badly.map((edits): BodyPlan => ({ from: 'sample', edits })) },
    {
      weight: 3,
      arbitrary: fc.tuple(value, badly).map(([one, edits]): BodyPlan => ({ from: 'schema', value: one, edits })),
    },
    { weight: 1, arbitrary: fc.nat(60).map((after): BodyPlan => ({ from: 'cut sample', after })) },
    { weight: 2, arbitrary: text },
    { weight: 1, arbitrary: nothing },
  );
}

/** An edit after which the body is still what the schema allows, or has more than it asks for. */
function kindEdit(document: ApiDocument, places: Place[]): Arbitrary<Edit> {
  const fields = places.filter(({ at }) => at.length > 0);
  const smuggle = smuggling(document, places);
  if (fields.length === 0) return smuggle;
  const set = fc
    .constantFrom(...fields)
    .chain(({ at, name, schema }) => fitting(document, schema, name).map((value): Edit => ({ do: 'set', at, value })));
  return fc.oneof({ weight: 3, arbitrary: set }, { weight: 1, arbitrary: smuggle });
}

/** An edit that most likely breaks the body. */
function badEdit(document: ApiDocument, places: Place[]): Arbitrary<Edit> {
  const place = fc.constantFrom(...places);
  const valued = (value: (place: Place) => Arbitrary<unknown>, verb: 'set' | 'repeat') =>
    place.chain((one) => value(one).map((made): Edit => ({ do: verb, at: one.at, value: made })));
  return fc.oneof(
    { weight: 4, arbitrary: valued(() => hostileValue, 'set') },
    // What has the right type gets further in.
    { weight: 8, arbitrary: valued(({ schema }) => (takesText(document, schema) ? hostileText : hostileValue), 'set') },
    { weight: 4, arbitrary: valued(({ schema, name }) => beside(document, schema, name), 'set') },
    { weight: 2, arbitrary: place.map(({ at }): Edit => ({ do: 'drop', at })) },
    { weight: 1, arbitrary: place.map(({ at }): Edit => ({ do: 'wrap', at })) },
    { weight: 1, arbitrary: valued(() => hostileValue, 'repeat') },
    { weight: 2, arbitrary: smuggling(document, places) },
  );
}

/** A field more, called as one that the service sets itself; ids that it is given are looked for afterwards. */
function smuggling(document: ApiDocument, places: Place[]): Arbitrary<Edit> {
  const objects = places.filter(({ schema }) => document.resolve(schema).type === 'object');
  const value = fc.oneof(
    { weight: 2, arbitrary: fc.constant<unknown>(SMUGGLED_ID) },
    { weight: 2, arbitrary: fc.constantFrom(new Id('foreign', 'organizationId'), new Id('foreign', 'accountId')) },
    { weight: 1, arbitrary: fc.constant<unknown>({ id: SMUGGLED_ID, organizationId: SMUGGLED_ID }) },
    { weight: 1, arbitrary: hostileValue },
  );
  return fc.constantFrom(...objects).chain(({ at, schema }) => {
    const known = Object.keys(document.resolve(schema).properties ?? {});
    const names = SMUGGLED.filter((name) => !known.includes(name));
    return fc.tuple(fc.constantFrom(...names), value).map(([name, one]): Edit => ({ do: 'add', at, name, value: one }));
  });
}

function takesText(document: ApiDocument, schema: Schema): boolean {
  return [document.resolve(schema).type ?? []].flat().includes('string');
}

/** Every part of a body that the schema names; of a list, the first item. */
function placesIn(document: ApiDocument, schema: Schema, at: Path, name: string): Place[] {
  const { properties = {}, items } = document.resolve(schema);
  return [
    { at, name, schema },
    ...Object.entries(properties).flatMap(([member, one]) => placesIn(document, one, [...at, member], member)),
    ...(items ? placesIn(document, items, [...at, 0], name) : []),
  ];
}
