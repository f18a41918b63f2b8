#!/usr/bin/env node
// Builds dist/ when a source is newer than the last build, then runs the program in this process, so that it receives
// signals directly. The build is a process of its own, whose memory is free again when the program starts. For a program
// it leaves out tests and the check of types; `build` alone makes everything.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import nodeModule, { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** What only a whole build compiles. */
const WHOLE = ['test', 'bench'];
const SOURCES = [
  'src',
  'migrations',
  'console/built',
  'ormconfig.ts',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.start.json',
  'scripts/build.mjs',
  'scripts/bundle.mjs',
  'scripts/document.mjs',
];

/** When a build started; 0 if there is none. */
function builtAt(name) {
  const stamp = join(root, 'dist', name);
  return existsSync(stamp) ? statSync(stamp).mtimeMs : 0;
}

function newest(path) {
  if (!existsSync(path)) return 0;
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** Without the development dependencies, a finished build is run as it is. */
function mustBuild(isWhole) {
  const built = isWhole ? builtAt('.built') : Math.max(builtAt('.built'), builtAt('.built-for-start'));
  const sources = isWhole ? [...SOURCES, ...WHOLE] : SOURCES;
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
const isWhole = program === 'build';
if (mustBuild(isWhole)) {
  const command = [join(root, 'scripts', 'build.mjs'), ...(isWhole ? [] : ['--start'])];
  const { status } = spawnSync(process.execPath, command, { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}
if (canBuild()) {
  const { copyDocument } = await import('./document.mjs');
  await copyDocument(root);
}
if (!isWhole) {
  const file = join(root, 'dist', 'service', `${program}.js`);
  process.argv = [process.argv[0], file, ...args];
  await import(pathToFileURL(file));
}
