import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock } from '#kernel/clock';
import { RoleSettings } from '#kernel/settings';
import { OutboxSignal } from '#kernel/trail';
import { Metrics } from '#kernel/metrics';
import { SubscriptionVerifier } from '../subscription/subscription-verifier.js';
import { WebhookSettings } from '../outgoing/webhook.settings.js';
import { WorkerTransactions } from '../worker/worker-transactions.js';
import { DeliveryQueue } from './delivery-queue.js';
import { DeliverySender } from './delivery-sender.js';
import { EventDispatcher } from './event-dispatcher.js';
import { FairSlots } from '../worker/fair-slots.js';
import { SubscriptionLane, type LaneParts } from './subscription-lane.js';
import { oldestUndelivered, type Work } from './work-list.js';
import { WorkLister } from './work-lister.js';
import { WorkerFailures } from '../worker/worker-failures.js';

/** How long a worker that nothing wakes waits before it looks again: for retries that fell due, and after a lost notice. */
const POLL_MS = 1_000;
/** Pause between passes under load, so that events are processed in batches. */
const BATCHING_MS = 5;
const RETRY_AFTER_FAILURE_MS = 1_000;

/** Polls for work of all tenants and starts dispatches, deliveries and verifications. Any number of processes may run it. */
@Injectable()
export class DeliveryWorker {
  private readonly lanes = new Map<string, SubscriptionLane>();
  private readonly dispatching = new Map<string, Promise<void>>();
  private readonly laneParts: LaneParts;
  private looping: Promise<void> | undefined;
  private readingAge: Promise<number> | undefined;
  private stopping = false;
  private signalled = false;
  private wakeLoop: () => void = () => undefined;

  constructor(
    private readonly transactions: WorkerTransactions,
    private readonly lister: WorkLister,
    private readonly dispatcher: EventDispatcher,
    private readonly verifier: SubscriptionVerifier,
    queue: DeliveryQueue,
    private readonly sender: DeliverySender,
    private readonly clock: Clock,
    private readonly settings: RoleSettings,
    private readonly outbox: OutboxSignal,
    private readonly failures: WorkerFailures,
    webhooks: WebhookSettings,
    metrics: Metrics,
  ) {
    const slots = new FairSlots(webhooks.WEBHOOK_CONCURRENT_DELIVERIES, { reserve: true });
    this.laneParts = { queue, sender, clock, failures, slots };
    metrics.gauge({
      name: 'webhook_oldest_undelivered_seconds',
      help: 'The age of the oldest event that is not delivered to every active subscription; 0 when there is none.',
      read: () => this.oldestAge(),
    });
  }

  onApplicationBootstrap(): void {
    if (this.settings.ROLE === 'api') return;
    this.outbox.onCommit(() => this.signal());
    this.looping = this.loop();
  }

  /** Starts no new work and waits for work in progress, so that the outcome of every request sent is recorded. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    this.signal();
    await this.looping;
    this.verifier.stop();
    await Promise.all([...this.lanes.values()].map((lane) => lane.stop()));
    await this.settle();
  }

  /** Does all work that is due and waits until it is done. For tests and tools. */
  async runOnce(): Promise<void> {
    while ((await this.pass()) > 0) await this.settle();
  }

  private async loop(): Promise<void> {
    while (!this.stopping) {
      this.signalled = false;
      try {
        if ((await this.pass()) > 0) await delay(BATCHING_MS);
      } catch (error) {
        this.failures.note('list', error);
        await delay(RETRY_AFTER_FAILURE_MS);
      }
      if (!this.signalled) await this.nextSignal();
    }
  }

  /** Polls once; returns the number of work items found. */
  private async pass(): Promise<number> {
    const lanes = [...this.lanes.entries()];
    for (const [key, lane] of lanes) if (lane.idle) this.lanes.delete(key);
    const full = lanes.filter(([, lane]) => lane.full).map(([, lane]) => lane.subscriptionId);
    const work = await this.lister.list({
      now: this.clock.now(),
      full,
      verifying: this.verifier.inProgress,
      dispatching: [...this.dispatching.keys()],
    });
    for (const one of work) this.begin(one);
    return work.length;
  }

  private begin({ kind, organization_id: organizationId, subscription_id: subscriptionId }: Work): void {
    if (kind === 'dispatch') this.dispatch(organizationId);
    else if (kind === 'deliver') this.lane(organizationId, subscriptionId ?? '').wake();
    else this.verifier.begin(organizationId, subscriptionId ?? '');
  }

  /** Not awaited: an organization whose rows are locked, or that fails, must not delay others. */
  private dispatch(organizationId: string): void {
    const run = this.dispatcher.dispatch(organizationId).then(
      ({ subscriptionIds, more }) => {
        // Before the signal: a pass skips organizations that are being dispatched.
        this.dispatching.delete(organizationId);
        if (this.stopping) return;
        for (const id of subscriptionIds) this.lane(organizationId, id).wake();
        if (more) this.signal();
      },
      async (error: unknown) => {
        this.failures.note('dispatch', error);
        await delay(RETRY_AFTER_FAILURE_MS);
        this.dispatching.delete(organizationId);
      },
    );
    this.dispatching.set(organizationId, run);
  }

  private lane(organizationId: string, subscriptionId: string): SubscriptionLane {
    const existing = this.lanes.get(subscriptionId);
    if (existing) return existing;
    const lane = new SubscriptionLane(organizationId, subscriptionId, this.laneParts);
    this.lanes.set(subscriptionId, lane);
    return lane;
  }

  private async settle(): Promise<void> {
    await Promise.all(this.dispatching.values());
    // A lane that ends a request starts others that wait for its slot.
    while ([...this.lanes.values()].some((lane) => lane.sending)) {
      await Promise.all([...this.lanes.values()].map((lane) => lane.rest()));
    }
    await this.verifier.rest();
    await this.sender.recorded();
  }

  private signal(): void {
    this.signalled = true;
    this.wakeLoop();
  }

  private nextSignal(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      this.wakeLoop = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Concurrent calls share one query, because it scans all pending work. */
  private oldestAge(): Promise<number> {
    this.readingAge ??= this.readOldestAge().finally(() => (this.readingAge = undefined));
    return this.readingAge;
  }

  private async readOldestAge(): Promise<number> {
    const [{ since }] = await this.transactions.list(oldestUndelivered);
    return since ? Math.max(0, (this.clock.now().getTime() - since.getTime()) / 1_000) : 0;
  }
}
