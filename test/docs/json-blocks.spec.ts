import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

const BLOCK = /```json\n([\s\S]*?)```/g;
const pages = readdirSync('docs').filter((name) => name.endsWith('.md'));
const blocksOf = (page: string): string[] =>
  [...readFileSync(`docs/${page}`, 'utf8').matchAll(BLOCK)].map(([, text]) => text);

it.each(pages.filter((page) => blocksOf(page).length > 0))('every block of JSON in %s is JSON', (page) => {
  for (const text of blocksOf(page)) expect(() => JSON.parse(text) as unknown).not.toThrow();
});

it('agents have blocks to copy', () => {
  expect(blocksOf('agents.md').length).toBeGreaterThan(3);
});
