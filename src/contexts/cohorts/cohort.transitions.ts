import type { CohortStatus } from './cohort.entity.js';
import { lifecycle } from '#kernel/work';

/** A cohort that was never active is archived without being completed. */
export const COHORT = lifecycle<CohortStatus>('cohort', {
  draft: ['open', 'archived'],
  open: ['active', 'archived'],
  active: ['completed'],
  completed: ['archived'],
  archived: [],
});

/** A completed or archived cohort cannot be changed, and nobody can be enrolled in it. */
export function isClosed(status: CohortStatus): boolean {
  return status === 'completed' || status === 'archived';
}
