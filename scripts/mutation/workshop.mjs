import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { bundle } from '../bundle.mjs';
import { Compiler } from './compiler.mjs';

const LEFT_OUT = ['node_modules', 'dist', '.git', '.data', 'coverage'];
const PATIENCE_MS = 300_000;
/** A test that waits for what no longer comes has failed before the run is ended. */
const TEST_TIMEOUT_MS = 100_000;
/** What the template of the tests' databases is made of: a change of it needs a new one. */
const OF_THE_TEMPLATE = /^migrations\/|^src\/kernel\/persistence\/|tables\.ts$/;
/** Said by a file whose tests start the bundled programs. */
const OF_PROGRAMS = /service-process|worker-process|child_process|dist\/service/;

/**
 * A compiled copy of the checkout in a temporary folder, in which files are changed one at a time and tests are run, on
 * one PostgreSQL for all of them.
 */
export class Workshop {
  #folder;
  #compiler;
  #changed = '';

  constructor(root) {
    this.#folder = realpathSync(mkdtempSync(join(tmpdir(), 'delivery-mutation-')));
    // However the program ends.
    process.once('exit', () => rmSync(this.#folder, { recursive: true, force: true }));
    cpSync(root, this.#folder, { recursive: true, filter: (path) => !LEFT_OUT.includes(basename(path)) });
    symlinkSync(realpathSync(join(root, 'node_modules')), join(this.#folder, 'node_modules'));
    this.#compiler = new Compiler(this.#folder);
    this.#compiler.all();
    this.#markBuilt();
  }

  /** Starts PostgreSQL, as the tests' global setup does, which leaves it to this program then. */
  async open() {
    await bundle(this.#folder);
    await this.#hook('setup');
  }

  async close() {
    await this.#hook('teardown');
  }

  async #hook(name) {
    const { default: hook } = await import(join(this.#folder, 'dist', 'test', 'support', `global-${name}.js`));
    await hook();
  }

  /** Runs `work` while `from` is replaced by `to`. Returns its result, or the problem with the change. */
  async changed({ file, from, to }, work) {
    const source = join(this.#folder, file);
    const compiled = ['.js', '.js.map'].map((ending) => join(this.#folder, 'dist', file.replace(/\.ts$/, ending)));
    const kept = [source, ...compiled].map((path) => [path, readFileSync(path, 'utf8')]);
    writeFileSync(
      source,
      kept[0][1].replace(from, () => to),
    );
    this.#changed = file;
    try {
      const problem = this.#compiler.one(source);
      if (problem !== undefined) return { problem: `does not compile: ${problem}` };
      this.#markBuilt();
      return await work();
    } finally {
      this.#changed = '';
      for (const [path, text] of kept) writeFileSync(path, text);
      this.#compiler.forget(source);
      this.#markBuilt();
    }
  }

  /** Runs the tests of a file whose full names match; returns the names of those that passed and failed. */
  async test(file, names) {
    if (this.#startsPrograms(file)) await bundle(this.#folder);
    const report = join(this.#folder, 'report.json');
    rmSync(report, { force: true });
    const jest = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js', '--silent'];
    const args = ['--cacheDirectory', join(this.#folder, '.jest'), '--json', '--outputFile', report];
    const tests = ['--runTestsByPath', join('dist', file.replace(/\.ts$/, '.js')), '-t', names];
    const words = [...jest, ...args, '--testTimeout', `${TEST_TIMEOUT_MS}`, ...tests];
    const variables = OF_THE_TEMPLATE.test(this.#changed) ? withoutServer() : process.env;
    // Without a worker in half the time; but then an error that nobody catches ends Jest itself.
    let ended = await run(process.execPath, [...words, '-i'], this.#folder, variables);
    if (!existsSync(report)) ended = await run(process.execPath, words, this.#folder, variables);
    if (!existsSync(report)) return { problem: ended };
    const results = JSON.parse(readFileSync(report, 'utf8')).testResults.flatMap((suite) => suite.assertionResults);
    const named = (status) => results.filter((test) => test.status === status).map(({ fullName }) => fullName);
    const [passed, failed] = [named('passed'), named('failed')];
    return passed.length + failed.length === 0 ? { problem: 'no test ran' } : { passed, failed };
  }

  /** Whether the file, or one below test/ that it imports, starts the bundled programs. */
  #startsPrograms(file, seen = new Set()) {
    if (seen.has(file)) return false;
    seen.add(file);
    const text = readFileSync(join(this.#folder, file), 'utf8');
    const imported = [...text.matchAll(/from '(\.[^']+)\.js'/g)].map(([, path]) => `${join(dirname(file), path)}.ts`);
    const own = imported.filter((path) => path.startsWith('test/'));
    return OF_PROGRAMS.test(text) || own.some((path) => this.#startsPrograms(path, seen));
  }

  /** Prevents tests that start the service from building it again. */
  #markBuilt() {
    writeFileSync(join(this.#folder, 'dist', '.built'), '');
  }
}

/** Without what the global setup has announced (test/support/database-server.ts): the tests start a server of their own. */
function withoutServer() {
  const variables = { ...process.env };
  delete variables.DELIVERY_TEST_DATABASE_SERVER;
  return variables;
}

/** Runs a command; returns how it ended, with its last line of output. */
function run(command, args, cwd, env) {
  return new Promise((resolve) => {
    // Its own process group, so that everything is killed on a timeout.
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk) => (said = (said + chunk).slice(-2_000)));
    const stop = () => process.kill(-child.pid, 'SIGTERM');
    const timer = setTimeout(stop, PATIENCE_MS);
    process.once('exit', stop);
    child.once('error', (error) => resolve(String(error)));
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      process.off('exit', stop);
      resolve(`the tests ended by ${signal ?? code}: ${said.trim().split('\n').at(-1)}`);
    });
  });
}
