import { Controller, Get, Header, Headers } from '@nestjs/common';
import { notFound, ServiceError } from '#kernel/errors';
import { PublicRoute } from '#kernel/operations';
import { METRICS_TYPE } from '#kernel/metrics';
import { mayReadMetrics, METRICS_CHALLENGE } from './metrics-access.js';
import { MetricsSettings } from './metrics.settings.js';
import { ServedMetrics } from './served-metrics.js';

/** Without METRICS_ADDRESS and METRICS_TOKEN public: restrict access in the network. */
@PublicRoute()
@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly metrics: ServedMetrics,
    private readonly settings: MetricsSettings,
  ) {}

  @Get()
  @Header('Content-Type', METRICS_TYPE)
  read(@Headers('authorization') authorization?: string): Promise<string> {
    if (this.settings.METRICS_ADDRESS !== undefined) throw notFound();
    if (!mayReadMetrics(authorization, this.settings.METRICS_TOKEN)) {
      const challenge = METRICS_CHALLENGE;
      throw new ServiceError('unauthorized', 'The Bearer token of the metrics is required.', [], { challenge });
    }
    return this.metrics.text();
  }
}
