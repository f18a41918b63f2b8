import { anyCohort } from '#contexts/cohorts/cohorts.public.js';
import { administratorsAndDirectors, hidden } from '#kernel/access';
import { declareRead } from '#kernel/operations';
import { PeriodQuery } from '../local-period.js';
import { CockpitHistory } from './cockpit-history.dto.js';

export const USUAL_DAYS = 90;
export const MAX_DAYS = 400;

export const readCockpitHistory = declareRead({
  name: 'read_cockpit_history',
  path: '/cohorts/:cohortId/cockpit/history',
  tag: 'Cohorts',
  summary: 'Read the history of a cockpit',
  description:
    'The numbers of the whole cohort, as they were when a worker first looked on each day of its time zone while the cohort was ' +
    'open or active. A day that was not recorded is shown as such. By default the last ' +
    `${USUAL_DAYS} days; at most ${MAX_DAYS}.`,
  access: hidden(administratorsAndDirectors),
  target: anyCohort,
  mayLag: true,
  query: PeriodQuery,
  response: CockpitHistory,
  refusals: {
    400: `A date is invalid, or the period has more than ${MAX_DAYS} days.`,
    404: 'The cohort does not exist in the organization, or the caller does not reach all of it.',
  },
});
