import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { Settings } from '../../platform/config/settings.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { OutgoingPosts, type PostResult } from '../outgoing/outgoing-posts.js';
import { AttemptRecorder, type Attempt } from './attempt-recorder.js';
import { DeliveryQueue, type ClaimedDelivery } from './delivery-queue.js';
import { nextAttemptAt } from './retry-schedule.js';
import { SendClearance, type Cleared } from './send-clearance.js';

const RECORD_TRIES = 3;
const RECORD_PAUSE_MS = 1_000;

/** Whether an attempt went well, or was not made. */
export type SendOutcome = 'succeeded' | 'failed' | 'held';

/** Makes one attempt of a claimed delivery. */
@Injectable()
export class DeliverySender {
  private readonly logger = new Logger(DeliverySender.name);
  private readonly recording = new Set<Promise<void>>();

  constructor(
    private readonly posts: OutgoingPosts,
    private readonly clearance: SendClearance,
    private readonly recorder: AttemptRecorder,
    private readonly queue: DeliveryQueue,
    private readonly clock: Clock,
    private readonly settings: Settings,
    private readonly metrics: Metrics,
  ) {}

  async send(delivery: ClaimedDelivery): Promise<SendOutcome> {
    const attemptedAt = this.clock.now();
    const sending = { cleared: null as Cleared, failed: false };
    const result =
      attemptedAt > delivery.beginBefore
        ? null
        : await this.posts.post(delivery.endpointUrl, this.settings.WEBHOOK_TIMEOUT_MS, (write) =>
            this.clearance.send(delivery, write).then(
              (cleared) => (sending.cleared = cleared) !== null,
              (error: unknown) => {
                this.logger.warn(`a delivery could not be cleared: ${String(error)}`);
                sending.failed = true;
                return false;
              },
            ),
          );
    if (result === null) {
      // What could not even be looked at waits for its lease to end, so that it is not tried over and over.
      if (!sending.failed) this.track(this.queue.release(delivery));
      this.metrics.count('webhook_attempts_total', { outcome: 'held' });
      return 'held';
    }
    const attempt = this.judge(delivery, result, attemptedAt, sending.cleared?.secretVersion ?? null);
    this.track(this.record(attempt));
    return attempt.error === null ? 'succeeded' : 'failed';
  }

  /** Waits until what came of every attempt so far is written down. */
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
        // Not written down at last, it is sent again when the lease ends.
        if (tries === RECORD_TRIES) throw error;
        await delay(tries * RECORD_PAUSE_MS);
      }
    }
  }

  private countOutcome({ error, dueAt }: Attempt): void {
    this.metrics.count('webhook_attempts_total', { outcome: error === null ? 'succeeded' : error });
    if (dueAt === null) {
      this.metrics.count('webhook_deliveries_total', { outcome: error === null ? 'succeeded' : 'failed' });
    }
  }

  private track(work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => this.logger.warn(`a delivery was not written down: ${String(error)}`))
      .finally(() => this.recording.delete(tracked));
    this.recording.add(tracked);
  }
}
