// Runs a spec file in the worker's own modules, which all files of the worker share: the service is imported and compiled
// once for a worker, not once for a file. The rest is Jest's own framework.
import { readdirSync } from 'node:fs';
import { createRequire, register } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import runner from 'jest-circus/runner';
import { CURRENT, GLOBALS_URL } from './current.mjs';
import { WorkerEnvironment } from './environment.mjs';

const require = createRequire(import.meta.url);
const ADAPTER = join(dirname(require.resolve('jest-circus/package.json')), 'build', 'jestAdapterInit.js');
const dist = fileURLToPath(new URL('../../dist', import.meta.url));

register('./hooks.mjs', import.meta.url, { data: GLOBALS_URL });

/** CHILD_MESSAGE_END of jest-worker 30. */
const END = 2;

// The app that the files of a worker share is not closed: its database is removed at the end of the run.
if (process.send) process.on('message', ([kind]) => kind === END && process.exit());

/** The compiler's source maps by the address of the module. */
const sourceMaps = readdirSync(dist, { recursive: true })
  .filter((path) => path.endsWith('.js.map') && !path.startsWith('service'))
  .map((path) => join(dist, path))
  .map((path) => [pathToFileURL(path.slice(0, -'.map'.length)).href, path]);

/** OPERATION, of `npm run check:operation`: only its tests of the files of test/conformance. */
function narrowed(globalConfig, testPath) {
  const { OPERATION } = process.env;
  if (!OPERATION || !testPath.includes(`${sep}conformance${sep}`)) return globalConfig;
  return { ...globalConfig, testNamePattern: `\\b${OPERATION}\\b` };
}

export default async function framework(given, config, environment, runtime, testPath, sendMessageToJest) {
  const globalConfig = narrowed(given, testPath);
  if (!(environment instanceof WorkerEnvironment)) {
    return runner.default(globalConfig, config, environment, runtime, testPath, sendMessageToJest);
  }
  for (const [address, path] of sourceMaps) runtime.getSourceMaps().set(address, path);
  // What a file leaves in the process: its tests, hooks and time limit.
  delete require.cache[ADAPTER];
  for (const name of ['EVENT_HANDLERS', 'TEST_TIMEOUT_SYMBOL']) delete globalThis[Symbol.for(name)];
  const { initialize, runAndTransformResultsToJestFormat } = require(ADAPTER);
  await initialize({
    config,
    environment,
    globalConfig,
    localRequire: require,
    parentProcess: process,
    runtime,
    sendMessageToJest,
    setGlobalsForRuntime: (globals) => (globalThis[CURRENT] = { globals, environment }),
    testPath,
  });
  const variables = { ...process.env };
  try {
    await import(pathToFileURL(testPath).href);
    return await runAndTransformResultsToJestFormat({ config, globalConfig, testPath, setupAfterEnvPerfStats: {} });
  } finally {
    restore(variables);
  }
}

/** Variables that a file has set are its own. */
function restore(before) {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
}
