// Jest runs what the compiler emitted: no second compiler, and the metadata that the service ships with.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const whenBuilt = (path) => (existsSync(at(path)) ? at(path) : undefined);

export default {
  // The sources' folder, so that traces name src/… and test/…; only dist is looked at.
  rootDir: at('.'),
  roots: ['<rootDir>/dist'],
  testMatch: ['**/*.spec.js', '**/*.e2e-spec.js'],
  testEnvironment: 'node',
  injectGlobals: false,
  transform: { '\\.js$': at('scripts/jest-source-maps.mjs') },
  globalSetup: whenBuilt('dist/test/support/global-setup.js'),
  globalTeardown: whenBuilt('dist/test/support/global-teardown.js'),
  maxWorkers: 2,
  workerIdleMemoryLimit: '512MB',
  testTimeout: 60_000,
  reporters: ['default', at('scripts/jest-tally.mjs')],
  watchman: false,
  // With two instances, whoever reaches into one of them may find that the other one took the request.
  testPathIgnorePatterns: [
    '/node_modules/',
    ...(process.env.TEST_INSTANCES === '2' ? ['/test/(kernel|transport|runtime|webhooks)/'] : []),
  ],
};
