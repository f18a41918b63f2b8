import { createHash } from 'node:crypto';

/** Instants and dates by the name of their field, so that nothing ends before it starts. The first match counts. */
const TIMES: [RegExp, string][] = [
  [/^endDate$/, '2030-06-30T00:00:00.000Z'],
  [/^(endsAt|closesAt|to)$/, '2030-01-15T10:30:00.000Z'],
  [/(^d|D)ueAt$|^(until|expiresAt)$/, '2030-01-28T17:00:00.000Z'],
  [/./, '2030-01-15T09:30:00.000Z'],
];

/** The Idempotency-Key in the snippets of the reference, which never sends it. */
export const EXAMPLE_KEY = '6f1c2d34-0b7a-4a53-9c1e-3d5f7a9b1c2e';

/** Fields that name an account. */
const ACCOUNT = /^(accountId|actorId|\w+UserId|\w+By|\w+ByAccountId)$/;

export function exampleInstant(field: string): string {
  return (TIMES.find(([names]) => names.test(field)) ?? TIMES[TIMES.length - 1])[1];
}

/** The same id for the same kind of resource throughout the document. */
export function exampleId(field: string): string {
  const kind = ACCOUNT.test(field) ? 'accountId' : field;
  return `0198c5d2-7b1e-7c4f-9d3a-${createHash('sha256').update(kind).digest('hex').slice(0, 12)}`;
}

/** The name that other resources have for the `id` of a schema: `liveSessionId` for LiveSessionWithAttendance. */
export function nameOfId(schema: string, nouns: readonly string[]): string {
  const named = nouns.map((noun) => ({ noun, name: noun.slice(0, 1).toUpperCase() + noun.slice(1, -'Id'.length) }));
  const byLength = named.sort((a, b) => b.name.length - a.name.length);
  const found =
    byLength.find(({ name }) => schema === name) ??
    byLength.find(({ name }) => schema.startsWith(name)) ??
    byLength.find(({ name }) => schema.endsWith(name));
  return found?.noun ?? `${schema.slice(0, 1).toLowerCase()}${schema.slice(1)}Id`;
}
