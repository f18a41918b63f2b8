import { Injectable } from '@nestjs/common';
import { FailureLog } from '#kernel/logging';
import { declareCounter, Metrics } from '#kernel/metrics';

const TASKS = ['list', 'dispatch', 'claim', 'send', 'clear', 'post', 'record', 'verify', 'test'] as const;
export type WorkerTask = (typeof TASKS)[number];

const workerFailures = declareCounter({
  name: 'webhook_worker_failures_total',
  help: 'Failures of the webhook worker, by the work that failed.',
  label: { name: 'work', values: TASKS },
});

/** Counts and logs the failures of the worker. */
@Injectable()
export class WorkerFailures {
  private readonly log = new FailureLog('DeliveryWorker');

  constructor(private readonly metrics: Metrics) {}

  note(work: WorkerTask, error: unknown): void {
    this.metrics.count(workerFailures, { work });
    this.log.note(`${work} failed`, error);
  }
}
