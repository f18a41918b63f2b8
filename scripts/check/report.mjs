// The end of `npm run check`: the time of each step, the slowest spec files, and what an operation costs.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUDGETS, checkBudget, OPERATION_BUDGET } from './budgets.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const SLOWEST = 20;
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** @param folder has the results of Jest's runs, one JSON file for each */
export function report(times, folder, seconds) {
  const lines = times.map((step) => line(step.name, step.seconds, BUDGETS[step.name] ?? 0));
  const operations = countOperations();
  print('Seconds of each step', [...lines, line('the whole check', seconds, checkBudget(operations))]);
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const { files, wall } = readResults(join(folder, name));
    const slowest = [...files].sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
    const title = `Slowest spec files of ${name.replace('.json', '')}, in seconds`;
    print(
      title,
      slowest.map((file) => line(file.path, file.seconds)),
    );
    printOperations(files, wall, operations);
  }
}

function printOperations(files, wall, operations) {
  const total = sum(files);
  const conformance = sum(files.filter(({ path }) => path.includes('/conformance/')));
  // Files run side by side: each has its share of the time that passed.
  const perOperation = (own) => ((own / total) * wall) / operations;
  print(`Seconds of each of the ${operations} operations`, [
    line('its part of the conformance specs', perOperation(conformance), OPERATION_BUDGET),
    line('its part of all specs', perOperation(total)),
  ]);
}

const sum = (files) => files.reduce((total, { seconds }) => total + seconds, 0);

function countOperations() {
  const { paths } = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'));
  return Object.values(paths).flatMap((path) => METHODS.filter((method) => path[method])).length;
}

function readResults(path) {
  const { testResults, startTime } = JSON.parse(readFileSync(path, 'utf8'));
  const files = testResults.map(({ name, startTime: start, endTime: end }) => ({
    path: relative(join(root, 'dist'), name).split(sep).join('/'),
    seconds: (end - start) / 1_000,
  }));
  const end = Math.max(...testResults.map(({ endTime }) => endTime));
  return { files, wall: (end - startTime) / 1_000 };
}

function line(name, seconds, budget) {
  const excess = budget !== undefined && seconds > budget ? `   OVER ITS BUDGET of ${budget}` : '';
  return `${seconds.toFixed(1).padStart(8)}  ${name}${excess}`;
}

function print(title, lines) {
  process.stdout.write(`\n== ${title}\n${lines.join('\n')}\n`);
}
