import { refusedIn } from '#kernel/errors';
import { anyProgram } from '#contexts/programs/programs.public.js';
import { administrators, administratorsAndDirectors, anyStaff } from '#kernel/access';
import { OneOf, Text, Uuid } from '#kernel/fields';
import { resource } from '#kernel/operations';
import { declareEvent, withFields } from '#kernel/events';
import {
  Cohort,
  CohortsQuery,
  ConfigureCohortRequest,
  CreateCohortRequest,
  MoveCohortPhaseRequest,
  MoveCohortStatusRequest,
} from './cohort.dto.js';
import { COHORT_STATUSES } from './cohort.entity.js';
import { anyCohort } from './cohort.policy.js';
import { cohortClosed } from './cohort.transitions.js';

class CohortEvent {
  @Uuid() cohortId: string;
}

class CohortCreated extends CohortEvent {
  @Uuid() programId: string;
  @Text({ description: 'Name' }) name: string;
}

class CohortConfigured extends withFields(CohortEvent) {}

class CohortStatusChanged extends CohortEvent {
  @OneOf(COHORT_STATUSES, { description: 'The status before' }) from: string;
  @OneOf(COHORT_STATUSES, { description: 'The status after' }) to: string;
}

class CohortPhaseMoved extends CohortEvent {
  @Uuid({ nullable: true, description: 'The current phase before' }) from: string | null;
  @Uuid({ nullable: true, description: 'The current phase after' }) to: string | null;
}

const cohorts = resource({
  noun: 'cohort',
  path: '/cohorts/:cohortId',
  response: Cohort,
  target: anyCohort,
  read: anyStaff,
  write: administrators,
});

export const listCohorts = cohorts.list({ query: CohortsQuery, description: 'Newest first.', mayLag: true });

export const getCohort = cohorts.get({ description: 'With its phases and its occupancy, in any status.' });

export const createCohort = cohorts.create({
  path: '/programs/:programId/cohorts',
  parent: anyProgram,
  summary: 'Create a cohort in a program',
  description: 'The cohort is created as a draft, without a current phase.',
  body: CreateCohortRequest,
  event: declareEvent('cohort.created', 'A cohort was created in a program.', CohortCreated),
  reasons: refusedIn('program', ['archived']),
});

export const configureCohort = cohorts.patch({
  name: 'configure_cohort',
  summary: 'Configure a cohort',
  description: 'Omitted fields are left unchanged; null clears a nullable field. The status does not change.',
  body: ConfigureCohortRequest,
  event: declareEvent('cohort.configured', "A cohort's configuration was changed.", CohortConfigured),
  refusals: {
    400:
      'The Idempotency-Key is missing, the JSON is invalid, a field is out of bounds, the end date is before the start ' +
      'date, phase ids or positions are repeated, the capacity is below the seats that are taken or kept for ' +
      'sales, or the current phase is removed.',
  },
  reasons: cohortClosed,
});

export const moveCohortStatus = cohorts.command('status', {
  name: 'move_cohort_status',
  summary: "Change a cohort's status",
  description:
    'The order is draft, open, active, completed, archived; a draft or open cohort can also be archived directly. ' +
    'Enrollments are not changed.',
  body: MoveCohortStatusRequest,
  event: declareEvent('cohort.status_changed', "A cohort's status was changed.", CohortStatusChanged),
  reasons: refusedIn('cohort', COHORT_STATUSES),
});

export const moveCohortPhase = cohorts.command('phase', {
  name: 'move_cohort_phase',
  summary: 'Move a cohort to a phase',
  description: 'Any phase can follow any other. If it is already the current phase, nothing changes.',
  access: administratorsAndDirectors,
  body: MoveCohortPhaseRequest,
  event: declareEvent('cohort.phase_moved', "A cohort's current phase was set or cleared.", CohortPhaseMoved),
  mayChangeNothing: true,
  refusals: {
    400: 'The Idempotency-Key is missing, the JSON is invalid, or phaseId is not a phase of the cohort.',
  },
  reasons: cohortClosed,
});
