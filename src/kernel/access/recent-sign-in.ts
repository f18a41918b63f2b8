import { ServiceError } from '../errors/service-error.js';
import type { Caller, SignInUse } from './caller.js';

const RECENT_MS = 10 * 60_000;

/** The documented condition of the 403. */
export const NEEDS_RECENT_SIGN_IN = 'A sign-in must be recent: proved within the last 10 minutes.';

/** Whether the person proved who they are within the last 10 minutes. */
export function isRecent({ provedAt }: Pick<SignInUse, 'provedAt'>, now: Date): boolean {
  return provedAt !== null && now.getTime() - provedAt.getTime() <= RECENT_MS;
}

/** Throws 403 with the field `signIn` for a sign-in that is not recent. API keys and session keys are not asked. */
export function checkRecentSignIn({ caller, now }: { caller: Pick<Caller, 'signIn'>; now: Date }): void {
  if (!caller.signIn || isRecent(caller.signIn, now)) return;
  throw new ServiceError('forbidden', 'Sign in again to do this.', [
    { field: 'signIn', issue: 'must have been proved within the last 10 minutes' },
  ]);
}
