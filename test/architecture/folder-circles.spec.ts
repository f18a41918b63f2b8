import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { folderCircles } from './folder-circles.js';
import type { Tree } from './trees.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  imports: Record<string, { types: string }>;
};

const sources: Tree = Object.fromEntries(
  readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => `src/${path.replaceAll('\\', '/')}`)
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
);

const sound: Tree = {
  'src/kernel/work/work.public.ts': `export { scope } from './scope.js';`,
  'src/kernel/work/scope.ts': `export const scope = 1;`,
  'src/kernel/operations/run.ts': `import { scope } from '../work/scope.js';`,
  'src/contexts/tasks/tasks.tables.ts': '',
  'src/contexts/tasks/task/task.ts': `import { scope } from '#kernel/work';\nimport '../tasks.tables.js';`,
};

describe('the folders of src', () => {
  it('stand on each other without a circle, at every depth', () => {
    expect(folderCircles(sources, imports)).toEqual([]);
  });
});

describe('a circle of folders is found', () => {
  const circlesWith = (files: Tree): string[] =>
    folderCircles({ ...sound, ...files }, { '#kernel/*': { types: './src/kernel/*/*.public.ts' } });

  it('nowhere in a tree without one', () => {
    expect(circlesWith({})).toEqual([]);
  });

  it('between two rooms, through different files and a type only', () => {
    const work = `import type { run } from '../operations/again.js';\nexport type Run = typeof run;`;
    expect(circlesWith({ 'src/kernel/work/unit.ts': work, 'src/kernel/operations/again.ts': '' })).toEqual([
      'src/kernel: operations, work',
    ]);
  });

  it('between two folders, through folders in them that form none', () => {
    const files = {
      'src/contexts/tasks/review/review.ts': `export { group } from '../../groups/group/group.js';`,
      'src/contexts/groups/group/group.ts': '',
      'src/contexts/groups/place/place.ts': `const load = () => import('../../tasks/task/task.js');`,
    };
    expect(circlesWith(files)).toEqual(['src/contexts: groups, tasks']);
  });

  it('of three folders, and of a folder with a file beside it', () => {
    const files = {
      'src/contexts/tasks/task/more.ts': `export { review } from '../review/review.js';`,
      'src/contexts/tasks/review/review.ts': `import '../tasks.rules.js';`,
      'src/contexts/tasks/tasks.rules.ts': `import './task/task.js';`,
    };
    expect(circlesWith(files)).toEqual(['src/contexts/tasks: review, task, tasks.rules.ts']);
  });

  it('through the door of a room', () => {
    const files = { 'src/kernel/work/upward.ts': `import '../../contexts/tasks/task/task.js';` };
    expect(circlesWith(files)).toEqual(['src: contexts, kernel']);
  });
});
