import { startTestApp, type TestApp } from './test-app.js';

const KEY = Symbol.for('delivery-service.worker-app');
/** Set by scripts/jest/framework.mjs where the files of a worker share their modules. */
const CURRENT_SPEC = Symbol.for('delivery-service.current-spec');

type Global = Record<symbol, Promise<TestApp> | undefined>;

/** Whether the file may use the worker's app: an isolated file has modules of its own, which would not be the app's. */
export function hasWorkerApp(): boolean {
  return CURRENT_SPEC in globalThis;
}

/** The service that the files of a worker share, on a database of theirs. It lives as long as the worker. */
export function workerApp(): Promise<TestApp> {
  return ((globalThis as unknown as Global)[KEY] ??= startTestApp());
}

/** Closes the app where Jest itself is the worker: it runs a single file in its own process. */
export async function closeWorkerApp(): Promise<void> {
  await (await (globalThis as unknown as Global)[KEY])?.close();
}
