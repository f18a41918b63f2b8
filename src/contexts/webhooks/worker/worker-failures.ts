import { Injectable } from '@nestjs/common';
import { FailureLog } from '#kernel/logging/failure-log.js';
import { Metrics } from '#kernel/metrics/metrics.js';

export type WorkerTask = 'list' | 'dispatch' | 'claim' | 'send' | 'clear' | 'post' | 'record' | 'verify';

/** Counts and logs the failures of the worker. */
@Injectable()
export class WorkerFailures {
  private readonly log = new FailureLog('DeliveryWorker');

  constructor(private readonly metrics: Metrics) {}

  note(work: WorkerTask, error: unknown): void {
    this.metrics.count('webhook_worker_failures_total', { work });
    this.log.note(`${work} failed`, error);
  }
}
