import { administratorsAndDirectors } from '#kernel/access';
import { declareRead } from '#kernel/operations';
import { MAX_DAYS, USUAL_DAYS } from '../local-period.js';
import { CoachLoadsPage, CoachLoadsQuery } from './coach-load.dto.js';

export const listCoachLoads = declareRead({
  name: 'list_coach_loads',
  path: '/analytics/coaches',
  tag: 'Cohorts',
  summary: 'List what coaches have in hand',
  description:
    'The members with a current coach assignment, newest first. The period consists of days in UTC, by default the last ' +
    `${USUAL_DAYS}, at most ${MAX_DAYS}. An enrollment counts for each of its coaches.`,
  access: administratorsAndDirectors,
  query: CoachLoadsQuery,
  mayLag: true,
  response: CoachLoadsPage,
  refusals: { 400: `A date, cohortId, limit or cursor is invalid, or the period has more than ${MAX_DAYS} days.` },
});
