import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
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
  create(uow: UnitOfWork, { params, body }: InputOf<typeof createCohort>) {
    return this.cohorts.create(uow, params.programId, body);
  }

  @Operation(listCohorts)
  list(scope: Scope, { query }: InputOf<typeof listCohorts>) {
    return this.cohorts.list(scope, query);
  }

  @Operation(getCohort)
  get(scope: Scope, { params }: InputOf<typeof getCohort>) {
    return this.cohorts.get(scope, params.cohortId);
  }

  @Operation(configureCohort)
  configure(uow: UnitOfWork, { params, body }: InputOf<typeof configureCohort>) {
    return this.cohorts.configure(uow, params.cohortId, body);
  }

  @Operation(moveCohortStatus)
  moveStatus(uow: UnitOfWork, { params, body }: InputOf<typeof moveCohortStatus>) {
    return this.cohorts.moveStatus(uow, params.cohortId, body);
  }

  @Operation(moveCohortPhase)
  movePhase(uow: UnitOfWork, { params, body }: InputOf<typeof moveCohortPhase>) {
    return this.cohorts.movePhase(uow, params.cohortId, body);
  }
}
