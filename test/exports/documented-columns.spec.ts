import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { EXPORT_SOURCES } from '#contexts/exports/export-columns.js';

it('docs/exports.md lists the columns of each kind, in their order', () => {
  const rows = readFileSync('docs/exports.md', 'utf8').matchAll(/^\| `(\w+)` *\| (.*?) *\|$/gm);
  const listed = Object.fromEntries([...rows].map(([, kind, columns]) => [kind, columns.split(', ')]));
  const columns = Object.entries(EXPORT_SOURCES).map(([kind, source]) => [kind, Object.keys(source.columns)] as const);
  expect(listed).toEqual({ ...Object.fromEntries(columns), person: ['resource', 'id', 'createdAt', 'data'] });
});
