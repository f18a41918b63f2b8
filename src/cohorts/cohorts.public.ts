// What other contexts may use of cohorts. The module is not here: cohorts use enrollments, which use this.
export type { CohortStatus } from './cohort.entity.js';
export { isClosed } from './cohort.transitions.js';
export { SEATED } from './occupancy.js';
