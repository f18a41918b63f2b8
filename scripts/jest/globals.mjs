// `@jest/globals` of a worker: its modules are shared, so each call goes to the file that runs now.
import { CURRENT } from './current.mjs';

const { expect } = globalThis[CURRENT].globals;

function forwarded(name) {
  const target = () => globalThis[CURRENT].globals[name];
  return new Proxy(function () {}, {
    apply: (_, self, args) => target().apply(self, args),
    get: (_, key) => target()[key],
  });
}

const [describe, it, test] = ['describe', 'it', 'test'].map(forwarded);
const [beforeAll, beforeEach, afterEach, afterAll] = ['beforeAll', 'beforeEach', 'afterEach', 'afterAll'].map(
  forwarded,
);
const mocker = () => globalThis[CURRENT].environment.moduleMocker;
const timers = () => globalThis[CURRENT].environment.fakeTimersModern;

/** What the specs use of it. */
const jest = {
  fn: (implementation) => mocker().fn(implementation),
  spyOn: (object, method) => mocker().spyOn(object, method),
  setTimeout: (ms) => (globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')] = ms),
  useFakeTimers: () => timers().useFakeTimers(),
  useRealTimers: () => timers().useRealTimers(),
  advanceTimersByTime: (ms) => timers().advanceTimersByTime(ms),
};

export { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test };
