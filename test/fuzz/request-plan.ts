import fc, { type Arbitrary } from 'fast-check';
import type { ApiDocument, DocumentedOperation, QueryParameter } from './api-document.js';
import { bodyPlan, type BodyPlan } from './body-plan.js';
import { hostileText } from './hostile.js';
import { Id } from './json-text.js';
import { fitting } from './values.js';

export const CALLERS = ['owner', 'admin', 'member', 'learner', 'session', 'director', 'reviewer', 'stranger'] as const;

/** Whose API key is sent, or a text that is none. */
export type Caller = (typeof CALLERS)[number] | { key: string };

/** The ids of the path: those of a call that works, the same in capitals, another tenant's, or these texts. */
export type PathPlan = 'own' | 'capitals' | 'foreign' | string[];

/** Part of a query: a text, an id, or the nextCursor that a list gave last. */
export type QueryValue = string | Id | typeof LAST_CURSOR;

export const LAST_CURSOR = Symbol('last cursor');

/** A header as it is sent: not at all, once, or several times. */
export type HeaderPlan = readonly string[];

/** A request, as far as it can be told before the service runs. */
export interface RequestPlan {
  caller: Caller;
  path: PathPlan;
  query: [string, QueryValue][];
  /** `fresh` stands for a key that was never used, `last` for the one before, sent to the same path again. */
  idempotencyKey: HeaderPlan | 'fresh' | 'last';
  correlationId: HeaderPlan;
  contentType: HeaderPlan;
  framing: 'length' | 'chunks' | 'gzip' | 'called gzip' | 'called snappy';
  body: BodyPlan;
}

const often = <T>(weight: number, usual: T, other: Arbitrary<T>): Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });

/** What an HTTP client can put into a header: visible ASCII, and bytes above it. */
const headerText = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'aZ09 -_./\\"\'\t{}%\u00e9\u00ff'), maxLength: 40 }),
  hostileText.map((text) =>
    Buffer.from(text, 'utf8')
      .toString('latin1')
      .replace(/[^\x20-\x7e\x80-\xff]/g, '?')
      .slice(0, 600),
  ),
);

const idempotencyKey: Arbitrary<RequestPlan['idempotencyKey']> = fc.oneof(
  { weight: 12, arbitrary: fc.constant('fresh' as const) },
  { weight: 3, arbitrary: fc.constant('last' as const) },
  { weight: 1, arbitrary: fc.constant(['k'.repeat(255)]) },
  { weight: 1, arbitrary: fc.constantFrom([], [''], ['   '], ['k'.repeat(256)], ['one', 'two'], ['caf\u00e9']) },
  { weight: 1, arbitrary: headerText.map((text) => [text]) },
);

const correlationId: Arbitrary<HeaderPlan> = often(
  6,
  [],
  fc.oneof(
    fc.uuid().map((id) => [id]),
    headerText.map((text) => [text]),
    fc.constantFrom(['c'.repeat(128)], ['c'.repeat(129)], ['one', 'two'], ['']),
  ),
);

const contentType: Arbitrary<HeaderPlan> = often(
  16,
  ['application/json'],
  fc.oneof(
    fc.constantFrom(
      [],
      ['application/json; charset=utf-8'],
      ['APPLICATION/JSON'],
      ['application/json; charset=utf-16'],
    ),
    fc.constantFrom(
      ['text/plain'],
      ['application/merge-patch+json'],
      ['multipart/form-data'],
      ['application/json;'],
      ['*/*'],
    ),
    fc.constantFrom(
      ['application/json; charset="'],
      ['application/json; charset=utf-7'],
      ['application/json; charset=latin1'],
    ),
    headerText.map((text) => [text]),
  ),
);

const pathText: Arbitrary<string> = fc.oneof(
  fc.uuid(),
  fc.constantFrom(
    '%',
    '%00',
    '%E0%A4%A',
    '%c0%af',
    '..%2f..%2fetc',
    '%2e%2e',
    '.',
    '%20',
    '0',
    '-1',
    'null',
    'n'.repeat(2_000),
  ),
  hostileText
    .filter((text) => text !== '' && text.isWellFormed())
    .map((text) => encodeURIComponent(text.slice(0, 200).toWellFormed())),
);

const forgedCursor = fc
  .array(fc.oneof(fc.uuid(), hostileText, fc.constant('2030-01-15T09:30:00.000Z'), fc.jsonValue({ maxDepth: 1 })), {
    maxLength: 4,
  })
  .map((key) => Buffer.from(JSON.stringify(key)).toString('base64url'));

/** The request that works. */
export function usualPlan(document: ApiDocument, { query, body, writes }: DocumentedOperation): RequestPlan {
  const valueOf = ({ name, schema }: QueryParameter): QueryValue => {
    const { enum: [value] = [], minimum } = document.resolve(schema);
    if (minimum !== undefined) return String(minimum);
    return typeof value === 'string' ? value : new Id('own', name);
  };
  return {
    ...{ caller: 'owner', path: 'own', correlationId: [], contentType: ['application/json'], framing: 'length' },
    query: query.filter(({ required }) => required).map((one) => [one.name, valueOf(one)]),
    idempotencyKey: writes ? 'fresh' : [],
    body: body && writes ? { from: 'sample', edits: [] } : { from: 'nothing' },
  };
}

/** Requests of an operation, as the document describes it: mostly right, each with few things out of order. */
export function requestPlan(document: ApiDocument, operation: DocumentedOperation): Arbitrary<RequestPlan> {
  const ids = operation.pathParameters.length;
  const query = operation.query.map((parameter) => queryPart(document, parameter));
  const required = operation.query.filter((one) => one.required).map((parameter) => queryPart(document, parameter));
  const stray = fc.tuple(fc.constantFrom('organizationId', '__proto__', 'constructor', 'limit[]', 'x'), hostileText);
  return fc.record<RequestPlan>({
    caller: fc.oneof(
      { weight: 24, arbitrary: fc.constant('owner' as const) },
      { weight: 6, arbitrary: fc.constantFrom(...CALLERS) },
      { weight: 1, arbitrary: headerText.map((key) => ({ key })) },
    ),
    path:
      ids === 0
        ? fc.constant('own' as const)
        : fc.oneof(
            { weight: 14, arbitrary: fc.constant('own' as const) },
            { weight: 2, arbitrary: fc.constantFrom('capitals' as const, 'foreign' as const) },
            { weight: 2, arbitrary: fc.array(pathText, { minLength: ids, maxLength: ids }) },
          ),
    query:
      query.length === 0
        ? often(8, [], fc.array(stray, { maxLength: 1 }))
        : fc
            .tuple(
              fc.oneof(
                { weight: 8, arbitrary: fc.tuple(...required) },
                { weight: 1, arbitrary: fc.constant<[string, QueryValue][]>([]) },
              ),
              fc.array(fc.oneof({ weight: 12, arbitrary: fc.oneof(...query) }, { weight: 1, arbitrary: stray }), {
                maxLength: 3,
              }),
            )
            .map(([needed, more]) => [...needed, ...more]),
    idempotencyKey: operation.writes
      ? idempotencyKey
      : often(
          8,
          [],
          headerText.map((text) => [text]),
        ),
    correlationId,
    contentType,
    framing: often<RequestPlan['framing']>(
      12,
      'length',
      fc.constantFrom('chunks', 'gzip', 'called gzip', 'called snappy'),
    ),
    body: bodyPlan(document, operation),
  });
}

function queryPart(document: ApiDocument, { name, schema }: QueryParameter): Arbitrary<[string, QueryValue]> {
  const fits = fitting(document, schema, name).map((value) => (value instanceof Id ? value : String(value)));
  const cursor = fc.oneof(fc.constant<QueryValue>(LAST_CURSOR), forgedCursor, hostileText);
  const value: Arbitrary<QueryValue> = fc.oneof(
    { weight: 4, arbitrary: name === 'cursor' ? cursor : fits },
    { weight: 1, arbitrary: hostileText },
  );
  return value.map((one): [string, QueryValue] => [name, one]);
}
