import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const sources = fileURLToPath(new URL('../../../console/src', import.meta.url));

/** The source files of the console by path. */
function consoleFiles(): Map<string, string> {
  const paths = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path));
  return new Map(paths.map((path) => [`/${path.replaceAll('\\', '/')}`, readFileSync(join(sources, path), 'utf8')]));
}

/** The strings that no source file reads, such as `strings/people.ts: noKeys`. */
function deadStrings(files: ReadonlyMap<string, string>): string[] {
  const options = { jsx: ts.JsxEmit.Preserve, module: ts.ModuleKind.ESNext, noLib: true, types: [] };
  const host: ts.CompilerHost = {
    getSourceFile: (path, target) => {
      const text = files.get(path);
      return text === undefined ? undefined : ts.createSourceFile(path, text, target, true);
    },
    getDefaultLibFileName: () => '/lib.d.ts',
    getCurrentDirectory: () => '/',
    getCanonicalFileName: (path) => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (path) => files.has(path),
    readFile: (path) => files.get(path),
    writeFile: () => undefined,
  };
  const moduleResolution = ts.ModuleResolutionKind.Bundler;
  const program = ts.createProgram({ rootNames: [...files.keys()], options: { ...options, moduleResolution }, host });
  const checker = program.getTypeChecker();
  const read = new Set<ts.Node>();
  const note = (symbol: ts.Symbol | undefined) => symbol?.declarations?.forEach((declaration) => read.add(declaration));
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) note(checker.getSymbolAtLocation(node.name));
    // A computed name may be each of them.
    if (ts.isElementAccessExpression(node)) checker.getTypeAtLocation(node.expression).getProperties().forEach(note);
    if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
      const name = (node.propertyName ?? node.name).getText();
      note(checker.getTypeAtLocation(node.parent).getProperty(name));
    }
    ts.forEachChild(node, visit);
  };
  const declared: ts.PropertyAssignment[] = [];
  const collect = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node)) declared.push(node);
    // What a record holds is read by computed names.
    if (!ts.isAsExpression(node)) ts.forEachChild(node, collect);
  };
  for (const path of files.keys()) {
    const file = program.getSourceFile(path);
    if (!file) continue;
    visit(file);
    if (path.startsWith('/strings/')) {
      file.statements
        .filter((statement) => statement.getText().startsWith('export const'))
        .forEach((statement) => ts.forEachChild(statement, collect));
    }
  }
  return declared
    .filter((node) => !read.has(node))
    .map((node) => `${node.getSourceFile().fileName.slice(1)}: ${node.name.getText()}`);
}

describe('the strings of the console', () => {
  it('are each read by a source file', () => {
    expect(deadStrings(consoleFiles())).toEqual([]);
  });

  it('are found to be dead where only their name occurs elsewhere', () => {
    const files = new Map([
      ['/strings/people.ts', `export const people = { title: 'People', empty: 'Nobody.', kinds: { a: 'A', b: 'B' } };`],
      ['/strings/work.ts', `export const work = { title: 'Work', empty: 'Nothing.' };`],
      [
        '/people.tsx',
        `import { people as t } from './strings/people.js';\nimport { work } from './strings/work.js';\n` +
          `const { empty } = work;\nexport const shown = (kind: 'a' | 'b') => [t.title, t.kinds[kind], empty];`,
      ],
    ]);
    expect(deadStrings(files)).toEqual(['strings/people.ts: empty', 'strings/work.ts: title']);
  });
});
