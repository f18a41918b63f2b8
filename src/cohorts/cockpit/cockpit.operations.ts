import { enrollmentStaff, hidden } from '../../platform/access/access-rule.js';
import { declareRead } from '../../platform/operations/operation.js';
import { existingIn } from '../../platform/operations/target.js';
import { Cockpit } from './cockpit.dto.js';

export const readCohortCockpit = declareRead({
  name: 'read_cohort_cockpit',
  path: '/cohorts/:cohortId/cockpit',
  tag: 'Cohorts',
  summary: "Read a cohort's operating picture",
  description:
    "Every aggregate is computed on read, over the caller's scope; nothing is stored. A signal that can not be measured " +
    'is never 0: it carries measured: false and a reason.',
  access: hidden(enrollmentStaff),
  target: existingIn('cohorts'),
  response: Cockpit,
  refusals: { 404: 'The cohort is unknown, of another organization, or the caller has no scope on it.' },
});
