#!/usr/bin/env node
// Builds the console aside, and fails where `built/` has other files: the service would serve an older console.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const fresh = mkdtempSync(join(tmpdir(), 'delivery-console-'));

/** The files of a folder by path, text with the same ends of lines on every system. */
function filesOf(folder) {
  const paths = readdirSync(folder, { recursive: true }).filter((path) => statSync(join(folder, path)).isFile());
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8').replaceAll('\r\n', '\n')]));
}

try {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'];
  execFileSync(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] });
  const [built, wanted] = [filesOf(join(root, 'built')), filesOf(fresh)];
  const different = [...new Set([...built.keys(), ...wanted.keys()])].filter(
    (path) => built.get(path) !== wanted.get(path),
  );
  for (const path of different) process.stderr.write(`console/built/${path} is not what the sources give.\n`);
  if (different.length > 0) {
    process.stderr.write('Run `npm run console`, and commit console/built.\n');
    process.exitCode = 1;
  }
} finally {
  rmSync(fresh, { recursive: true, force: true });
}
