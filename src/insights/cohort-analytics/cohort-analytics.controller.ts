import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope } from '#kernel/work';
import { readCohortAnalytics } from './cohort-analytics.operations.js';
import { CohortAnalyticsService } from './cohort-analytics.service.js';

@Controller()
export class CohortAnalyticsController {
  constructor(private readonly analytics: CohortAnalyticsService) {}

  @Operation(readCohortAnalytics)
  read(scope: Scope, { params, query }: InputOf<typeof readCohortAnalytics>) {
    return this.analytics.read(scope, params.cohortId, query);
  }
}
