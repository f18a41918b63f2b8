import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock } from '#kernel/clock';
import { declareCounter, Metrics } from '#kernel/metrics';
import { TRANSPORT_ERRORS } from '#kernel/outgoing';
import { traced } from '#kernel/tracing';
import { OutgoingPosts, type PostResult, type Prepare } from '../outgoing/outgoing-posts.js';
import { WebhookSettings } from '../outgoing/webhook.settings.js';
import { AttemptRecorder, type Attempt } from './attempt-recorder.js';
import { DeliveryQueue, type ClaimedDelivery } from './delivery-queue.js';
import { nextAttemptAt } from './retry-schedule.js';
import { SendClearance } from './send-clearance.js';
import { WorkerFailures } from '../worker/worker-failures.js';

const RECORD_TRIES = 3;
const RECORD_PAUSE_MS = 1_000;

const ATTEMPT_OUTCOMES = ['succeeded', 'held', 'bad_status', ...TRANSPORT_ERRORS];
const attempts = declareCounter({
  name: 'webhook_attempts_total',
  help: 'Attempts to send a delivery, by outcome; held: no request was sent.',
  label: { name: 'outcome', values: ATTEMPT_OUTCOMES },
});
const deliveries = declareCounter({
  name: 'webhook_deliveries_total',
  help: 'Deliveries that are finished, by outcome.',
  label: { name: 'outcome', values: ['succeeded', 'failed'] },
});

/** held: no attempt was made. */
export type SendOutcome = 'succeeded' | 'failed' | 'held';

/** Makes one attempt to send a claimed delivery. */
@Injectable()
export class DeliverySender {
  private readonly recording = new Set<Promise<void>>();

  constructor(
    private readonly posts: OutgoingPosts,
    private readonly clearance: SendClearance,
    private readonly recorder: AttemptRecorder,
    private readonly queue: DeliveryQueue,
    private readonly clock: Clock,
    private readonly settings: WebhookSettings,
    private readonly metrics: Metrics,
    private readonly failures: WorkerFailures,
  ) {}

  send(delivery: ClaimedDelivery): Promise<SendOutcome> {
    const { organizationId, subscriptionId, id } = delivery;
    const attributes = {
      'delivery.organization_id': organizationId,
      'delivery.subscription_id': subscriptionId,
      'delivery.delivery_id': id,
    };
    return traced({ name: 'deliver webhook', attributes }, () => this.attempt(delivery));
  }

  private async attempt(delivery: ClaimedDelivery): Promise<SendOutcome> {
    const attemptedAt = this.clock.now();
    let secretVersion: number | null = null;
    let clearanceFailed = false;
    const prepare: Prepare = async (write) => {
      try {
        const cleared = await this.clearance.send(delivery, write);
        secretVersion = cleared?.secretVersion ?? null;
        return cleared !== null;
      } catch (error) {
        this.failures.note('clear', error);
        clearanceFailed = true;
        return false;
      }
    };
    const late = attemptedAt > delivery.beginBefore;
    const timeoutMs = this.settings.WEBHOOK_TIMEOUT_MS;
    const result = late ? null : await this.posts.post(delivery.endpointUrl, timeoutMs, prepare);
    if (result === null) {
      // After a failure of the clearance, the delivery waits for the end of its lease instead of being retried at once.
      if (!clearanceFailed) this.track(this.queue.release(delivery));
      this.metrics.count(attempts, { outcome: 'held' });
      return 'held';
    }
    const attempt = this.judge(delivery, result, attemptedAt, secretVersion);
    this.track(this.record(attempt));
    return attempt.error === null ? 'succeeded' : 'failed';
  }

  /** Resolves when all attempts so far are recorded. */
  async recorded(): Promise<void> {
    while (this.recording.size > 0) await Promise.all(this.recording);
  }

  private judge(
    delivery: ClaimedDelivery,
    result: PostResult,
    attemptedAt: Date,
    secretVersion: number | null,
  ): Attempt {
    const succeeded = result.status !== null && result.status >= 200 && result.status < 300;
    const error = succeeded ? null : (result.error ?? 'bad_status');
    const dueAt = succeeded ? null : nextAttemptAt(delivery.roundAttempts + 1, this.clock.now(), result.retryAfter);
    const { status, body, latencyMs } = result;
    return { delivery, secretVersion, status, error, body, latencyMs, attemptedAt, dueAt };
  }

  private async record(attempt: Attempt): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        if (await this.recorder.record(attempt)) this.countOutcome(attempt);
        return;
      } catch (error) {
        // An attempt that cannot be recorded is repeated when the lease ends.
        if (tries === RECORD_TRIES) throw error;
        await delay(tries * RECORD_PAUSE_MS);
      }
    }
  }

  private countOutcome({ error, dueAt }: Attempt): void {
    this.metrics.count(attempts, { outcome: error === null ? 'succeeded' : error });
    if (dueAt === null) {
      this.metrics.count(deliveries, { outcome: error === null ? 'succeeded' : 'failed' });
    }
  }

  private track(work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => this.failures.note('record', error))
      .finally(() => this.recording.delete(tracked));
    this.recording.add(tracked);
  }
}
