import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope } from '#kernel/work';
import { listCohortOverviews } from './cohort-overview.operations.js';
import { CohortOverviewService } from './cohort-overview.service.js';

@Controller()
export class CohortOverviewController {
  constructor(private readonly overviews: CohortOverviewService) {}

  @Operation(listCohortOverviews)
  list(scope: Scope, { query }: InputOf<typeof listCohortOverviews>) {
    return this.overviews.list(scope, query);
  }
}
