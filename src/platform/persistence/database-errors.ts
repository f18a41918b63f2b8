import type { ServiceError } from '../errors/service-error.js';
import { conflict, unavailable } from '../errors/service-error.js';

/** The transaction failed before; or the statement was to be prepared by one that met just that. */
const ECHOES = new Set(['25P02', '26000']);
const LOCK_TIMEOUT = '55P03';
const CALLER_CHANGED = 'DS401';
const KEY_USED = 'DS409';
const RERUN = new Set(['40001', '40P01']);
const OUT_OF_REACH = /^(08|57P0|53)/;

/** The SQLSTATE of a database error, or the `code` of a socket error. */
function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

/** An answer that only says that an earlier statement of the transaction failed. */
export function isEcho(error: unknown): boolean {
  return ECHOES.has(codeOf(error));
}

/** The caller whom the service remembers is not what the database says (`app_enter`). */
export function isCallerChange(error: unknown): boolean {
  return codeOf(error) === CALLER_CHANGED;
}

/** The Idempotency-Key was used before (`claim_idempotency_key`). */
export function isKeyUsed(error: unknown): boolean {
  return codeOf(error) === KEY_USED;
}

/** A deadlock or serialization failure: the whole unit may be run again. */
export function mayRerun(error: unknown): boolean {
  return RERUN.has(codeOf(error));
}

/** True when the server itself answered with an error, so that its transaction is known to be over. */
export function isServerAnswer(error: unknown): boolean {
  return /^[0-9A-Z]{5}$/.test(codeOf(error)) && !OUT_OF_REACH.test(codeOf(error));
}

/** What a client is told where another request is in the way. */
export function held(): ServiceError {
  return conflict('Another request holds the resource. Try again with the same Idempotency-Key.', 1);
}

/** What a client is told of a database error that is not the service's own mistake; undefined for those that are. */
export function asServiceError(error: unknown): ServiceError | undefined {
  if (codeOf(error) === LOCK_TIMEOUT || mayRerun(error)) return held();
  if (isOutOfReach(error)) return unavailable('The service is not available at the moment.', error);
  return undefined;
}

function isOutOfReach(error: unknown): boolean {
  if (OUT_OF_REACH.test(codeOf(error)) || /^E[A-Z]+$/.test(codeOf(error))) return true;
  return (
    error instanceof Error &&
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|Query read timeout|Cannot use a pool after calling end|already released/.test(
      error.message,
    )
  );
}
