import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope } from '#kernel/work';
import { readSalesAnalytics } from './sales-analytics.operations.js';
import { SalesAnalyticsService } from './sales-analytics.service.js';

@Controller()
export class SalesAnalyticsController {
  constructor(private readonly analytics: SalesAnalyticsService) {}

  @Operation(readSalesAnalytics)
  read(scope: Scope, { query }: InputOf<typeof readSalesAnalytics>) {
    return this.analytics.read(scope, query);
  }
}
