import type { TestApp } from './test-app.js';

/** The lines of an app's log that have this message. */
export function linesOf(app: TestApp, msg: string): Record<string, unknown>[] {
  return app
    .logged()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line.msg === msg);
}
