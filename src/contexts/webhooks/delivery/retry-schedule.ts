const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The delay before each attempt. */
export const SCHEDULE = [0, 5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR] as const;

const JITTER = 0.2;

/** Upper bound for a Retry-After that exceeds the schedule. */
const LONGEST_RETRY_AFTER = 24 * HOUR;

/** A subscription that fails without a success for this long is paused. */
export const FAILING_LIMIT_MS = 5 * 24 * HOUR;

/** Time of the next attempt after the given number of failed attempts; null after the last. */
export function nextAttemptAt(
  attempts: number,
  now: Date,
  retryAfter: string | null,
  random: () => number = Math.random,
): Date | null {
  if (attempts >= SCHEDULE.length) return null;
  const delay = SCHEDULE[attempts] * (1 - JITTER + 2 * JITTER * random());
  return new Date(now.getTime() + Math.max(delay, readRetryAfter(retryAfter, now)));
}

/** A Retry-After header, in seconds or as an HTTP date, in milliseconds from now; 0 where it is invalid. */
export function readRetryAfter(text: string | null, now: Date): number {
  if (text === null) return 0;
  const seconds = /^\d{1,9}$/.test(text.trim()) ? Number(text) * SECOND : Date.parse(text) - now.getTime();
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), LONGEST_RETRY_AFTER) : 0;
}
