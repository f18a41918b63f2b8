import { Injectable, Logger } from '@nestjs/common';
import { Metrics } from '#kernel/metrics/metrics.js';

const INTERVAL_MS = 1_000;

/** Counts the worker's failures, and logs each cause at most once a second with the number of times it occurred. */
@Injectable()
export class FailureLog {
  private readonly logger = new Logger('DeliveryWorker');
  /** How often each cause occurred since it was last logged. */
  private readonly repeated = new Map<string, number>();

  constructor(private readonly metrics: Metrics) {}

  note(work: 'claim' | 'send' | 'post', error: unknown): void {
    this.metrics.count('webhook_worker_failures_total', { work });
    const cause = `${work} failed: ${String(error)}`;
    const count = this.repeated.get(cause);
    if (count !== undefined) return void this.repeated.set(cause, count + 1);
    this.logger.warn(cause);
    this.repeated.set(cause, 0);
    this.summarizeLater(cause);
  }

  private summarizeLater(cause: string): void {
    setTimeout(() => {
      const count = this.repeated.get(cause) ?? 0;
      if (count === 0) return void this.repeated.delete(cause);
      this.logger.warn(`${cause} (${count} more times)`);
      this.repeated.set(cause, 0);
      this.summarizeLater(cause);
    }, INTERVAL_MS).unref();
  }
}
