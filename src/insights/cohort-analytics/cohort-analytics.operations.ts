import { anyCohort } from '#contexts/cohorts/cohorts.public.js';
import { enrollmentStaff, hidden } from '#kernel/access';
import { declareRead } from '#kernel/operations';
import { MAX_DAYS, PeriodQuery, USUAL_DAYS } from '../local-period.js';
import { CohortAnalytics } from './cohort-analytics.dto.js';

export const readCohortAnalytics = declareRead({
  name: 'read_cohort_analytics',
  path: '/cohorts/:cohortId/analytics',
  tag: 'Cohorts',
  summary: 'Read the analytics of a cohort',
  description:
    'What happened in a period, over the enrollments that the caller reaches, computed at read time. The period consists of ' +
    "days in the cohort's time zone: by default the cohort's dates where it has both, else the last " +
    `${USUAL_DAYS} days; at most ${MAX_DAYS}. What has no value is measured: false with a reason, never 0.`,
  access: hidden(enrollmentStaff),
  target: anyCohort,
  mayLag: true,
  query: PeriodQuery,
  response: CohortAnalytics,
  refusals: {
    400: `A date is invalid, or the period has more than ${MAX_DAYS} days.`,
    404: 'The cohort does not exist in the organization, or the caller does not reach it.',
  },
});
