import { randomBytes } from 'node:crypto';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Caller } from '#kernel/access';
import type { Clock } from '#kernel/clock';
import { ServiceError } from '#kernel/errors';
import { networkCounter } from './remote-network.js';

const WINDOW_MS = 60_000;
/** Look-ups a second for a network that has reached the limit. */
const FURTHER_LOOK_UPS = 10;

interface LookUps {
  failed: number;
  windowEnds: number;
  underWay: number;
  waiting: (() => void)[];
}

type Authenticate<Result> = () => Promise<Result>;

/** Limits failed authentication by remote network. Valid keys behind a network that has reached the limit go on working. */
export class FailureLimit {
  private readonly networks = new Map<string, LookUps>();
  private readonly further = new RateLimiterMemory({ points: FURTHER_LOOK_UPS, duration: 1 });
  private readonly salt = randomBytes(16).toString('hex');

  constructor(
    private readonly most: number,
    private readonly clock: Clock,
    private readonly refusal: (retryAfterSeconds: number) => Promise<ServiceError>,
  ) {}

  /**
   * Authenticates a key that is not remembered. At the limit, throws 429 for what is bad or not looked up; `needsLookUp`
   * says whether a look-up can tell.
   */
  async lookUp<Result>(
    address: string | undefined,
    needsLookUp: () => boolean,
    authenticate: Authenticate<Result>,
  ): Promise<Result> {
    const lookUps = this.lookUpsOf(networkCounter(address, this.salt));
    await this.enter(lookUps);
    try {
      return await this.limited(address, needsLookUp, authenticate);
    } finally {
      leave(lookUps);
    }
  }

  /** The same for an attempt that may last: nobody waits for its end, so concurrent ones may exceed the limit. */
  attempt<Result>(address: string | undefined, authenticate: Authenticate<Result>): Promise<Result> {
    return this.limited(address, () => true, authenticate);
  }

  private async limited<Result>(
    address: string | undefined,
    needsLookUp: () => boolean,
    authenticate: Authenticate<Result>,
  ): Promise<Result> {
    const id = networkCounter(address, this.salt);
    const lookUps = this.lookUpsOf(id);
    if (!this.isExhausted(lookUps)) return this.counting(lookUps, authenticate);
    const result =
      needsLookUp() && (await this.mayGoFurther(id)) && (await authenticate().catch(nothingIfUnauthorized));
    if (result) return result;
    throw await this.refusal(Math.max(1, Math.ceil((lookUps.windowEnds - this.now()) / 1000)));
  }

  /** Authenticates a remembered key, whatever failed before, and counts a failure. */
  recheck(address: string | undefined, authenticate: Authenticate<Caller>): Promise<Caller> {
    return this.counting(this.lookUpsOf(networkCounter(address, this.salt)), authenticate);
  }

  private async counting<Result>(lookUps: LookUps, authenticate: Authenticate<Result>): Promise<Result> {
    try {
      return await authenticate();
    } catch (error) {
      if (isUnauthorized(error)) this.countFailure(lookUps);
      throw error;
    }
  }

  /** Waits while the look-ups under way could reach the limit, so that concurrent requests do not exceed it. */
  private async enter(lookUps: LookUps): Promise<void> {
    while (!this.isExhausted(lookUps) && lookUps.failed + lookUps.underWay >= this.most) {
      await new Promise<void>((resolve) => lookUps.waiting.push(resolve));
    }
    lookUps.underWay += 1;
  }

  private isExhausted(lookUps: LookUps): boolean {
    this.endWindow(lookUps);
    return lookUps.failed >= this.most;
  }

  /** A window begins with its first failure. */
  private countFailure(lookUps: LookUps): void {
    this.endWindow(lookUps);
    if (lookUps.failed === 0) lookUps.windowEnds = this.now() + WINDOW_MS;
    lookUps.failed += 1;
  }

  private endWindow(lookUps: LookUps): void {
    if (this.now() >= lookUps.windowEnds) lookUps.failed = 0;
  }

  private now(): number {
    return this.clock.now().getTime();
  }

  private async mayGoFurther(id: string): Promise<boolean> {
    return this.further.consume(id).then(
      () => true,
      () => false,
    );
  }

  private lookUpsOf(id: string): LookUps {
    const existing = this.networks.get(id);
    if (existing) return existing;
    const lookUps = { failed: 0, windowEnds: 0, underWay: 0, waiting: [] };
    this.networks.set(id, lookUps);
    return lookUps;
  }
}

/** Everybody who waits is woken in turn: each either leaves later, or waits for others that do. */
function leave(lookUps: LookUps): void {
  lookUps.underWay -= 1;
  lookUps.waiting.shift()?.();
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'unauthorized';
}

function nothingIfUnauthorized(error: unknown): undefined {
  if (!isUnauthorized(error)) throw error;
}
