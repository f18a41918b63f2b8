import type { Parameters } from '#kernel/persistence';
import type { ErasedTexts } from './erased-texts.js';

const ORGANIZATION = 't.organization_id = :organization';

const PARAMETERS = {
  enrollments: 'uuid[]',
  members: 'uuid[]',
  account: 'uuid',
  address: 'text',
  names: 'text[]',
  now: 'timestamptz',
} as const;

/** Those parameters that an SQL text uses. */
export function parametersIn(sql: string): Parameters {
  return Object.fromEntries(Object.entries(PARAMETERS).filter(([name]) => new RegExp(`:${name}\\b`).test(sql)));
}

/** The statement that erases. Done twice, it changes the same. */
export function erasing({ table, where, texts = [], set = {}, removed }: ErasedTexts): string {
  if (removed) return `delete from ${table} t where ${ORGANIZATION} and ${where}`;
  const changes = [
    ...texts.map((column) => `${column} = case when t.${column} is not null then '[erased]' end`),
    ...Object.entries(set).map(([column, value]) => `${column} = ${value}`),
  ];
  return `update ${table} t set ${changes.join(', ')} where ${ORGANIZATION} and ${where}`;
}

/** The statement that counts the rows whose texts would be erased, and those that stay. */
export function previewing({ table, where, texts = [], removed }: ErasedTexts): string {
  const hasText = texts.length > 0 ? texts.map((column) => `t.${column} is not null`).join(' or ') : 'true';
  const stays = removed ? '0' : 'count(*)::integer';
  return `select (count(*) filter (where ${hasText}))::integer as erased, ${stays} as kept from ${table} t
    where ${ORGANIZATION} and ${where}`;
}
