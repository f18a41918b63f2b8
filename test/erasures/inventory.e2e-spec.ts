import { expect, it } from '@jest/globals';
import { ERASED_TEXTS } from '#contexts/erasures/erased-texts.js';
import { useApp } from '../support/use-school.js';
import { ERASED_OTHERWISE, INVENTORY } from './inventory.js';

const app = useApp();

it('every column of texts is named as personal, the organization’s or none', async () => {
  const { rows } = await app.rows.query<{ name: string; type: string }>(
    `select c.relname || '.' || a.attname as name, t.typname as type from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     join pg_type t on t.oid = a.atttypid
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
       and t.typname in ('text', '_text', 'varchar', 'bpchar', 'json', 'jsonb', 'tsvector')
       and c.relname not like 'migration%' order by 1`,
  );
  const named = Object.entries(INVENTORY).flatMap(([table, columns]) =>
    Object.keys(columns).map((one) => `${table}.${one}`),
  );
  expect(named.sort()).toEqual(rows.map(({ name }) => name).sort());
});

it('every personal column is erased', () => {
  const personal = Object.entries(INVENTORY).flatMap(([table, columns]) =>
    Object.entries(columns).flatMap(([column, kind]) => (kind === 'personal' ? [`${table}.${column}`] : [])),
  );
  const erased = ERASED_TEXTS.flatMap(({ table, texts = [], set = {}, removed }) =>
    [...texts, ...Object.keys(set), ...(removed ? Object.keys(INVENTORY[table] ?? {}) : [])].map(
      (one) => `${table}.${one}`,
    ),
  );
  expect(personal.filter((column) => !erased.includes(column) && !ERASED_OTHERWISE.includes(column))).toEqual([]);
});
