import { Injectable } from '@nestjs/common';
import { Metrics } from '#kernel/metrics';

/** The response of /metrics: the metrics of this process, or of all processes that share its port. */
@Injectable()
export class ServedMetrics {
  text: () => Promise<string>;

  constructor(metrics: Metrics) {
    this.text = () => metrics.text();
  }
}
