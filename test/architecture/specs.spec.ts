import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

function specsIn(folder: string): string[] {
  const paths = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return paths.map((path) => path.replaceAll('\\', '/')).filter((path) => path.endsWith('spec.ts'));
}

const specs = specsIn('test');
const all = [...specs.map((path) => `test/${path}`), ...specsIn('src').map((path) => `src/${path}`)];

const { everyNode, oneNode } = JSON.parse(textOf('test/folders.json')) as { everyNode: string[]; oneNode: string[] };

it('every spec runs, also those beside the sources', () => {
  const env = { ...process.env, TEST_SELECTION: '', TEST_INSTANCES: '' };
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const listed = execFileSync(process.execPath, [jest, '--listTests'], { cwd: root, env, encoding: 'utf8' });
  const run = new Set(listed.split('\n').map((path) => path.replaceAll('\\', '/').split('/dist/')[1]));
  expect(all.filter((path) => !run.has(path.replace(/ts$/, 'js')))).toEqual([]);
});

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
    const declaring = all.filter((path) => DECLARATIONS.test(textOf(path)));
    expect(declaring.length).toBeGreaterThan(2);
    expect(declaring.filter((path) => !/^\/\*\*[^/]*\n \* @isolated\n \*\/\n\n/.test(textOf(path)))).toEqual([]);
  });
});

describe('a spec that runs the workers, which take up what is due in every organization, or looks at plans', () => {
  const NEEDS_OWN = /\.runOnce\(|ROLE: '(all|worker)'|\bexplain \(|query-plans\.js/i;

  it('has a service and a database of its own: the other files of a worker share theirs', () => {
    const needing = all.filter((path) => path.startsWith('test/process/') || NEEDS_OWN.test(textOf(path)));
    expect(needing.length).toBeGreaterThan(2);
    expect(needing.filter((path) => /\buse(App|School)\(\)/.test(textOf(path)))).toEqual([]);
  });
});
