import { anyCohort } from '#contexts/cohorts/cohorts.public.js';
import { enrollmentStaff, hidden } from '#kernel/access';
import { declareRead } from '#kernel/operations';
import { Cockpit } from './cockpit.dto.js';

export const readCohortCockpit = declareRead({
  name: 'read_cohort_cockpit',
  path: '/cohorts/:cohortId/cockpit',
  tag: 'Cohorts',
  summary: 'Retrieve the cockpit of a cohort',
  description:
    'Every aggregate is computed at read time, over the enrollments that the caller reaches. A signal without a value is ' +
    'returned as measured: false with a reason, never as 0.',
  access: hidden(enrollmentStaff),
  target: anyCohort,
  mayLag: true,
  response: Cockpit,
  refusals: { 404: 'The cohort does not exist in the organization, or the caller does not reach it.' },
});
