import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
const config = join(root, 'console/.dependency-cruiser.cjs');

/** The rules that a source tree breaks. */
async function brokenBy(files: Record<string, string>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'console-walls-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, 'src', path)), { recursive: true });
      await writeFile(join(folder, 'src', path), text);
    }
    const args = [cruiser, '--config', config, '--output-type', 'json', 'src'];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder });
    const { summary } = JSON.parse(stdout) as { summary: { violations: { rule: { name: string } }[] } };
    return [...new Set(summary.violations.map(({ rule }) => rule.name))];
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('the walls of the console', () => {
  it('stand where screens import ui, and ui imports api', async () => {
    const files = {
      'screens/work/work.tsx': `import { Row } from '../../ui/row.js';\nexport const work = Row;`,
      'ui/row.tsx': `import type { Read } from '../api/read.js';\nexport const Row = (read: Read) => read;`,
      'api/read.ts': `export type Read = string;`,
    };
    expect(await brokenBy(files)).toEqual([]);
  });

  it('keep two files of a screen from needing each other, also by a type alone', async () => {
    const files = {
      'screens/person/person.tsx': `import { Tasks } from './tasks.js';\nexport interface Part { id: string }\nexport const person = Tasks;`,
      'screens/person/tasks.tsx': `import type { Part } from './person.js';\nexport const Tasks = (part: Part) => part;`,
    };
    expect(await brokenBy(files)).toEqual(['no-circle-of-files']);
  });

  it('keep two screens from needing each other', async () => {
    const files = {
      'screens/person/person.ts': `import { queue } from '../work/queue.js';\nexport const person = queue;`,
      'screens/person/review.ts': `export const review = 1;`,
      'screens/work/queue.ts': `export const queue = 1;`,
      'screens/work/work.ts': `import { review } from '../person/review.js';\nexport const work = review;`,
    };
    expect(await brokenBy(files)).toEqual(['no-circle-of-folders']);
  });
});
