import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const src = fileURLToPath(new URL('../../../src', import.meta.url));

const lines = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file, length: readFileSync(join(src, file), 'utf8').split('\n').length - 1 }))
  .sort((a, b) => a.length - b.length);

it('no file of src has more than 250 lines', () => {
  expect(lines.filter(({ length }) => length > 250)).toEqual([]);
});

it('half of the files of src have 50 lines at most', () => {
  expect(lines[Math.floor(lines.length / 2)].length).toBeLessThanOrEqual(50);
});
