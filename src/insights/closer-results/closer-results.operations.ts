import { administratorsAndClosers } from '#kernel/access';
import { declareList } from '#kernel/operations';
import { MAX_DAYS, USUAL_DAYS } from '../local-period.js';
import { CloserResult, CloserResultsQuery } from './closer-results.dto.js';

export const listCloserResults = declareList({
  name: 'list_closer_results',
  path: '/closers/results',
  tag: 'Closers',
  access: administratorsAndClosers,
  summary: 'List the results of closers',
  description:
    'Members who are or were closers, newest first; a closer sees their own. Days in UTC, by default the last ' +
    `${USUAL_DAYS}, at most ${MAX_DAYS}. Money counts for the closer of the sale, which acceptance fixes.`,
  mayLag: true,
  query: CloserResultsQuery,
  item: CloserResult,
  refusals: { 400: `A date, limit or cursor is invalid, or the period has more than ${MAX_DAYS} days.` },
});
