import { Controller } from '@nestjs/common';
import type { Page } from '../platform/lists/page.js';
import { Operation } from '../platform/operations/operation.decorator.js';
import type { InputOf } from '../platform/operations/operation.js';
import { Scope } from '../platform/persistence/scope.js';
import { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import { moveCohortPhase, moveCohortStatus } from './cohort-lifecycle.operations.js';
import { CohortLifecycleService } from './cohort-lifecycle.service.js';
import type { Cohort } from './cohort.dto.js';
import { configureCohort, createCohort, getCohort, listCohorts } from './cohort.operations.js';
import { CohortService } from './cohort.service.js';

@Controller()
export class CohortController {
  constructor(
    private readonly cohorts: CohortService,
    private readonly lifecycle: CohortLifecycleService,
  ) {}

  @Operation(createCohort)
  create(uow: UnitOfWork, { params, body }: InputOf<typeof createCohort>): Promise<Cohort> {
    return this.cohorts.create(uow, params.programId, body);
  }

  @Operation(listCohorts)
  list(scope: Scope, { query }: InputOf<typeof listCohorts>): Promise<Page<Cohort>> {
    return this.cohorts.list(scope, query);
  }

  @Operation(getCohort)
  get(scope: Scope, { params }: InputOf<typeof getCohort>): Promise<Cohort> {
    return this.cohorts.get(scope, params.cohortId);
  }

  @Operation(configureCohort)
  configure(uow: UnitOfWork, { params, body }: InputOf<typeof configureCohort>): Promise<Cohort> {
    return this.cohorts.configure(uow, params.cohortId, body);
  }

  @Operation(moveCohortStatus)
  moveStatus(uow: UnitOfWork, { params, body }: InputOf<typeof moveCohortStatus>): Promise<Cohort> {
    return this.lifecycle.moveStatus(uow, params.cohortId, body);
  }

  @Operation(moveCohortPhase)
  movePhase(uow: UnitOfWork, { params, body }: InputOf<typeof moveCohortPhase>): Promise<Cohort> {
    return this.lifecycle.movePhase(uow, params.cohortId, body);
  }
}
