import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { breaches, soundTree, type Tree } from './trees.js';

interface Report {
  summary: { violations: { rule: { name: string }; from: string }[] };
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const config = join(root, '.dependency-cruiser.cjs');
const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { imports: object };
const run = promisify(execFile);
const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');

/** Lays the tree out in a folder of its own and cruises it as `npm run arch` does. */
async function cruise(tree: Tree): Promise<{ rule: string; from: string }[]> {
  const folder = await mkdtemp(join(tmpdir(), 'architecture-'));
  try {
    const files = { 'package.json': JSON.stringify({ type: 'module', imports }), ...tree };
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const args = ['--config', config, '--output-type', 'json', 'src', 'migrations'];
    const { stdout, stderr } = await run(process.execPath, [cruiser, ...args], { cwd: folder });
    if (stdout === '') throw new Error(stderr);
    const { summary } = JSON.parse(stdout) as Report;
    return summary.violations.map(({ rule, from }) => ({ rule: rule.name, from }));
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('the walls between the contexts', () => {
  let found: { rule: string; from: string }[];

  beforeAll(async () => {
    found = await cruise(Object.assign({}, soundTree, ...breaches.map(({ files }) => files)) as Tree);
  });

  it('stand in a tree that keeps them', async () => {
    expect(await cruise(soundTree)).toEqual([]);
  });

  it.each(breaches)('$rule: $title', ({ rule, at }) => {
    expect(found).toContainEqual({ rule, from: at });
  });

  it('report the breaches and nothing else', () => {
    const known = new Set(breaches.map(({ at }) => at));
    expect(found.filter(({ from }) => !known.has(from))).toEqual([]);
  });

  it('have each been breached here', async () => {
    const { default: rules } = (await import(config)) as { default: { forbidden: { name: string }[] } };
    expect([...new Set(breaches.map(({ rule }) => rule))].sort()).toEqual(
      rules.forbidden.map(({ name }) => name).sort(),
    );
  });
});

describe('every folder of contexts', () => {
  const contexts = readdirSync(join(root, 'src/contexts'));

  it.each(contexts)('%s is in the list of contexts of the application', (context) => {
    const application = readFileSync(join(root, 'src/app.module.ts'), 'utf8');
    expect(application).toContain(`'#contexts/${context}/${context}.module.js'`);
  });
});
