import { enrollmentStaff } from '#kernel/access';
import { declareList } from '#kernel/operations';
import { CohortOverview, CohortOverviewsQuery } from './cohort-overview.dto.js';

export const listCohortOverviews = declareList({
  name: 'list_cohort_overviews',
  path: '/cohort-overviews',
  tag: 'Cohorts',
  summary: 'List overviews of cohorts',
  description:
    "Newest cohort first, with the cockpit's numbers. A coach sees the cohorts in which they reach anybody, and counts of the " +
    'assigned enrollments.',
  access: enrollmentStaff,
  query: CohortOverviewsQuery,
  mayLag: true,
  item: CohortOverview,
});
