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

const OPEN = ['draft', 'open', 'active'] as const;

/** A completed or archived cohort cannot be changed, and nobody can be enrolled in it. */
export const cohortClosed = COHORT.refusalsUnless(...OPEN);

/** Throws 409 for a closed cohort. */
export function requireOpenCohort(cohort: { readonly status: CohortStatus }): void {
  COHORT.require(cohort, ...OPEN);
}

export function isClosed(status: CohortStatus): boolean {
  return status === 'completed' || status === 'archived';
}
