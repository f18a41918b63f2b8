import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
  ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`),
].filter((page) => page.endsWith('.md'));
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

const LINK = /\]\((?!https?:|#)([^)#]+)[^)]*\)/g;
/** A path in code; one with a placeholder, as `test/<context>/`, names no file. */
const PATH = /`((?:src|test|scripts|bench|docs|migrations|\.ci)\/[\w./-]*)`/g;
/** A block of code that begins with the path it is taken from. */
const EXCERPT = /```ts\n\/\/ ((?:src|test)\/\S+)\n([\s\S]*?)```/g;
const SCRIPT = /npm run ([\w:-]+)/g;

describe.each(pages)('%s', (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  const named = (pattern: RegExp): string[] => [...new Set([...text.matchAll(pattern)].map(([, name]) => name))];

  it('links to pages that exist', () => {
    expect(named(LINK).filter((path) => !existsSync(join(root, dirname(page), path)))).toEqual([]);
  });

  it('names files and folders that exist', () => {
    expect(named(PATH).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('quotes code that is in the files named', () => {
    const unspaced = (code: string): string => code.replace(/\s+/g, '');
    const excerpts = [...text.matchAll(EXCERPT)];
    const stale = excerpts.filter(
      ([, path, code]) => !unspaced(readFileSync(join(root, path), 'utf8')).includes(unspaced(code)),
    );
    expect(stale.map(([, path, code]) => `${path}: ${code}`)).toEqual([]);
  });

  it('names scripts that package.json has', () => {
    expect(named(SCRIPT).filter((name) => scripts[name] === undefined)).toEqual([]);
  });
});
