import fc, { type Arbitrary } from 'fast-check';
import { Literal } from './json-text.js';

const deep = (levels: number): Literal =>
  new Literal('{"a":['.repeat(levels) + ']}'.repeat(levels), `${levels * 2} levels`);

const NUMBERS = [0, -1, 1.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e21, Number.MAX_VALUE, Number.MIN_VALUE];
const LITERALS = ['1e400', '-1e400', '1E-400', '-0', '1.0', '9'.repeat(400), '0.1e1', '12345678901234567890'];

const TEXTS = [
  ...['', ' ', '\u0000', 'a\u0000b', '\ud800', 'x\udfff', '\udc00\ud800', '\ufeff', '\u2028', '\u202eabc', '\u00ad'],
  ...['e\u0301'.repeat(30), '\u{1F469}\u200d\u{1F469}\u200d\u{1F467}', '\u{10ffff}', '\uffff', '\u0130', '\ufdfa'],
  ...["'; drop table groups; --", '$1', '%s%n', '\\', '"', '../../etc/passwd', '<script>', '${7*7}', '{{7*7}}'],
  ...['__proto__', 'constructor', 'toString', 'null', 'undefined', 'NaN', 'true', '[object Object]', '10', '1e3'],
  ...['infinity', '-infinity', 'epoch', 'now', 'today', 'allballs', '2026-02-30', '0000-01-01', '10000-01-01'],
  ...['2030-01-15T24:00:00Z', '2030-01-15T23:59:60Z', '2030-01-15T10:00:00+99:99', '+275760-09-13T00:00:00Z'],
  ...['9999-12-31T23:59:59-14:00', '0001-01-01T00:00:00+14:00', '2030-01-15 10:00', '2030-1-5', '4713-01-01 BC'],
  ...[
    '00000000-0000-0000-0000-000000000000',
    '{0198c5d2-7b1e-7c4f-9d3a-5f0e6b2a4c10}',
    '0198c5d27b1e7c4f9d3a5f0e6b2a4c10',
  ],
  ...['http://', 'https://[::1', 'https://a b', 'https://\u0000', 'javascript:alert(1)', 'https://a@b:99999/', '//x'],
  ...['a@b', '@', 'a@b.c\n', 'Europe/Atlantis', '+02:00', 'Etc/GMT+99', 'image/*', 'image/png; q=1', 'a/b/c'],
];

/** More than any field takes: 12,000 characters, and more than a body may have. */
const LONG = [
  new Literal(`"${'\u{1F600}'.repeat(12_000)}"`, '12,000 characters'),
  new Literal(`"${'n'.repeat(270_000)}"`, '270,000 characters'),
];

const anyText = fc.string({ unit: 'binary', maxLength: 60 });

/** Texts that have broken services before. */
export const hostileText: Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 3, arbitrary: fc.constantFrom('ab\u0000cd', 'ab\ud800cd') },
  { weight: 2, arbitrary: anyText },
  { weight: 1, arbitrary: fc.constant('n'.repeat(1_200)) },
);

/** Values of any kind but, as a rule, the right one. */
export const hostileValue: Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.constantFrom(...NUMBERS) },
  { weight: 2, arbitrary: fc.constantFrom(...LITERALS).map((text) => new Literal(text)) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], [{}], { length: 3 }) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('{"__proto__":{"a":1}}', '{"constructor":{"name":"Date"}}', '{"toString":1}')
      .map((text) => new Literal(text)),
  },
  { weight: 1, arbitrary: fc.constantFrom(deep(8), deep(12), deep(500), deep(20_000), ...LONG) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Bodies that are no JSON object, or no JSON. */
export const rawBody: Arbitrary<string> = fc.oneof(
  fc.constantFrom('', ' ', '{', '}', '{}{}', '{"name":', '[', '[]', 'nul', 'null', 'true', '7', '"text"', '\u0000'),
  fc.constantFrom(
    '\ufeff{}',
    "{'name':'x'}",
    '{name:"x"}',
    '{"capacity":01}',
    '{"capacity":NaN}',
    '// no\n{}',
    '{"a":"\t"}',
  ),
  fc.constantFrom(
    '{"a":1,}',
    '{"a":"\\ud800"}',
    '{"a":"\\x41"}',
    '\ud800',
    '['.repeat(120_000),
    ' '.repeat(256 * 1024 + 1),
  ),
  fc.constantFrom(
    'a=1&b=2',
    '<a/>',
    '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--',
    '{"__proto__":null}',
  ),
  fc.json({ maxDepth: 2 }),
  anyText,
);

/** Fields that nobody may set by naming them. */
export const SMUGGLED = [
  ...['id', 'organizationId', 'organization_id', 'tenantId', 'status', 'createdBy', 'created_by', 'createdAt', 'role'],
  ...['updatedAt', 'plannedBy', 'actorId', 'apiKeyId', 'lifecycle', 'secretVersion', 'occupancy', 'memberships'],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'crossIssues', 'isPrototypeOf'],
];
