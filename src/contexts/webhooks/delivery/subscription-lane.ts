import type { Clock } from '#kernel/clock';
import type { ClaimedDelivery, DeliveryQueue } from './delivery-queue.js';
import type { DeliverySender } from './delivery-sender.js';
import type { FairSlots } from '../worker/fair-slots.js';
import type { WorkerFailures } from '../worker/worker-failures.js';

/** Concurrent requests to one endpoint: one more after each success, up to the maximum; a failure reduces it to one. */
const INITIAL_SLOTS = 4;
const MAX_SLOTS = 32;

const CLAIM_PER_SLOT = 2;

/** Pause after an internal failure, doubled with each further failure. Shorter than the lease of a claim. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;

/** Shared by the lanes of a process. */
export interface LaneParts {
  queue: Pick<DeliveryQueue, 'claim' | 'release'>;
  sender: Pick<DeliverySender, 'send'>;
  slots: FairSlots;
  clock: Clock;
  failures: WorkerFailures;
}

/**
 * Sends the due deliveries of one subscription, a few requests at a time. Every subscription has its own lane, so a slow
 * receiver occupies only its own slots; while another lane waits for a slot, each slot is released after one request.
 */
export class SubscriptionLane {
  private readonly claimed: ClaimedDelivery[] = [];
  private claiming: Promise<void> | undefined;
  private readonly working = new Set<Promise<void>>();
  private readonly start = (): void => this.startSlot();
  private busy = 0;
  private limit = INITIAL_SLOTS;
  private woken = false;
  private stopped = false;
  private failuresInARow = 0;
  private pausedUntil = 0;

  constructor(
    readonly organizationId: string,
    readonly subscriptionId: string,
    private readonly parts: LaneParts,
  ) {}

  /** Whether it must not be woken: all its slots are busy, it waits for one, or it pauses after a failure. */
  get full(): boolean {
    return this.busy >= this.limit || this.paused || this.waiting;
  }

  /** Whether the lane can be removed. After a failure it is kept for a while, so that the next pause is longer. */
  get idle(): boolean {
    const failedLately = this.failuresInARow > 0 && this.now < this.pausedUntil + LONGEST_PAUSE_MS;
    return this.busy === 0 && !failedLately && !this.waiting;
  }

  get sending(): boolean {
    return this.working.size > 0;
  }

  private get waiting(): boolean {
    return this.parts.slots.isWaiting(this.organizationId, this.start);
  }

  private get paused(): boolean {
    return this.now < this.pausedUntil;
  }

  private get now(): number {
    return this.parts.clock.now().getTime();
  }

  /** Signals that deliveries may be due. */
  wake(): void {
    this.woken = true;
    this.startSlot();
  }

  /** Starts no more requests and releases the claimed deliveries. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.claiming;
    await Promise.allSettled(this.claimed.splice(0).map((delivery) => this.parts.queue.release(delivery)));
  }

  /** Resolves when no request is in progress. */
  async rest(): Promise<void> {
    while (this.working.size > 0) await Promise.allSettled(this.working);
  }

  private startSlot(): void {
    if (this.full || this.stopped || !this.parts.slots.take(this.organizationId, this.start)) return;
    this.busy += 1;
    const work = this.work()
      .catch((error: unknown) => this.pauseAfter('send', error))
      .finally(() => this.working.delete(work));
    this.working.add(work);
  }

  private async work(): Promise<void> {
    let passedOn = false;
    try {
      // `busy` is decremented synchronously below: of slots that fail together, one keeps running.
      while (this.busy <= this.limit && !passedOn) {
        const delivery = await this.next();
        if (!delivery) return;
        this.claimAhead();
        if (this.claimed.length > 0) this.startSlot();
        const outcome = await this.parts.sender.send(delivery);
        this.failuresInARow = 0;
        if (outcome === 'succeeded') this.limit = Math.min(this.limit + 1, MAX_SLOTS);
        else if (outcome === 'failed') this.limit = 1;
        passedOn = this.parts.slots.isContended;
      }
    } finally {
      this.busy -= 1;
      this.parts.slots.release(this.organizationId);
      if (passedOn) this.startSlot();
    }
  }

  private async next(): Promise<ClaimedDelivery | undefined> {
    while (!this.stopped && this.claimed.length === 0) {
      if (!this.claiming && (!this.woken || this.paused)) break;
      await this.claimMore();
    }
    return this.claimed.shift();
  }

  /** Claims while requests are in progress, so that no slot waits for the database. */
  private claimAhead(): void {
    if (this.stopped || this.paused || !this.woken || this.claimed.length >= this.limit) return;
    void this.claimMore();
  }

  private claimMore(): Promise<void> {
    this.claiming ??= this.claim().finally(() => (this.claiming = undefined));
    return this.claiming;
  }

  /** Never rejects: a failed claim is repeated after the pause. */
  private async claim(): Promise<void> {
    this.woken = false;
    // Only what can be sent soon: other processes may claim the rest, and no lease expires while waiting.
    const count = CLAIM_PER_SLOT * this.limit;
    try {
      const claimed = await this.parts.queue.claim(this.organizationId, this.subscriptionId, count);
      this.claimed.push(...claimed);
      // There may be more.
      if (claimed.length > 0) this.woken = true;
    } catch (error) {
      this.pauseAfter('claim', error);
    }
  }

  private pauseAfter(work: 'claim' | 'send', error: unknown): void {
    this.parts.failures.note(work, error);
    // Concurrent failures count as one.
    if (this.paused) return;
    this.pausedUntil = this.now + Math.min(FIRST_PAUSE_MS * 2 ** this.failuresInARow, LONGEST_PAUSE_MS);
    this.failuresInARow += 1;
  }
}
