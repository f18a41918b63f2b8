import { administrators, anyStaff } from '../platform/access/access-rule.js';
import { declareEvent } from '../platform/events/event.js';
import { Uuid } from '../platform/fields/identifiers.js';
import { Text, TextList } from '../platform/fields/text.js';
import { pageOf } from '../platform/lists/page.js';
import { declareRead, declareWrite } from '../platform/operations/operation.js';
import { existingIn } from '../platform/operations/target.js';
import { Cohort, CohortsQuery, ConfigureCohortRequest, CreateCohortRequest } from './cohort.dto.js';

const noStaff = 'The caller has no role that needs cohorts.';

export class CohortCreated {
  @Uuid()
  cohortId: string;

  @Uuid()
  programId: string;

  @Text({ description: 'Name' })
  name: string;
}

export class CohortConfigured {
  @Uuid()
  cohortId: string;

  @TextList(() => undefined, { description: 'The fields that were sent', example: ['capacity'] })
  fields: string[];
}

export const cohortCreated = declareEvent({
  name: 'cohort.created',
  summary: 'A cohort was created under a program.',
  data: CohortCreated,
});

export const cohortConfigured = declareEvent({
  name: 'cohort.configured',
  summary: "A cohort's configuration was changed.",
  data: CohortConfigured,
});

export const createCohort = declareWrite({
  name: 'create_cohort',
  method: 'POST',
  path: '/programs/:programId/cohorts',
  tag: 'Cohorts',
  summary: 'Create a cohort of a program',
  description: 'The cohort is a draft, and in none of its phases.',
  access: administrators,
  target: existingIn('programs'),
  body: CreateCohortRequest,
  response: Cohort,
  status: 201,
  targetType: 'cohort',
  event: cohortCreated,
  refusals: {
    403: 'The caller is neither OWNER nor ADMIN.',
    404: 'The program is unknown, or of another organization.',
    409: 'The program is archived, or another request holds it.',
  },
});

export const listCohorts = declareRead({
  name: 'list_cohorts',
  path: '/cohorts',
  tag: 'Cohorts',
  summary: 'List cohorts, newest first',
  access: anyStaff,
  query: CohortsQuery,
  response: pageOf(Cohort),
  refusals: { 400: 'A filter, the limit or the cursor is invalid.', 403: noStaff },
});

export const getCohort = declareRead({
  name: 'get_cohort',
  path: '/cohorts/:cohortId',
  tag: 'Cohorts',
  summary: 'Read a cohort',
  access: anyStaff,
  target: existingIn('cohorts'),
  response: Cohort,
  refusals: { 403: noStaff, 404: 'The cohort is unknown, or of another organization.' },
});

export const configureCohort = declareWrite({
  name: 'configure_cohort',
  method: 'PATCH',
  path: '/cohorts/:cohortId',
  tag: 'Cohorts',
  summary: 'Configure a cohort',
  description:
    'A field left out is left alone; a field sent as null is erased, where it may be null. The status is not changed ' +
    'here.',
  access: administrators,
  target: existingIn('cohorts'),
  body: ConfigureCohortRequest,
  response: Cohort,
  status: 200,
  action: 'cohort.configured',
  targetType: 'cohort',
  event: cohortConfigured,
  mayChangeNothing: true,
  refusals: {
    400:
      'The Idempotency-Key is missing, the JSON is invalid, a field is out of bounds, the end date is before the start ' +
      'date, phase ids or positions are repeated, the capacity is below the occupancy, or the current phase is removed.',
    403: 'The caller is neither OWNER nor ADMIN.',
    404: 'The cohort is unknown, or of another school.',
    409: 'The cohort is closed, or another request holds it.',
  },
});
