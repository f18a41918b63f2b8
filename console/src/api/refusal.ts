import { ApiError } from '@delivery-service/client';

/**
 * Whether it is certain that nothing was changed. After a lost attempt, a refusal of the caller or a lock leaves that open:
 * the service would have refused the request itself the first time, too.
 */
export function isRefusal(error: unknown, wasLost: boolean): error is ApiError {
  if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return false;
  if (!wasLost && error.lostAttempts === 0) return true;
  // A condition is checked when the key has turned out to be unused.
  return [400, 412].includes(error.status) || (error.status === 409 && error.retryAfter === undefined);
}

/** Whether the resource is no longer as it was read. */
export function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && error.status === 412;
}

/** Whether the service wants a recent sign-in first. It has changed nothing. */
export function wantsRecentSignIn({ status, details }: ApiError): boolean {
  return status === 403 && details.some(({ field }) => field === 'signIn');
}
