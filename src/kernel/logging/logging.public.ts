/** Failures in the log. */
export { FailureLog } from './failure-log.js';
