import type { Transitions } from '#kernel/operations';
import type { CohortStatus } from './cohort.entity.js';

/** A cohort that was never active is archived without being completed. */
export const COHORT_MOVES: Transitions<CohortStatus> = {
  draft: ['open', 'archived'],
  open: ['active', 'archived'],
  active: ['completed'],
  completed: ['archived'],
  archived: [],
};

/** A completed or archived cohort cannot be changed, and nobody can be enrolled in it. */
export function isClosed(status: CohortStatus): boolean {
  return status === 'completed' || status === 'archived';
}
