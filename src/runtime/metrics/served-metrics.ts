import { Injectable } from '@nestjs/common';
import { Metrics } from '#kernel/metrics';

/** What /metrics answers: the metrics of this process, or of all that share its port. */
@Injectable()
export class ServedMetrics {
  text: () => Promise<string>;

  constructor(metrics: Metrics) {
    this.text = () => metrics.text();
  }
}
