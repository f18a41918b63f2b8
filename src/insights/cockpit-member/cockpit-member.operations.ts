import { anyCohort } from '#contexts/cohorts/cohorts.public.js';
import { enrollmentStaff, hidden } from '#kernel/access';
import { declareRead } from '#kernel/operations';
import { CockpitMembersPage, CockpitMembersQuery } from './cockpit-member.dto.js';

export const listCockpitMembers = declareRead({
  name: 'list_cockpit_members',
  path: '/cohorts/:cohortId/cockpit/members',
  tag: 'Cohorts',
  summary: 'List the members behind a number of the cockpit',
  description:
    'Newest enrollment first, over the enrollments that the caller reaches. Read at one instant and without uncovered, ' +
    "the counts of all items add up to the cockpit's number.",
  access: hidden(enrollmentStaff),
  target: anyCohort,
  query: CockpitMembersQuery,
  mayLag: true,
  response: CockpitMembersPage,
  refusals: {
    400: 'The signal, uncovered, limit or cursor is invalid.',
    404: 'The cohort does not exist in the organization, or the caller does not reach it.',
  },
});
