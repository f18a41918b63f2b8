#!/usr/bin/env node
// Removes one safeguard at a time, in a copy of the checkout, and expects a test to fail for each. Prints who noticed;
// ends with `N caught, M survived`, and with 1 where one survived, could not be made, or did not fit the sources any
// more.   npm run mutation -- [--only ID,ID] [--no-baseline]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { mutations } from './mutation/mutations.mjs';
import { Workshop } from './mutation/workshop.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    // For several processes that share them.
    part: { type: 'string', default: '1/1' },
    'no-baseline': { type: 'boolean', default: false },
  },
});

/** The pattern for jest's -t that matches the mutation's tests. */
function namesOf({ within = '', titles }) {
  const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return `${escaped(within)}.*(${titles.map(escaped).join('|')})`;
}

function isStale({ file, from }) {
  return readFileSync(join(root, file), 'utf8').split(from).length !== 2;
}

function print(id, verdict, seconds) {
  process.stdout.write(`${id.padEnd(34)} | ${verdict} | ${seconds}\n`);
}

async function timed(work) {
  const started = performance.now();
  const result = await work();
  return { ...result, seconds: ((performance.now() - started) / 1_000).toFixed(1) };
}

/** Without a mutation, every test that is expected to fail must exist and pass. */
async function baseline(workshop, chosen) {
  let sound = true;
  for (const file of new Set(chosen.map(({ tests }) => tests))) {
    const own = chosen.filter(({ tests }) => tests === file);
    const names = own.map(namesOf);
    const { passed = [], failed = [], problem, seconds } = await timed(() => workshop.test(file, names.join('|')));
    const unmatched = own.filter((_, index) => !passed.some((name) => new RegExp(names[index]).test(name)));
    const faults = [
      problem,
      ...failed.map((name) => `fails: ${name}`),
      ...unmatched.map(({ id }) => `no test for ${id}`),
    ];
    const fault = faults.find((one) => one !== undefined);
    print('(none)', fault === undefined ? `${file} passes` : `ERROR ${file}: ${fault}`, seconds);
    if (fault !== undefined) sound = false;
  }
  return sound;
}

async function judge(workshop, mutation) {
  if (isStale(mutation)) return { error: 'STALE: its text is not exactly once in the file', seconds: '0.0' };
  const { problem, failed, seconds } = await timed(() =>
    workshop.changed(mutation, () => workshop.test(mutation.tests, namesOf(mutation))),
  );
  if (problem !== undefined) return { error: `ERROR: ${problem}`, seconds };
  return { caughtBy: failed[0], seconds };
}

const wanted = options.only?.split(',');
const unknown = wanted?.filter((id) => !mutations.some((mutation) => mutation.id === id)) ?? [];
if (unknown.length > 0) {
  process.stderr.write(`There is no mutation ${unknown.join(', ')}.\n`);
  process.exit(2);
}
const [part, parts] = options.part.split('/').map(Number);
if (![part, parts].every(Number.isInteger) || part < 1 || part > parts) {
  process.stderr.write(`${options.part} is no part: 1/2 and 2/2 are the two halves.\n`);
  process.exit(2);
}
const chosen = mutations
  .filter(({ id }) => wanted?.includes(id) ?? true)
  .filter((_, index) => index % parts === part - 1);
const workshop = new Workshop(root);
const close = async () => {
  await workshop.close();
  process.exit();
};
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => ((process.exitCode = 1), close()));
await workshop.open();

print('mutation', 'caught by', 'seconds');
let sound = options['no-baseline'] || (await baseline(workshop, chosen));
const survivors = [];
let caught = 0;
for (const mutation of chosen) {
  const { error, caughtBy, seconds } = await judge(workshop, mutation);
  print(mutation.id, error ?? caughtBy ?? `SURVIVED: nobody misses ${mutation.removes}`, seconds);
  if (error !== undefined) sound = false;
  else if (caughtBy === undefined) survivors.push(mutation.id);
  else caught += 1;
}
process.stdout.write(`${caught} caught, ${survivors.length} survived\n`);
process.exitCode = sound && survivors.length === 0 ? 0 : 1;
await close();
