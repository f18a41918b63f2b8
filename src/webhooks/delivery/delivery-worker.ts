import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { Settings } from '../../platform/config/settings.js';
import { OutboxSignal } from '../../platform/events/outbox-signal.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { SubscriptionVerifier } from '../verification/subscription-verifier.js';
import { WorkerTransactions } from '../worker-transactions.js';
import { DeliveryQueue } from './delivery-queue.js';
import { DeliverySender } from './delivery-sender.js';
import { EventDispatcher } from './event-dispatcher.js';
import { Slots, SubscriptionLane } from './subscription-lane.js';
import { listWork, oldestUndelivered, type Work } from './work-list.js';

/** How often the database is asked for work: what other processes wrote is on its way within this and a little more. */
const POLL_MS = 30;
/** Between two passes under load, so that events gather. */
const BREATH_MS = 5;
const RETRY_AFTER_FAILURE_MS = 1_000;
const REQUESTS_AT_ONCE = 512;

/** Finds work, across tenants, and sets lanes and verifications going. Any number of processes may do so. */
@Injectable()
export class DeliveryWorker {
  private readonly logger = new Logger(DeliveryWorker.name);
  private readonly lanes = new Map<string, SubscriptionLane>();
  private readonly dispatching = new Map<string, Promise<void>>();
  private readonly slots = new Slots(REQUESTS_AT_ONCE);
  private looping: Promise<void> | undefined;
  private readingAge: Promise<number> | undefined;
  private stopping = false;
  private signalled = false;
  private wakeLoop: () => void = () => undefined;

  constructor(
    private readonly transactions: WorkerTransactions,
    private readonly dispatcher: EventDispatcher,
    private readonly verifier: SubscriptionVerifier,
    private readonly queue: DeliveryQueue,
    private readonly sender: DeliverySender,
    private readonly clock: Clock,
    private readonly settings: Settings,
    private readonly outbox: OutboxSignal,
    metrics: Metrics,
  ) {
    metrics.gauge('webhook_oldest_undelivered_seconds', () => this.oldestAge());
  }

  onApplicationBootstrap(): void {
    if (this.settings.ROLE === 'api') return;
    this.outbox.onCommit(() => this.signal());
    this.looping = this.loop();
  }

  /** Begins nothing more, and waits for what is under way: a request that was sent gets its outcome recorded. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    this.signal();
    await this.looping;
    await Promise.all([...this.lanes.values()].map((lane) => lane.stop()));
    await this.settle();
  }

  /** Does everything that is due by the clock, and waits until it is done. For tests and for tools. */
  async runOnce(): Promise<void> {
    while ((await this.pass()) > 0) await this.settle();
  }

  private async loop(): Promise<void> {
    while (!this.stopping) {
      this.signalled = false;
      try {
        if ((await this.pass()) > 0) await delay(BREATH_MS);
      } catch (error) {
        this.logger.warn(`webhook work could not be looked for: ${String(error)}`);
        await delay(RETRY_AFTER_FAILURE_MS);
      }
      if (!this.signalled) await this.nextSignal();
    }
  }

  /** One look for work. Answers how much was found. */
  private async pass(): Promise<number> {
    const lanes = [...this.lanes.entries()];
    for (const [key, lane] of lanes) if (lane.idle) this.lanes.delete(key);
    const full = lanes.filter(([, lane]) => lane.full).map(([, lane]) => lane.subscriptionId);
    const work = await this.transactions.list(listWork, [
      this.clock.now().toISOString(),
      full,
      this.verifier.underWay,
      [...this.dispatching.keys()],
    ]);
    for (const one of work) this.begin(one);
    return work.length;
  }

  private begin({ kind, organization_id: organizationId, subscription_id: subscriptionId }: Work): void {
    if (kind === 'dispatch') this.dispatch(organizationId);
    else if (kind === 'deliver') this.lane(organizationId, subscriptionId ?? '').wake();
    else this.verifier.begin(organizationId, subscriptionId ?? '');
  }

  /** Nobody waits for it: an organization whose rows are locked, or that fails, holds up no other. */
  private dispatch(organizationId: string): void {
    const run = this.dispatcher.dispatch(organizationId).then(
      ({ subscriptionIds, more }) => {
        // Before the loop is woken, which passes over organizations that are being dispatched.
        this.dispatching.delete(organizationId);
        if (this.stopping) return;
        for (const id of subscriptionIds) this.lane(organizationId, id).wake();
        if (more) this.signal();
      },
      async (error: unknown) => {
        this.logger.warn(`events of an organization were not dispatched: ${String(error)}`);
        await delay(RETRY_AFTER_FAILURE_MS);
        this.dispatching.delete(organizationId);
      },
    );
    this.dispatching.set(organizationId, run);
  }

  private lane(organizationId: string, subscriptionId: string): SubscriptionLane {
    const known = this.lanes.get(subscriptionId);
    if (known) return known;
    const lane = new SubscriptionLane(organizationId, subscriptionId, this.queue, this.sender, this.slots);
    this.lanes.set(subscriptionId, lane);
    return lane;
  }

  private async settle(): Promise<void> {
    await Promise.all(this.dispatching.values());
    await Promise.all([...this.lanes.values()].map((lane) => lane.rest()));
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

  /** Whoever asks while it is being read gets the same reading: it looks at all that waits. */
  private oldestAge(): Promise<number> {
    this.readingAge ??= this.readOldestAge().finally(() => (this.readingAge = undefined));
    return this.readingAge;
  }

  private async readOldestAge(): Promise<number> {
    const [{ since }] = await this.transactions.list(oldestUndelivered, []);
    return since ? Math.max(0, (this.clock.now().getTime() - since.getTime()) / 1_000) : 0;
  }
}
