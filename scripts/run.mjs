#!/usr/bin/env node
// Builds dist/ when a source is newer than the last build, then runs the program in this process, so that it receives
// signals directly. The build is a process of its own, whose memory is free again when the program starts.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import nodeModule, { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = [
  'src',
  'migrations',
  'test',
  'bench',
  'console/built',
  'ormconfig.ts',
  'package-lock.json',
  'tsconfig.json',
  'scripts/build.mjs',
  'scripts/bundle.mjs',
];
const stamp = join(root, 'dist', '.built');

function newest(path) {
  if (!existsSync(path)) return 0;
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** Without the development dependencies, a finished build is run as it is. */
function mustBuild() {
  const built = existsSync(stamp) ? statSync(stamp).mtimeMs : 0;
  const isStale = sources.some((source) => newest(join(root, source)) >= built);
  return isStale && (canBuild() || !existsSync(join(root, 'dist', 'service')));
}

function canBuild() {
  try {
    createRequire(import.meta.url).resolve('rolldown');
    return true;
  } catch {
    return false;
  }
}

// From Node 22 on, compiled code is cached on disk.
nodeModule.enableCompileCache?.(join(root, 'dist', '.compile-cache'));
// Stack traces show the lines of src/.
process.setSourceMapsEnabled(true);
const [program, ...args] = process.argv.slice(2);
if (mustBuild()) {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}
if (program !== 'build') {
  const file = join(root, 'dist', 'service', `${program}.js`);
  process.argv = [process.argv[0], file, ...args];
  await import(pathToFileURL(file));
}
