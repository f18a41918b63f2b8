import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Histogram } from 'prom-client';
import { declareCounter, Metrics } from '#kernel/metrics';
import { type AnyOperation, OperationRegistry } from '#kernel/operations';

/** In seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

const NO_OPERATION = 'none';

// A counter of its own: a status that was never there has no series, and its first one would be no increase.
const failures = declareCounter({
  name: 'http_request_failures_total',
  help: 'Requests answered with 500, by operation (none: no operation of the API).',
  label: { name: 'operation', values: [NO_OPERATION] },
});

/**
 * The histogram of requests by operation and status. A series appears with its first request: those of all operations
 * would be most of what an idle process shows.
 */
@Injectable()
export class RequestDurations implements OnApplicationBootstrap {
  private readonly histogram;

  constructor(
    private readonly metrics: Metrics,
    private readonly registry: OperationRegistry,
  ) {
    this.histogram = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Requests by operation (none: no operation of the API) and status, until the last byte of the response.',
      labelNames: ['operation', 'status'],
      buckets: BUCKETS,
      registers: [metrics.register],
    });
  }

  onApplicationBootstrap(): void {
    for (const { name } of this.registry.operations) this.metrics.startAtZero(failures, { operation: name });
  }

  /** `status` is `aborted` where the request was not answered to its end. */
  observe(operation: AnyOperation | undefined, status: number | 'aborted', seconds: number): void {
    const name = operation?.name ?? NO_OPERATION;
    this.histogram.observe({ operation: name, status }, seconds);
    if (status === 500) this.metrics.count(failures, { operation: name });
  }
}
