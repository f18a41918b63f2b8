import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const page = readFileSync(join(root, 'docs/contract-rules.md'), 'utf8');

/** `file`, followed by the quoted parts of titles that it is named for. */
const REFERENCE = /`((?:src|test)\/[^`]+)`(?:: ((?:"[^"]+"(?:; )?)+))?/g;

const rows = page.split('\n').filter((line) => /^\| (?!Rule |---)/.test(line));
const references = [...page.matchAll(REFERENCE)].map(([, file, titles = '']) => ({
  file,
  titles: [...titles.matchAll(/"([^"]+)"/g)].map(([, title]) => title),
}));
const files = [...new Set(references.map(({ file }) => file))].sort();

describe('the page of contract rules', () => {
  it('names a test file for every rule', () => {
    expect(rows.length).toBeGreaterThan(100);
    expect(rows.filter((row) => [...row.matchAll(REFERENCE)].length === 0)).toEqual([]);
  });

  it.each(files)('names %s, which exists and has the titles quoted', (file) => {
    expect(existsSync(join(root, file))).toBe(true);
    const text = readFileSync(join(root, file), 'utf8');
    const quoted = references.filter((reference) => reference.file === file).flatMap(({ titles }) => titles);
    expect(quoted.filter((title) => !text.includes(title))).toEqual([]);
  });
});
