#!/usr/bin/env node
// Builds dist/ when a source is newer than the last build, then runs the program in this process, so that it receives
// signals directly.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import nodeModule from 'node:module';
import { join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = [
  'src',
  'migrations',
  'test',
  'bench',
  'ormconfig.ts',
  'package-lock.json',
  'tsconfig.json',
  'nest-cli.json',
  'scripts/bundle.mjs',
];
const stamp = join(root, 'dist', '.built');

function newest(path) {
  if (!existsSync(path)) return 0;
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** Removes the output of deleted sources: a left-over migration or test would still be run. */
function prune() {
  const dist = join(root, 'dist');
  if (!existsSync(dist)) return;
  for (const path of readdirSync(dist, { recursive: true })) {
    if (
      !path.endsWith('.js') ||
      path.startsWith(join('service', sep)) ||
      existsSync(join(root, path.replace(/\.js$/, '.ts')))
    )
      continue;
    for (const ending of ['', '.map']) rmSync(join(dist, path + ending), { force: true });
  }
}

async function buildWhenStale() {
  const built = existsSync(stamp) ? statSync(stamp).mtimeMs : 0;
  if (sources.every((source) => newest(join(root, source)) < built)) return;
  const started = new Date();
  prune();
  const nest = join(root, 'node_modules', '@nestjs', 'cli', 'bin', 'nest.js');
  const { status } = spawnSync(process.execPath, [nest, 'build'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) process.exit(status ?? 1);
  const { bundle } = await import('./bundle.mjs');
  await bundle(root);
  writeFileSync(stamp, '');
  utimesSync(stamp, started, started);
}

// From Node 22 on, compiled code is cached on disk.
nodeModule.enableCompileCache?.(join(root, 'dist', '.compile-cache'));
// Stack traces show the lines of src/.
process.setSourceMapsEnabled(true);
const [program, ...args] = process.argv.slice(2);
await buildWhenStale();
if (program !== 'build') {
  const file = join(root, 'dist', 'service', `${program}.js`);
  process.argv = [process.argv[0], file, ...args];
  await import(pathToFileURL(file));
}
