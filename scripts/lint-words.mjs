#!/usr/bin/env node
// Fails on words that docs/glossary.md has replaced: `npm run lint:words`. Prints file, place, word and what to write.
//   node scripts/lint-words.mjs [ROOT]
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = process.argv[2] ?? '.';

/** The demo and the tour run an organization that is a school; everything else serves organizations. */
const DEMO = /^src\/(demo|tour)\/|^src\/(tour|cli|main)\.ts$/;

const REPLACED = [
  // Not the variable that tests name so, as in `school.group()` and `(school) =>`.
  { word: /\bschools?\b(?!\.\w|\) =>)/gi, write: 'organization', allowedIn: DEMO },
  { word: /\brecordQuietly\b/g, write: 'recordWithoutEvent' },
  { word: /\boneIntention\b/g, write: "keyScope: 'organization'" },
  // The verb is a word like any other; the policy method had its name.
  { word: /\badmit(?=\(|`)/g, write: 'authorize, authorizeTarget' },
  { word: /\bCoalescer\b/g, write: 'Batcher' },
  { word: /\bunderLocks\b/g, write: 'inRolledBackTransaction' },
  { word: /\bheld\(\)/g, write: 'lockedByAnother()' },
  { word: /\bunconfirmed\b/gi, write: 'accessState' },
  { word: /\b(?:const|let|get|readonly) (?:known|given|said|wanted)\b/g, write: 'what the value is', onlyIn: /^src\// },
  // A comment that begins so has no subject until its end: a reader has to decode it.
  {
    word: /(?:\/\/|\/\*\*?|^ *\*) (?:Of|Who|Whom|Whose|What|Which)\b/g,
    write: 'a comment that begins with its subject or its verb',
    onlyIn: /^src\//,
  },
];

/** Fields of an OpenAPI document that people read. */
const READ_FIELDS = new Set(['title', 'summary', 'description']);

/** The texts of a JSON document that people read, each with its JSON path. */
function* textsOf(value, path = '#') {
  if (typeof value !== 'object' || value === null) return;
  for (const [field, part] of Object.entries(value)) {
    const place = `${path}/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (typeof part !== 'string') yield* textsOf(part, place);
    else if (READ_FIELDS.has(field)) yield [place, part];
  }
}

/** The lines of a text, each with its number. The glossary names the replaced words behind "Not:". */
function linesOf(text) {
  return text.split('\n').map((line, index) => [index + 1, line.replace(/\bNot: .*/, '')]);
}

function filesBelow(folder, ending) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith(ending) && statSync(join(root, file)).isFile())
    .sort();
}

const files = [
  ...[
    'openapi.json',
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    '.env.example',
    'clients/typescript/README.md',
  ].filter((file) => existsSync(join(root, file))),
  ...filesBelow('docs', '.md'),
  ...filesBelow('src', '.ts'),
  ...filesBelow('clients/typescript/src', '.ts'),
];

let found = 0;
for (const file of files) {
  const text = readFileSync(join(root, file), 'utf8');
  const words = REPLACED.filter(({ allowedIn, onlyIn = /^/ }) => onlyIn.test(file) && !allowedIn?.test(file));
  for (const [place, read] of file.endsWith('.json') ? textsOf(JSON.parse(text)) : linesOf(text)) {
    for (const { word, write } of words) {
      for (const [match] of read.matchAll(word)) {
        console.error(`${file}${typeof place === 'number' ? ':' : ' '}${place}: "${match}": write ${write}`);
        found += 1;
      }
    }
  }
}
if (found > 0) {
  console.error(`${found} replaced word(s)`);
  process.exitCode = 1;
}
