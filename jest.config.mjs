// Jest runs what the compiler emitted: no second compiler, and the metadata that the service ships with.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const whenBuilt = (path) => (existsSync(at(path)) ? at(path) : undefined);

/** TEST_SELECTION=every-node: the specs that a second version of Node runs as well. */
const { everyNode } = JSON.parse(readFileSync(at('test/folders.json'), 'utf8'));
const chosen = process.env.TEST_SELECTION === 'every-node' ? everyNode : undefined;

export default {
  // The sources' folder, so that traces name src/… and test/…; only dist is looked at.
  rootDir: at('.'),
  roots: ['<rootDir>/dist'],
  testMatch: chosen?.flatMap((path) => [`<rootDir>/dist/test/${path}/*spec.js`, `<rootDir>/dist/test/${path}.js`]) ?? [
    '<rootDir>/dist/**/*spec.js',
  ],
  testEnvironment: at('scripts/jest/environment.mjs'),
  testRunner: at('scripts/jest/framework.mjs'),
  injectGlobals: false,
  transform: { '\\.js$': at('scripts/jest-source-maps.mjs') },
  globalSetup: whenBuilt('dist/test/support/global-setup.js'),
  globalTeardown: whenBuilt('dist/test/support/global-teardown.js'),
  testSequencer: at('scripts/jest/longest-first.mjs'),
  // Three on two cores, as many specs wait for processes and deadlines.
  maxWorkers: 3,
  // Files share the modules of their worker; what an isolated one leaves behind is collected late.
  workerIdleMemoryLimit: '1GB',
  // Ends what hangs. No test measures time by it: machines differ by a factor of five.
  testTimeout: 300_000,
  reporters: ['default', at('scripts/jest-tally.mjs')],
  watchman: false,
  // With two instances, whoever reaches into one of them may find that the other one took the request.
  testPathIgnorePatterns: [
    '/node_modules/',
    ...(process.env.TEST_INSTANCES === '2' ? ['/test/(kernel|transport|runtime|webhooks)/'] : []),
  ],
};
