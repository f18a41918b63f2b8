import { setTimeout as delay } from 'node:timers/promises';
import type { JobLease } from '#kernel/jobs';

const STEP_EVERY_MS = 5_000;

/** Renews the lease until the work has ended. */
export async function renewing<Result>(lease: JobLease, work: Promise<Result>): Promise<Result> {
  let isDone = false;
  const working = work.finally(() => (isDone = true));
  working.catch(() => undefined);
  for (;;) {
    const abort = new AbortController();
    const pause = delay(STEP_EVERY_MS, undefined, { ref: false, signal: abort.signal }).catch(() => undefined);
    await Promise.race([working.catch(() => undefined), pause]);
    abort.abort();
    if (isDone) return working;
    await lease.inTenant(() => Promise.resolve());
  }
}
