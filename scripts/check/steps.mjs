// Runs the steps of `npm run check`, counts their tests, and takes their times.
import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';

const TALLY = /^(\d+) passed, (\d+) failed$/gm;

/** How the runners head a failed test: Jest `● test` or `● suite › test`, Playwright `1) spec.ts:3:1 › test`, Node `✖ test (3ms)`. */
const FAILED_TEST = /^ *(?:● (?=\S)|\d+\) (?=.* › )|✖ (?=.*ms\)))(.+)$/gm;
/** Jest heads with it what a spec file wrote to the console. */
const JEST_CONSOLE = 'Console';
/** Of each failed step. */
const MOST_NAMED = 20;
/** Of what the runner says of each failed test, and of what a failed step says last. */
const MOST_LINES = 15;
/** How Playwright ends where tests passed only when they were repeated. */
const FLAKY = /^ +\d+ flaky\n((?: {4}.+\n)+)/m;

export class Steps {
  passed = 0;
  failed = 0;
  /** The failed steps: `{ name, said }`, with the names of the tests that failed in them and what was said of each. */
  broken = [];
  /** The tests that passed only when they were repeated. */
  flaky = [];
  /** `{ name, seconds }` of each step, in the order in which they ended. */
  times = [];
  #root;
  #lanes;
  #waiting = [];
  #started = new Set();
  #isClosed = false;

  /** At most `lanes` steps run at a time. */
  constructor(root, lanes) {
    this.#root = root;
    this.#lanes = lanes;
  }

  /** Runs a step as soon as a lane is free. Resolves with whether it succeeded. */
  step(name, command, options = {}) {
    return this.#kept(this.#inLane(() => this.#judged(name, command, options)));
  }

  /** A step whose closing line `N passed, N failed` is added to the tally. */
  tests(name, command, options = {}) {
    return this.step(name, command, { ...options, isTally: true });
  }

  /** A step that mostly waits for the network: it takes no lane. It fails where its output matches `noise`. */
  waits(name, command, noise) {
    return this.#kept(this.#judged(name, command, { noise }));
  }

  /** Work of a step that is no single command, and cannot fail. It takes no lane. */
  async timed(name, work) {
    const started = performance.now();
    const result = await work();
    this.#note(name, started);
    return result;
  }

  /** Steps that have not started yet are left out. */
  close() {
    this.#isClosed = true;
  }

  /** Resolves when no step runs or waits. */
  async ended() {
    while (this.#started.size > 0) await Promise.all(this.#started);
  }

  #kept(step) {
    const kept = step.finally(() => this.#started.delete(kept));
    this.#started.add(kept);
    return kept;
  }

  async #inLane(work) {
    if (this.#lanes === 0) await new Promise((resolve) => this.#waiting.push(resolve));
    else this.#lanes -= 1;
    try {
      return this.#isClosed ? false : await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#lanes += 1;
    }
  }

  /** The output of a step is written when it ends, in one piece; that of a `live` one as it comes. */
  async #judged(name, command, { isTally = false, cwd = this.#root, noise, ...options }) {
    const started = performance.now();
    const { isLive = false } = options;
    if (isLive) process.stdout.write(`\n== ${name}\n`);
    const { isGood, text } = await run(command, cwd, options);
    const seconds = this.#note(name, started);
    if (!isLive) process.stdout.write(`\n== ${name} (${seconds.toFixed(1)} s)\n${text}`);
    const tally = isTally ? [...text.matchAll(TALLY)].at(-1) : undefined;
    this.passed += Number(tally?.[1] ?? 0);
    const failures = Number(tally?.[2] ?? 0);
    const repeated = FLAKY.exec(stripVTControlCharacters(text))?.[1] ?? '';
    this.flaky.push(...repeated.split('\n').filter(Boolean));
    const isSound = isGood && (!isTally || tally !== undefined) && noise?.test(text) !== true;
    if (!isSound || failures > 0) {
      this.broken.push({ name, said: saidOf(stripVTControlCharacters(text)) });
      this.failed += Math.max(failures, 1);
    }
    return isSound && failures === 0;
  }

  #note(name, started) {
    const seconds = (performance.now() - started) / 1_000;
    this.times.push({ name, seconds });
    return seconds;
  }
}

/** The failed tests, each with the first lines below its name; where none is named, the last lines of all. */
function saidOf(text) {
  const tests = new Map();
  for (const { 1: name, index, 0: head } of text.matchAll(FAILED_TEST)) {
    if (name.trim() === JEST_CONSOLE || tests.has(name.trim())) continue;
    const [below] = text.slice(index + head.length).split(FAILED_TEST, 1);
    tests.set(name.trim(), linesOf(below).slice(0, MOST_LINES));
  }
  if (tests.size === 0) return linesOf(text).slice(-MOST_LINES);
  return [...tests].slice(0, MOST_NAMED).flatMap(([name, lines]) => [name, ...lines.map((line) => `  ${line}`)]);
}

const linesOf = (text) => text.split('\n').filter((line) => line.trim() !== '');

/** Runs a command to its end; `text` is its output. */
export function run([command, ...args], cwd, { isLive = false, env = {}, uid, gid } = {}) {
  // npm and npx are scripts of the shell on Windows.
  const shell = process.platform === 'win32' && command !== process.execPath;
  const stdio = ['ignore', 'pipe', 'pipe'];
  const child = spawn(command, args, { cwd, stdio, shell, uid, gid, env: { ...process.env, ...env } });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (data) => {
      text += data;
      if (isLive) process.stdout.write(data);
    });
  }
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ isGood: false, text: `${error}\n` }));
    child.once('close', (code) => resolve({ isGood: code === 0, text }));
  });
}
