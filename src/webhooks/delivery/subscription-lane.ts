import type { ClaimedDelivery, DeliveryQueue } from './delivery-queue.js';
import type { DeliverySender } from './delivery-sender.js';

/** Requests at once to one endpoint: a few at first, one more with each that goes well, one alone after a failure. */
const FIRST_SLOTS = 4;
const MOST_SLOTS = 32;

const CLAIM_PER_SLOT = 2;

/** Requests that the whole process may have under way. Where all are taken, the next one goes to who waits longest. */
export class Slots {
  private readonly waiting = new Set<() => void>();

  constructor(private free: number) {}

  get wanted(): boolean {
    return this.waiting.size > 0;
  }

  isWaiting(start: () => void): boolean {
    return this.waiting.has(start);
  }

  /** False where none is free: `start` is called when one is. */
  take(start: () => void): boolean {
    if (this.free === 0) {
      this.waiting.add(start);
      return false;
    }
    this.free -= 1;
    return true;
  }

  giveBack(): void {
    this.free += 1;
    for (const start of this.waiting) {
      if (this.free === 0) return;
      this.waiting.delete(start);
      start();
    }
  }
}

/**
 * Sends what is due for one subscription, a few requests at a time. Every subscription has its own lane, so a slow
 * receiver fills nothing but its own slots; and while another lane waits for a slot, each is given on after one request.
 */
export class SubscriptionLane {
  private readonly claimed: ClaimedDelivery[] = [];
  private claiming: Promise<void> | undefined;
  private readonly working = new Set<Promise<void>>();
  private readonly start = (): void => this.startSlot();
  private busy = 0;
  private limit = FIRST_SLOTS;
  private woken = false;
  private stopped = false;

  constructor(
    readonly organizationId: string,
    readonly subscriptionId: string,
    private readonly queue: DeliveryQueue,
    private readonly sender: DeliverySender,
    private readonly slots: Slots,
  ) {}

  get full(): boolean {
    return this.busy >= this.limit;
  }

  get idle(): boolean {
    return this.busy === 0 && !this.slots.isWaiting(this.start);
  }

  /** There may be something to send. */
  wake(): void {
    this.woken = true;
    this.startSlot();
  }

  /** Begins nothing more, and gives back what it has not begun. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.claiming?.catch(() => undefined);
    await Promise.allSettled(this.claimed.splice(0).map((delivery) => this.queue.release(delivery)));
  }

  /** Waits until nothing is under way. */
  async rest(): Promise<void> {
    while (this.working.size > 0) await Promise.allSettled(this.working);
  }

  private startSlot(): void {
    if (this.full || this.stopped || !this.slots.take(this.start)) return;
    this.busy += 1;
    const work = this.work()
      .catch(() => undefined)
      .finally(() => this.working.delete(work));
    this.working.add(work);
  }

  private async work(): Promise<void> {
    let passedOn = false;
    try {
      // Counted down at once, not when the promise ends: of slots that fail together, one must stay.
      while (this.busy <= this.limit && !passedOn) {
        const delivery = await this.next();
        if (!delivery) return;
        this.claimAhead();
        if (this.claimed.length > 0) this.startSlot();
        const outcome = await this.sender.send(delivery);
        if (outcome === 'succeeded') this.limit = Math.min(this.limit + 1, MOST_SLOTS);
        else if (outcome === 'failed') this.limit = 1;
        passedOn = this.slots.wanted;
      }
    } finally {
      this.busy -= 1;
      this.slots.giveBack();
      if (passedOn) this.startSlot();
    }
  }

  private async next(): Promise<ClaimedDelivery | undefined> {
    while (!this.stopped && this.claimed.length === 0) {
      if (!this.claiming && !this.woken) break;
      await this.claimMore();
    }
    return this.claimed.shift();
  }

  /** While requests are under way, so that none waits for the database when what is claimed runs out. */
  private claimAhead(): void {
    if (this.stopped || !this.woken || this.claimed.length >= this.limit) return;
    this.claimMore().catch(() => undefined);
  }

  private claimMore(): Promise<void> {
    this.claiming ??= this.claim().finally(() => (this.claiming = undefined));
    return this.claiming;
  }

  private async claim(): Promise<void> {
    this.woken = false;
    // No more than what is sent soon: the rest is free for other processes, and does not outlive its lease here.
    const count = CLAIM_PER_SLOT * this.limit;
    const claimed = await this.queue.claim(this.organizationId, this.subscriptionId, count);
    this.claimed.push(...claimed);
    // Where there was something, there may be more.
    if (claimed.length > 0) this.woken = true;
  }
}
