// Prints `N passed, N failed` at the end of a run; a suite that could not run counts as one failure. Written at process
// exit, after the summary, the global teardown and warnings of Jest.
export default class TallyReporter {
  #passed = 0;
  #failed = 0;

  onRunComplete(_contexts, results) {
    this.#passed = results.numPassedTests;
    this.#failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    process.once('exit', () => process.stdout.write(`${this.#passed} passed, ${this.#failed} failed\n`));
  }

  // An error here fails the run: no test ran (all skipped, or no name matched).
  getLastError() {
    return this.#passed + this.#failed === 0 ? new Error('no test ran') : undefined;
  }
}
