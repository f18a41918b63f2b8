import { administrators, administratorsAndDirectors } from '../platform/access/access-rule.js';
import { declareEvent } from '../platform/events/event.js';
import { Uuid } from '../platform/fields/identifiers.js';
import { OneOf } from '../platform/fields/text.js';
import { declareWrite } from '../platform/operations/operation.js';
import { existingIn } from '../platform/operations/target.js';
import { MoveCohortPhaseRequest, MoveCohortStatusRequest } from './cohort-lifecycle.dto.js';
import { Cohort } from './cohort.dto.js';
import { COHORT_STATUSES } from './cohort.entity.js';

const unknown = 'The cohort is unknown, or of another organization.';

export class CohortStatusChanged {
  @Uuid()
  cohortId: string;

  @OneOf(COHORT_STATUSES, { description: 'The status that the cohort had' })
  from: string;

  @OneOf(COHORT_STATUSES, { description: 'The status that the cohort has now' })
  to: string;
}

export class CohortPhaseMoved {
  @Uuid()
  cohortId: string;

  @Uuid({ nullable: true, description: 'The phase that the cohort was in' })
  from: string | null;

  @Uuid({ nullable: true, description: 'The phase that the cohort is in now' })
  to: string | null;
}

export const cohortStatusChanged = declareEvent({
  name: 'cohort.status_changed',
  summary: 'A cohort moved on in its life.',
  data: CohortStatusChanged,
});

export const cohortPhaseMoved = declareEvent({
  name: 'cohort.phase_moved',
  summary: 'A cohort entered another phase, or left all of them.',
  data: CohortPhaseMoved,
});

export const moveCohortStatus = declareWrite({
  name: 'move_cohort_status',
  method: 'POST',
  path: '/cohorts/:cohortId/status',
  tag: 'Cohorts',
  summary: "Move a cohort's status",
  description:
    'draft becomes open, active, completed and archived, one after the other; a draft or open cohort may also be ' +
    'archived at once. No enrollment is changed.',
  access: administrators,
  target: existingIn('cohorts'),
  body: MoveCohortStatusRequest,
  response: Cohort,
  status: 200,
  targetType: 'cohort',
  event: cohortStatusChanged,
  refusals: {
    403: 'The caller is neither OWNER nor ADMIN.',
    404: unknown,
    409: 'The cohort can not go from its status to that one, or another request holds it.',
  },
});

export const moveCohortPhase = declareWrite({
  name: 'move_cohort_phase',
  method: 'POST',
  path: '/cohorts/:cohortId/phase',
  tag: 'Cohorts',
  summary: 'Move a cohort to a phase',
  description: 'Any phase can follow any other. Where the cohort is in the phase already, nothing changes.',
  access: administratorsAndDirectors,
  target: existingIn('cohorts'),
  body: MoveCohortPhaseRequest,
  response: Cohort,
  status: 200,
  targetType: 'cohort',
  event: cohortPhaseMoved,
  mayChangeNothing: true,
  refusals: {
    400: 'The Idempotency-Key is missing, the JSON is invalid, or the phase is none of the cohort.',
    403: 'The caller is neither OWNER, ADMIN nor a program director of the organization.',
    404: unknown,
    409: 'The cohort is closed, or another request holds it.',
  },
});
