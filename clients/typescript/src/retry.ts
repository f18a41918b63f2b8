import { ConnectionError } from './errors.js';

/** The bounds of the attempts at one request. */
export interface RetryOptions {
  /** Attempts in total, the first one included. Default 6; 1 turns retries off. */
  maxAttempts?: number;
  /** No attempt starts later than this after the first one. Default 120,000. */
  maxElapsedMs?: number;
  /** An attempt without a complete answer is abandoned after this time. Default 45,000. */
  attemptTimeoutMs?: number;
}

const FIRST_BACKOFF_MS = 250;
const LONGEST_BACKOFF_MS = 8_000;

/** 502 and 504 come from a proxy in front of the service. Like 503, they leave the outcome of a write open. */
const ALWAYS_RETRIED = [502, 503, 504];
/** 409 is retried for a lock only, which `Retry-After` tells from other conflicts. */
const RETRIED_WITH_RETRY_AFTER = [409, 429];
const WITHOUT_BODY = [204, 205, 304];

type Outcome = { response: Response } | { error: unknown };

/** How many attempts before a response left the outcome of their write open. */
const lostBefore = new WeakMap<Response, number>();

/** The attempts before this answer of which no answer of the service is known: each may have been carried out. */
export function lostAttemptsBefore(response: Response): number {
  return lostBefore.get(response) ?? 0;
}

/** A `fetch` that sends the same request until it gets a final answer or reaches a bound. */
export function retryingFetch(
  fetch: typeof globalThis.fetch,
  { maxAttempts = 6, maxElapsedMs = 120_000, attemptTimeoutMs = 45_000 }: RetryOptions,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { url, method, headers, signal } = request;
    // Read once, so that every attempt sends the same bytes.
    const body = method === 'GET' ? undefined : await request.arrayBuffer();
    const init: RequestInit = { method, headers, redirect: 'manual', ...(body?.byteLength && { body }) };
    const startedAt = Date.now();
    let lost = 0;
    for (let attempts = 1; ; attempts += 1) {
      const outcome = await attempt(fetch, url, init, signal, attemptTimeoutMs);
      signal.throwIfAborted();
      const delay = delayBeforeRetry(outcome, attempts);
      const isLast = attempts >= maxAttempts || Date.now() - startedAt + (delay ?? 0) > maxElapsedMs;
      if (delay === undefined || isLast) {
        if ('response' in outcome) {
          lostBefore.set(outcome.response, lost);
          return outcome.response;
        }
        throw new ConnectionError(attempts, headers.get('idempotency-key') ?? undefined, outcome.error);
      }
      if ('error' in outcome || ALWAYS_RETRIED.includes(outcome.response.status)) lost += 1;
      await sleep(delay, signal);
    }
  };
}

/** The seconds of a `Retry-After` header, which has a number or a date; undefined where it is missing or invalid. */
export function retryAfterOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const seconds = Math.ceil((Date.parse(text) - Date.now()) / 1_000);
  return Number.isNaN(seconds) ? undefined : Math.max(seconds, 0);
}

/** One attempt, up to the last byte of its answer: a connection that is cut within the body counts as failed. */
async function attempt(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<Outcome> {
  const attempt = new AbortController();
  const abort = (): void => attempt.abort(signal.reason);
  const giveUp = (): void => attempt.abort(new DOMException(`No complete answer in ${timeoutMs} ms.`, 'TimeoutError'));
  signal.addEventListener('abort', abort);
  const timer = setTimeout(giveUp, timeoutMs);
  try {
    signal.throwIfAborted();
    const response = await fetch(url, { ...init, signal: attempt.signal });
    // The answer to a redirect is opaque in browsers: it has status 0 and no body.
    if (response.type === 'opaqueredirect') return { response };
    const { status, statusText, headers } = response;
    const bytes = await response.arrayBuffer();
    return { response: new Response(WITHOUT_BODY.includes(status) ? null : bytes, { status, statusText, headers }) };
  } catch (error) {
    return { error };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

/** Milliseconds until the next attempt; undefined where the outcome is final. */
function delayBeforeRetry(outcome: Outcome, attempts: number): number | undefined {
  const longest = Math.min(FIRST_BACKOFF_MS * 2 ** (attempts - 1), LONGEST_BACKOFF_MS);
  const backoff = longest * (0.5 + Math.random() / 2);
  if ('error' in outcome) return backoff;
  const { status, headers } = outcome.response;
  const retryAfter = retryAfterOf(headers);
  const isRetried =
    ALWAYS_RETRIED.includes(status) || (RETRIED_WITH_RETRY_AFTER.includes(status) && retryAfter !== undefined);
  return isRetried ? (retryAfter ?? 0) * 1_000 + backoff : undefined;
}

export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      if (signal.aborted) reject(signal.reason as Error);
      else resolve();
    };
    const timer = setTimeout(finish, ms);
    signal.addEventListener('abort', finish);
  });
}
