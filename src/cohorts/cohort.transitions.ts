import type { Transitions } from '../platform/operations/transitions.js';
import type { CohortStatus } from './cohort.entity.js';

/** A cohort's life; one that never became active is archived without being completed. */
export const COHORT_MOVES: Transitions<CohortStatus> = {
  draft: ['open', 'archived'],
  open: ['active', 'archived'],
  active: ['completed'],
  completed: ['archived'],
  archived: [],
};

/** A completed or archived cohort takes neither changes nor members. */
export function isClosed(status: CohortStatus): boolean {
  return status === 'completed' || status === 'archived';
}
