import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { parseApiKey, parseSignInKey, readSessionKey, SignInSettings } from '#kernel/authentication';
import type { Caller } from '#kernel/access';
import { Clock } from '#kernel/clock';
import { ServiceError } from '#kernel/errors';
import { Metrics } from '#kernel/metrics';
import { parseCapability, SecretKeys } from '#kernel/secrets';
import { FailureLimit } from './failure-limit.js';
import { networkCounter } from './remote-network.js';
import { RateLimitSettings } from './rate-limit.settings.js';
import { RefusalPace } from './refusal-pace.js';
import { refusedRequests } from './refused-requests.js';

const WINDOW_S = 60;
/** Uses of signed URLs by one address: a large file has some 400 parts, and a class shares an address. */
const SIGNED_USES = 6_000;

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
  private readonly failures: FailureLimit | undefined;
  private readonly doors: RateLimiterMemory | undefined;
  private readonly signedUrls: Record<'uses' | 'refusals', RateLimiterMemory> | undefined;
  private readonly fewer = new Map<number, RateLimiterMemory>();
  private readonly salt = randomBytes(16).toString('hex');

  constructor(
    settings: RateLimitSettings,
    clock: Clock,
    private readonly metrics: Metrics,
    private readonly pace: RefusalPace,
    private readonly secrets: SecretKeys,
    signIn: SignInSettings,
  ) {
    const { DOOR_REQUESTS_PER_MINUTE: points } = signIn;
    this.doors = points === 0 ? undefined : new RateLimiterMemory({ points, duration: WINDOW_S });
    this.signedUrls =
      points === 0
        ? undefined
        : {
            uses: new RateLimiterMemory({ points: SIGNED_USES, duration: WINDOW_S }),
            refusals: new RateLimiterMemory({ points, duration: WINDOW_S }),
          };
    this.limits = [
      // The member, too: the sessions of a person have a limit of their own, not a part of that of the key that made them.
      // So do all sign-ins of a member together.
      ...limit('key', settings.RATE_LIMIT_PER_MINUTE, ({ apiKeyId, memberId }) => `${apiKeyId ?? ''} ${memberId}`),
      ...limit('organization', settings.ORGANIZATION_RATE_LIMIT_PER_MINUTE, ({ organizationId }) => organizationId),
    ];
    this.policies = this.limits
      .map(({ policy, limiter }) => `"${policy}";q=${limiter.points};w=${WINDOW_S}`)
      .join(', ');
    const { FAILED_AUTH_PER_MINUTE: failures } = settings;
    if (failures > 0) {
      const refusal = (seconds: number) => this.refusal('failed_authentication', seconds);
      this.failures = new FailureLimit(failures, clock, refusal);
    }
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

  /** Authenticates a key that is not remembered, or the token of a capability URL. Throws 429 when too many failures came from the address. */
  lookUp<Result>(
    address: string | undefined,
    key: string | undefined,
    authenticate: () => Promise<Result>,
  ): Promise<Result> {
    return this.failures ? this.failures.lookUp(address, () => this.needsLookUp(key), authenticate) : authenticate();
  }

  /** Counts a request at a door for its remote network. Throws 429. */
  async countAtDoor(address: string | undefined): Promise<void> {
    if (!this.doors) return;
    const { isExceeded, counted } = await consume(this.doors, networkCounter(address, this.salt));
    if (isExceeded) throw await this.refusal('rate_limit', secondsLeft(counted));
  }

  /** Answers a request at a signed URL. Throws 429 when its network sent too many in a minute, or too many that gave no access. */
  async atSignedUrl<Result>(
    address: string | undefined,
    answer: () => Promise<Result>,
    perMinute?: number,
  ): Promise<Result> {
    if (!this.signedUrls) return answer();
    const { uses, refusals } = this.signedUrls;
    const counter = networkCounter(address, this.salt);
    const { isExceeded, counted } = await consume(uses, counter);
    if (isExceeded) throw await this.refusal('rate_limit', secondsLeft(counted));
    if (perMinute !== undefined) await this.countAtSignedUrl(counter, perMinute);
    const refused = await refusals.get(counter);
    if (refused && refused.remainingPoints <= 0) throw await this.refusal('rate_limit', secondsLeft(refused));
    try {
      return await answer();
    } catch (error) {
      if (error instanceof ServiceError && error.status === 404) await consume(refusals, counter);
      throw error;
    }
  }

  /** Counts a request at a signed URL that takes fewer requests of an address. Throws 429. */
  private async countAtSignedUrl(counter: string, points: number): Promise<void> {
    let limiter = this.fewer.get(points);
    if (!limiter) this.fewer.set(points, (limiter = new RateLimiterMemory({ points, duration: WINDOW_S })));
    const { isExceeded, counted } = await consume(limiter, counter);
    if (isExceeded) throw await this.refusal('rate_limit', secondsLeft(counted));
  }

  /**
   * Lets somebody in at a door. Throws 429 when too many failures came from the address. Attempts that wait for an identity
   * provider hold up nobody; `countAtDoor` bounds them.
   */
  enter<Result>(address: string | undefined, attempt: () => Promise<Result>): Promise<Result> {
    return this.failures ? this.failures.attempt(address, attempt) : attempt();
  }

  /** Authenticates a remembered key again, and counts a failure for the address. */
  recheck(address: string | undefined, authenticate: () => Promise<Caller>): Promise<Caller> {
    return this.failures ? this.failures.recheck(address, authenticate) : authenticate();
  }

  /** Malformed keys and forged session keys are refused without a look-up and consume no allowance. */
  private needsLookUp(key: string | undefined): boolean {
    const session = (): unknown => readSessionKey(key, this.secrets.sessionKeys);
    return (parseApiKey(key) ?? parseSignInKey(key) ?? session() ?? parseCapability(key ?? '')) !== null;
  }

  private async refusal(reason: string, retryAfterSeconds: number): Promise<ServiceError> {
    this.metrics.count(refusedRequests, { reason });
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
