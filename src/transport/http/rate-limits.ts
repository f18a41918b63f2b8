import { hash, randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Caller } from '#kernel/access/caller.js';
import { ServiceError } from '#kernel/errors/service-error.js';
import { Metrics } from '#kernel/metrics/metrics.js';
import { RateLimitSettings } from './rate-limit.settings.js';
import { RefusalPace } from './refusal-pace.js';
import { remoteNetwork } from './remote-network.js';

const WINDOW_S = 60;
/** Characters of the digest by which remote networks are counted: 65,536 counters at most, however many there are. */
const NETWORK_DIGITS = 4;

interface Limit {
  policy: string;
  limiter: RateLimiterMemory;
  of: (caller: Caller) => string;
}

/** The limits of this process: requests by key and by organization, and failed authentication by remote network. */
@Injectable()
export class RateLimits {
  private readonly limits: readonly Limit[];
  private readonly policies: string;
  private readonly failures: RateLimiterMemory | undefined;
  private readonly salt = randomBytes(16).toString('hex');

  constructor(
    settings: RateLimitSettings,
    private readonly metrics: Metrics,
    private readonly pace: RefusalPace,
  ) {
    this.limits = [
      ...limit('key', settings.RATE_LIMIT_PER_MINUTE, ({ apiKeyId }) => apiKeyId),
      ...limit('organization', settings.ORGANIZATION_RATE_LIMIT_PER_MINUTE, ({ organizationId }) => organizationId),
    ];
    this.policies = this.limits
      .map(({ policy, limiter }) => `"${policy}";q=${limiter.points};w=${WINDOW_S}`)
      .join(', ');
    const [failures] = limit('address', settings.FAILED_AUTH_PER_MINUTE, () => '');
    this.failures = failures?.limiter;
  }

  /** Counts a request of the caller and sets the headers that tell what is left. Throws 429. */
  async count(caller: Caller, response: ServerResponse): Promise<void> {
    if (this.limits.length === 0) return;
    response.setHeader('RateLimit-Policy', this.policies);
    const left: string[] = [];
    for (const { policy, limiter, of } of this.limits) {
      const { isExceeded, counted } = await consume(limiter, of(caller));
      left.push(`"${policy}";r=${counted.remainingPoints};t=${secondsLeft(counted)}`);
      response.setHeader('RateLimit', left.join(', '));
      if (isExceeded) throw await this.refusal('rate_limit', secondsLeft(counted));
    }
  }

  /** Throws 429 when too many requests without a valid key came from the address. */
  async checkAddress(address: string | undefined): Promise<void> {
    const counted = await this.failures?.get(this.counterOf(address));
    if (this.failures && counted && counted.consumedPoints >= this.failures.points) {
      throw await this.refusal('failed_authentication', secondsLeft(counted));
    }
  }

  /** Authenticates, and counts a failure for the address. */
  async countingFailures(address: string | undefined, authenticate: () => Promise<Caller>): Promise<Caller> {
    try {
      return await authenticate();
    } catch (error) {
      const isFailure = error instanceof ServiceError && error.code === 'unauthorized';
      if (isFailure && this.failures) await consume(this.failures, this.counterOf(address));
      throw error;
    }
  }

  /** Salted, so that nobody can choose an address that shares another one's counter. */
  private counterOf(address: string | undefined): string {
    return hash('sha256', `${this.salt} ${remoteNetwork(address)}`).slice(0, NETWORK_DIGITS);
  }

  private async refusal(reason: string, retryAfterSeconds: number): Promise<ServiceError> {
    this.metrics.count('requests_refused_total', { reason });
    await this.pace.keep();
    return new ServiceError('rate_limited', 'Too many requests. Retry later.', [], { retryAfterSeconds });
  }
}

function limit(policy: string, points: number, of: Limit['of']): Limit[] {
  return points === 0 ? [] : [{ policy, limiter: new RateLimiterMemory({ points, duration: WINDOW_S }), of }];
}

async function consume(
  limiter: RateLimiterMemory,
  id: string,
): Promise<{ isExceeded: boolean; counted: RateLimiterRes }> {
  try {
    return { isExceeded: false, counted: await limiter.consume(id) };
  } catch (exceeded) {
    if (exceeded instanceof RateLimiterRes) return { isExceeded: true, counted: exceeded };
    throw exceeded;
  }
}

function secondsLeft({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1000));
}
