import { typeOf, type BodyField } from './body-schema.js';

const ID = '018f3c1e-0000-7000-8000-000000000000';
const EMOJI = '\u{1F98A}';

/** Values that the formats refuse. */
const MALFORMED: Record<string, readonly string[]> = {
  uuid: ['', 'no-uuid', `${ID}0`, `{${ID}}`, ID.replaceAll('-', ''), ` ${ID}`],
  'date-time': [
    ...['2090-02-30T00:00:00Z', '2090-02-29T00:00:00Z', '2090-13-01T00:00:00Z', '2090-00-10T00:00:00Z'],
    ...['2090-01-01T24:00:00Z', '2090-01-01T24:00:01Z', '2090-01-01T23:60:00Z', '2090-01-01T23:59:60Z'],
    ...['2090-01-01T00:00:00+24:00', '2090-01-01T00:00:00+05:60', '9999-12-31T23:59:59-01:00'],
    ...['0000-01-01T00:00:00Z', '10000-01-01T00:00:00Z', '+010000-01-01T00:00:00Z', ' 2090-01-01T00:00:00Z'],
    ...['2090-01-01', '2090-01-01 00:00:00Z', '10:00:00Z', 'tomorrow', '', '3786912000'],
  ],
  date: [
    ...['2090-02-30', '2090-02-29', '2090-13-01', '2090-1-1', '0000-01-01', '10000-01-01'],
    ...['2090-01-01T00:00:00Z', 'tomorrow', '', '20900101'],
  ],
  email: ['', 'ada', 'ada@', '@example.com', 'ada@example', 'ada lovelace@example.com'],
  uri: ['', 'nonsense', '/path', 'javascript:alert(1)', 'http://', 'https://exa mple.com'],
};
/** Values that fields of these names refuse, which the document describes in words. */
const NAMED: readonly [RegExp, readonly string[]][] = [
  [/url$/i, ['', '/a.mp4', 'ftp://example.com/a', 'javascript:alert(1)', 'https://', 'https://exa mple.com']],
  [/url$/i, [`https://example.com/${'x'.repeat(2000)}`]],
  [/^(url|joinUrl)$/, ['https:/example.com', ' https://example.com', 'https://example.com/\u202Egpj.exe']],
  [/^timezone$/, ['', '+02:00', '-0500', 'Mars/Base', ' UTC']],
  [/^mimeTypes?$/, ['', 'video', 'video/', '*/*', 'video/mp4; codecs=avc1']],
  [/^tags$/, ['', '  ', 'x'.repeat(41), EMOJI.repeat(41)]],
];
const NO_MATCH = ['', 'nonsense', '\u2603', ' ', '!!', '99:99'];

/** What the schema of a field refuses; undefined stands for a field that is missing. */
export function refusedBy({ schema, required, position }: BodyField): unknown[] {
  const types = typeOf(schema);
  const values: unknown[] = [];
  if (required) values.push(undefined);
  if (!types.includes('null')) values.push(null);
  const name = String(position.filter((step) => step !== 0).at(-1));
  if (types.includes('string'))
    values.push(...texts(schema), ...NAMED.flatMap(([of, all]) => (of.test(name) ? all : [])));
  else if (types.includes('integer')) values.push('10', true, 10.5, 1e21, [10], {}, '', ...beyond(schema));
  else if (types.includes('boolean')) values.push('true', 1, 0, [], {});
  else if (types.includes('array')) values.push({}, 'text', 5, true, ...lists(schema));
  else if (types.includes('object')) values.push('text', 5, true, []);
  return values;
}

function texts({ enum: choices, format, pattern, minLength = 0, maxLength }: BodyField['schema']): unknown[] {
  const values: unknown[] = [5, true, ['text'], { text: 'text' }];
  if (choices) {
    const [first] = choices as string[];
    return [...values, '', 'nonsense', ` ${first}`, first.toUpperCase()].filter((value) => !choices.includes(value));
  }
  if (format) return [...values, ...(MALFORMED[format] ?? [])];
  if (pattern) return [...values, ...NO_MATCH.filter((value) => !new RegExp(pattern, 'u').test(value))];
  values.push('text\u0000', 'text\ud83e');
  if (minLength > 0) values.push('x'.repeat(minLength - 1), EMOJI.repeat(minLength - 1), ' '.repeat(minLength + 4));
  if (maxLength !== undefined) values.push('x'.repeat(maxLength + 1), EMOJI.repeat(maxLength + 1));
  return values;
}

function beyond({ minimum, maximum }: BodyField['schema']): number[] {
  return [...(minimum === undefined ? [] : [minimum - 1]), ...(maximum === undefined ? [] : [maximum + 1])];
}

function lists({ items, minItems = 0, maxItems }: BodyField['schema']): unknown[][] {
  const values: unknown[][] = [[null], [[]]];
  if (items?.type !== 'string') values.push(['text']);
  if (items?.type === 'integer') values.push(...beyond(items).map((number) => [number]), [0.5]);
  else if (items?.type !== 'string') values.push([5]);
  if (minItems > 0) values.push([]);
  if (maxItems !== undefined) values.push(Array.from({ length: maxItems + 1 }, () => ID));
  return values;
}
