#!/usr/bin/env node
// What a change of one operation must pass first: its conformance, the specs of its context that call it, and the
// document: `npm run check:operation update_group`. Ends with `N passed, N failed`.
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run, Steps } from './steps.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const node = (...args) => [process.execPath, ...args];
const filesOf = (folder, ending) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((path) => path.endsWith(ending))
    .map((path) => `${folder}/${path.split(sep).join('/')}`);
const textOf = (path) => readFileSync(join(root, path), 'utf8');

/** The paths of all operations by name. */
function documented() {
  const { paths } = JSON.parse(textOf('openapi.json'));
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.values(methods).map(({ operationId }) => [operationId, path.replace('/api/v1', '')]),
    ),
  );
}

/** The folder of the specs of the context that declares an operation. */
function folderOf(name) {
  const declared = `export const ${name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())} =`;
  const file = filesOf('src', '.operations.ts').find((path) => textOf(path).includes(declared));
  const [, context] = /^src\/(?:contexts\/)?([^/]+)\//.exec(file ?? '') ?? [];
  return context === undefined ? 'test' : `test/${context}`;
}

/** The specs in a folder that call the path; all of them where none does. */
function specsIn(folder, path) {
  const parts = path.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^$()[\]\\]/g, String.raw`\$&`));
  const calls = new RegExp(`${parts.join(String.raw`[^/\s]+`)}(?![\\w/-])`);
  const specs = filesOf(folder, 'spec.ts');
  const calling = specs.filter((spec) => calls.test(textOf(spec)));
  return calling.length > 0 ? calling : specs;
}

const [name = ''] = process.argv.slice(2);
const build = await run(node('scripts/run.mjs', 'build'), root);
if (!build.isGood) {
  process.stdout.write(build.text);
  process.exit(1);
}
await run(node('scripts/run.mjs', 'openapi'), root);
const operations = documented();
if (!operations.has(name)) {
  const alike = [...operations.keys()].filter((one) => name.split('_').some((word) => one.split('_').includes(word)));
  process.stderr.write(
    `There is no operation ${name}. There is: ${alike.join(', ') || [...operations.keys()].join(', ')}\n`,
  );
  process.exit(2);
}
const specs = [...filesOf('test/conformance', 'spec.ts'), ...specsIn(folderOf(name), operations.get(name))];
const jest = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js', '--silent'];
const compiled = specs.map((path) => `dist/${path.replace(/\.ts$/, '.js')}`);
const steps = new Steps(root, 2);
steps.step('OpenAPI document lint', node('scripts/lint-openapi.mjs'));
await steps.tests('tests', node(...jest, '--runTestsByPath', ...compiled), { isLive: true, env: { OPERATION: name } });
await steps.ended();
process.stdout.write(`${steps.passed} passed, ${steps.failed} failed\n`);
process.exitCode = steps.failed > 0 ? 1 : 0;
