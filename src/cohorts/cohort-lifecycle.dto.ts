import { Uuid } from '../platform/fields/identifiers.js';
import { OneOf } from '../platform/fields/text.js';
import { COHORT_STATUSES, type CohortStatus } from './cohort.entity.js';

export class MoveCohortStatusRequest {
  @OneOf(COHORT_STATUSES, { description: 'The status to move to', example: 'open' })
  status: CohortStatus;
}

export class MoveCohortPhaseRequest {
  @Uuid({ nullable: true, description: "One of the cohort's phases; null leaves it in none" })
  phaseId: string | null;
}
