// Records the shape of every new event and of every new version: npm run event-shapes -- [--check] [--file FILE]
// Writes nothing and ends with 1 where a recorded version was changed; with --check also where one is not recorded yet.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import '../../src/app.module.js';
import { declaredShapes, RECORD, recordedShapes, withDeclared } from './event-shapes.js';

const { values } = parseArgs({
  options: { check: { type: 'boolean', default: false }, file: { type: 'string', default: RECORD } },
});
const { shapes, breaches } = withDeclared(recordedShapes(values.file), declaredShapes());
const text = `${JSON.stringify(shapes, null, 2)}\n`;
const problems =
  values.check && breaches.length === 0 && text !== readFileSync(values.file, 'utf8')
    ? [`${values.file} is not up to date: run \`npm run event-shapes\` and commit it`]
    : breaches;
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) process.exitCode = 1;
else if (!values.check) writeFileSync(values.file, text);
