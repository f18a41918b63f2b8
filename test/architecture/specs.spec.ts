import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../../test', import.meta.url));
const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
const specs = paths.filter((path) => path.endsWith('spec.ts'));
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

const { everyNode, oneNode } = JSON.parse(textOf('folders.json')) as { everyNode: string[]; oneNode: string[] };

describe('test/folders.json', () => {
  it('says of every folder with specs whether they run on every Node', () => {
    const folders = [...new Set(specs.map((path) => path.split('/')[0]))].sort();
    const named = [...oneNode, ...everyNode.filter((path) => !path.includes('/'))];
    expect(named.sort()).toEqual(folders);
  });

  it('names nothing that has gone', () => {
    for (const path of everyNode) expect([path, specs.some((spec) => spec.startsWith(path))]).toEqual([path, true]);
  });
});

describe('a spec that declares what the service registers for the whole process', () => {
  const DECLARATIONS = /^\s*@Setting\.|\bnew Tables\(|^\s*@Entity\(|\bdeclare(Event|Read|Write)\(/m;

  it('has modules of its own: the other files of a worker share theirs', () => {
    const declaring = specs.filter((path) => DECLARATIONS.test(textOf(path)));
    expect(declaring.length).toBeGreaterThan(2);
    expect(declaring.filter((path) => !/^\/\*\*[^/]*@isolated\b/.test(textOf(path)))).toEqual([]);
  });
});
