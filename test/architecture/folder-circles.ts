import { posix } from 'node:path';
import type { Tree } from './trees.js';

type Targets = Record<string, { types: string }>;

/** Imports and re-exports, of types as well: a reader follows those, too. */
const IMPORT = /(?:^|\n)(?:import|export)\b[^'";]*?(?:from\s*)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/g;

/**
 * The circles of a source tree in which a folder takes part: in each folder, what stands side by side in it (files, and folders
 * with all that they contain) must not need each other. `targets` are the imports of package.json.
 */
export function folderCircles(tree: Tree, targets: Targets): string[] {
  const imports = Object.entries(tree).flatMap(([from, text]) =>
    importsOf(text).flatMap((name) => {
      const to = sourceOf(name, from, targets);
      return to === undefined || !(to in tree) ? [] : [{ from, to }];
    }),
  );
  const folders = new Set(Object.keys(tree).flatMap(foldersOf));
  return [...folders].sort().flatMap((folder) => {
    const needs = new Map<string, Set<string>>();
    for (const { from, to } of imports) {
      const [one, other] = [childOf(folder, from), childOf(folder, to)];
      if (one === undefined || other === undefined || one === other) continue;
      needs.set(one, (needs.get(one) ?? new Set()).add(other));
    }
    return circlesOf(needs)
      .filter((circle) => circle.some((child) => !child.endsWith('.ts')))
      .map((circle) => `${folder}: ${circle.join(', ')}`);
  });
}

function importsOf(text: string): string[] {
  return [...text.matchAll(IMPORT)].map(([, named, dynamic]) => named ?? dynamic);
}

function sourceOf(name: string, from: string, targets: Targets): string | undefined {
  if (name.startsWith('.')) return asSource(posix.join(posix.dirname(from), name));
  for (const [pattern, { types }] of Object.entries(targets)) {
    const [start, end] = pattern.split('*');
    if (end === undefined ? name !== pattern : !name.startsWith(start)) continue;
    return asSource(posix.normalize(types.replaceAll('*', name.slice(start.length))));
  }
  return undefined;
}

const asSource = (path: string): string => path.replace(/\.js$/, '.ts');

function foldersOf(path: string): string[] {
  const folder = posix.dirname(path);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}

function childOf(folder: string, path: string): string | undefined {
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split('/', 1)[0] : undefined;
}

/** What needs itself over others, each circle with all that reach each other. */
function circlesOf(needs: Map<string, Set<string>>): string[][] {
  const reached = new Map([...needs.keys()].map((name) => [name, reach(needs, name)]));
  const isMutual = (one: string, other: string): boolean =>
    (reached.get(one)?.has(other) && reached.get(other)?.has(one)) === true;
  const members = [...needs.keys()].sort().filter((name) => isMutual(name, name));
  return members
    .map((name) => members.filter((other) => isMutual(name, other)))
    .filter((circle, n) => circle[0] === members[n]);
}

function reach(needs: Map<string, Set<string>>, start: string): Set<string> {
  const reached = new Set<string>();
  const open = [start];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    for (const next of needs.get(name) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(next);
    }
  }
  return reached;
}
