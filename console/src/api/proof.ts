import { ApiError } from '@delivery-service/client';
import { Unfinished } from './each.js';
import { wantsRecentSignIn } from './refusal.js';

/** Whether a write, or a series of them, waits for a recent sign-in. */
export function needsProof(error: unknown): boolean {
  if (error instanceof Unfinished) return needsProof(error.cause);
  return error instanceof ApiError && wantsRecentSignIn(error);
}
