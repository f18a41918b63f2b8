import { number } from './words.js';

/** How much the API is used. */
export const usage = {
  title: 'API usage',
  hint: 'By day in UTC. The last minute may be missing. A day without a request counts as 0.',
  day: 'Day',
  key: 'API key',
  allKeys: 'All keys',
  requests: 'Requests',
  refusals: 'Refusals and replays',
  byKey: 'By key',
  empty: 'No request was counted in the period.',
  reads: 'Reads',
  writes: 'Writes',
  replays: 'Replays',
  refused: 'Refused',
  throttled: 'Too many (429)',
  byStatus: 'Refused, by status',
  status: (status: string, count: number) => `${status}: ${number(count)}`,
};
