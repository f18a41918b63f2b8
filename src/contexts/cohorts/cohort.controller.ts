import { controllerOf } from '#kernel/operations';
import {
  configureCohort,
  createCohort,
  getCohort,
  listCohorts,
  moveCohortPhase,
  moveCohortStatus,
} from './cohort.operations.js';
import { CohortService } from './cohort.service.js';

export class CohortController extends controllerOf(CohortService, {
  create: createCohort,
  list: listCohorts,
  get: getCohort,
  configure: configureCohort,
  moveStatus: moveCohortStatus,
  movePhase: moveCohortPhase,
}) {}
