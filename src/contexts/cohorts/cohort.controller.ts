import { Controller } from '@nestjs/common';
import type { Page } from '#kernel/lists';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import type { Cohort } from './cohort.dto.js';
import {
  configureCohort,
  createCohort,
  getCohort,
  listCohorts,
  moveCohortPhase,
  moveCohortStatus,
} from './cohort.operations.js';
import { CohortService } from './cohort.service.js';

@Controller()
export class CohortController {
  constructor(private readonly cohorts: CohortService) {}

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
    return this.cohorts.moveStatus(uow, params.cohortId, body);
  }

  @Operation(moveCohortPhase)
  movePhase(uow: UnitOfWork, { params, body }: InputOf<typeof moveCohortPhase>): Promise<Cohort> {
    return this.cohorts.movePhase(uow, params.cohortId, body);
  }
}
