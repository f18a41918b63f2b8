// Exports of cohorts for other contexts.
export { COCKPIT_HISTORY } from './cockpit-history-job.js';
export { anyCohort } from './cohort.policy.js';
export { COHORT_STATUSES, type CohortStatus } from './cohort.entity.js';
export { cohortClosed, isClosed, requireOpenCohort } from './cohort.transitions.js';
export { SEATED, SEATED_STATUSES } from './occupancy.js';
export { countTakenSeats, holdsSeat } from './seats.js';
