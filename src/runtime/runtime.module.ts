import { Module } from '@nestjs/common';
import { HealthController } from './health/health.controller.js';
import { Readiness } from './health/readiness.js';
import { MetricsListener } from './metrics/metrics-listener.js';
import { MetricsController } from './metrics/metrics.controller.js';
import { ServedMetrics } from './metrics/served-metrics.js';

@Module({
  controllers: [HealthController, MetricsController],
  providers: [Readiness, ServedMetrics, MetricsListener],
})
export class RuntimeModule {}
