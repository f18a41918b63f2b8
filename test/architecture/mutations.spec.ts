import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

interface Mutation {
  id: string;
  removes: string;
  file: string;
  from: string;
  to: string;
  tests: string;
  within?: string;
  titles: string[];
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { mutations } = (await import(join(root, 'scripts/mutation/mutations.mjs'))) as { mutations: Mutation[] };
const textOf = (path: string): string => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '');

/** What `npm run mutation` would stumble over; it takes long, so that nobody runs it with every change. */
describe('the list of mutations', () => {
  it('gives each an id of its own and says what it removes', () => {
    expect(new Set(mutations.map(({ id }) => id)).size).toBe(mutations.length);
    expect(mutations.filter(({ id, removes }) => !/^[a-z0-9-]+$/.test(id) || removes === '')).toEqual([]);
  });

  it('fits the sources: what is removed is there exactly once', () => {
    const stale = mutations.filter(({ file, from }) => textOf(file).split(from).length !== 2);
    expect(stale.map(({ id }) => id)).toEqual([]);
    expect(mutations.filter(({ from, to }) => from === to)).toEqual([]);
  });

  it('names tests that exist', () => {
    const unknown = mutations.filter(
      ({ tests, titles }) => titles.length === 0 || titles.some((title) => !textOf(tests).includes(title)),
    );
    expect(unknown.map(({ id }) => id)).toEqual([]);
  });
});
