import { Setting } from '#kernel/settings';

const MOST = 100_000_000;

/** Requests per minute that one process accepts; 0 turns a limit off. */
export class RateLimitSettings {
  @Setting.integer({ min: 0, max: MOST }) RATE_LIMIT_PER_MINUTE = 6_000;
  @Setting.integer({ min: 0, max: MOST }) ORGANIZATION_RATE_LIMIT_PER_MINUTE = 18_000;

  /** Requests without a valid API key, by remote address. */
  @Setting.integer({ min: 0, max: MOST }) FAILED_AUTH_PER_MINUTE = 60;
}
