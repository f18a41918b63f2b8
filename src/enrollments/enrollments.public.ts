// What other contexts may use of enrollments.
export { EnrollmentsModule } from './enrollments.module.js';
export {
  coachedBy,
  coachedEnrollments,
  coachedInCohort,
  narrowToReached,
  reachableEnrollment,
  reachableThroughEnrollment,
  reachedBy,
  reachesAllEnrollments,
  reachValues,
} from './enrollment.policy.js';
