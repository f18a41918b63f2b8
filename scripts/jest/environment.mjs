// The environment of spec files: the worker itself, whose modules all of them share. A file that declares settings,
// statements or tables of its own has `@isolated` in its first comment, and gets a context and modules of its own.
import { ModernFakeTimers } from '@jest/fake-timers';
import { TestEnvironment } from 'jest-environment-node';
import { ModuleMocker } from 'jest-mock';

export class WorkerEnvironment {
  /** Jest puts the file's console here. */
  global = {};
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  exportConditions() {
    return ['node'];
  }

  getVmContext() {
    return null;
  }

  async setup() {
    globalThis.console = this.global.console;
    // Jest raises it; the service is tested with the limit that it runs with.
    Error.stackTraceLimit = 10;
  }

  async teardown() {
    this.moduleMocker.restoreAllMocks();
    this.fakeTimersModern.dispose();
  }
}

export default class Environment {
  constructor(config, context) {
    const isIsolated = 'isolated' in context.docblockPragmas;
    return isIsolated ? new TestEnvironment(config, context) : new WorkerEnvironment(config);
  }
}
