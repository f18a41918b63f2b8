import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { notFound, ServiceError } from '#kernel/errors';
import { PublicRoute } from '#kernel/operations';
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
  async read(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (this.settings.METRICS_ADDRESS !== undefined) throw notFound();
    if (!mayReadMetrics(request.headers.authorization, this.settings.METRICS_TOKEN)) {
      const challenge = METRICS_CHALLENGE;
      throw new ServiceError('unauthorized', 'The Bearer token of the metrics is required.', [], { challenge });
    }
    await this.metrics.answer(request, response);
  }
}
