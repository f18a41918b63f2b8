// Closes a run with the plain line `N passed, N failed`; a suite that could not run counts as one failure.
// Written when the process exits: after the summary, the global teardown and any warning of Jest's own.
export default class TallyReporter {
  #passed = 0;
  #failed = 0;

  onRunComplete(_contexts, results) {
    this.#passed = results.numPassedTests;
    this.#failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    process.once('exit', () => process.stdout.write(`${this.#passed} passed, ${this.#failed} failed\n`));
  }

  // Jest takes an error here for a failed run: nothing ran (all skipped, or a name pattern that matches nothing).
  getLastError() {
    return this.#passed + this.#failed === 0 ? new Error('no test ran') : undefined;
  }
}
