import { locked } from '../errors/refusals.js';
import { unavailable, type ServiceError } from '../errors/service-error.js';

const isLockTimeout = hasCode('55P03');
/** Lost connections, a server that stops, starts or has no room, and what it ended: statements and sessions. */
const UNAVAILABLE = /^(08|57P0|57014|25P0[34]|53)/;
/** The last four are what Citus says, as internal errors, when a node goes away: the third of them at COMMIT. */
const UNAVAILABLE_MESSAGE =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|not queryable|Query read timeout|Cannot use a pool after calling end|already released|connection marked as essential|postmaster was shut down|could not commit transaction|no active placements/;

/** in_failed_sql_transaction, and the missing prepared statement that may follow it: consequences of an earlier error. */
export const isEcho = hasCode('25P02', '26000');

/** The state of the remembered caller has changed (raised by `app_enter`). */
export const isCallerChange = hasCode('DS401');

/** The Idempotency-Key is used (raised by `claim_idempotency_key`). */
export const isKeyUsed = hasCode('DS409');

/** A deadlock or serialization failure: the transaction may be run again. */
export const mayRerun = hasCode('40001', '40P01');

/** A write on a server that accepts none: a standby, or a primary that was demoted. */
export const isReadOnlyServer = hasCode('25006');

/** Whether the server reported the error, so that the transaction is known to have failed. */
export function isServerAnswer(error: unknown): boolean {
  return /^[0-9A-Z]{5}$/.test(codeOf(error)) && !isUnavailable(error);
}

export function lockedByAnother(): ServiceError {
  return locked.error(locked.text, { retryAfterSeconds: 1 });
}

/**
 * For a write that finds rows that a concurrent transaction has added since it took its locks. The runner runs it again, as
 * after a serialization failure.
 */
export function changedMeanwhile(): Error {
  return Object.assign(new Error('a concurrent transaction added rows'), { code: '40001' });
}

/** The client's error for lock conflicts and an unavailable database; undefined for all other errors. */
export function asServiceError(error: unknown): ServiceError | undefined {
  if (isLockTimeout(error) || mayRerun(error)) return lockedByAnother();
  return isUnavailable(error) ? unavailable('The service is not available at the moment.', error) : undefined;
}

function isUnavailable(error: unknown): boolean {
  if (UNAVAILABLE.test(codeOf(error)) || /^E[A-Z]+$/.test(codeOf(error))) return true;
  return error instanceof Error && UNAVAILABLE_MESSAGE.test(error.message);
}

function hasCode(...codes: string[]): (error: unknown) => boolean {
  return (error) => codes.includes(codeOf(error));
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}
