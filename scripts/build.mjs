#!/usr/bin/env node
// Compiles the sources to dist/ and bundles the programs in dist/service: `npm run build`. With --start it compiles only
// what a start needs and does not check types, which takes most of the time.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');

/** Removes the output of deleted sources: a left-over migration or test would still be run. */
function prune() {
  if (!existsSync(dist)) return;
  for (const path of readdirSync(dist, { recursive: true })) {
    if (!path.endsWith('.js') || path.startsWith(join('service', sep))) continue;
    if (existsSync(join(root, path.replace(/\.js$/, '.ts')))) continue;
    for (const ending of ['', '.map']) rmSync(join(dist, path + ending), { force: true });
  }
}

/** The path of the TypeScript compiler; ends the process where the development dependencies are not installed. */
function compiler() {
  const { resolve } = createRequire(import.meta.url);
  try {
    resolve('rolldown');
    return resolve('typescript/bin/tsc');
  } catch {
    process.stderr.write(
      'The build needs the development dependencies: run `npm ci --include=dev`, then `npm run build`.\n' +
        'To run without them, bring the folder dist/ of a build: see docs/operations.md.\n',
    );
    process.exit(1);
  }
}

const isForStart = process.argv.includes('--start');
const project = join(root, isForStart ? 'tsconfig.start.json' : 'tsconfig.json');
const stamp = join(dist, isForStart ? '.built-for-start' : '.built');
const tsc = compiler();
const started = new Date();
const seconds = () => `${((Date.now() - started.getTime()) / 1_000).toFixed(1)} s`;
process.stderr.write('Compiling the sources …\n');
prune();
const { status } = spawnSync(process.execPath, [tsc, '--project', project], { cwd: root, stdio: ['ignore', 2, 2] });
if (status !== 0) process.exit(status ?? 1);
process.stderr.write(`Compiled after ${seconds()}. Bundling the programs …\n`);
const { bundle } = await import('./bundle.mjs');
await bundle(root);
// The stamp has the time at which the build started: a source that was saved since then is newer.
writeFileSync(stamp, '');
utimesSync(stamp, started, started);
process.stderr.write(`Built dist/ in ${seconds()}.\n`);
